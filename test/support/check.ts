import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * The last step of `npm run check`. One thread checks the types, so the tests run on the other processors at
 * the same time. Neither stops when the other fails.
 */
const npm = process.env.npm_execpath;
if (npm === undefined) throw new Error('run it as `npm run check`');

const codes = await Promise.all(
  ['types', 'test'].map(async (script) => {
    const [code] = await once(
      spawn(process.execPath, [npm, 'run', '-s', script], { stdio: 'inherit' }),
      'exit',
    );
    if (code !== 0) process.stderr.write(`npm run ${script} failed.\n`);
    return code as number | null;
  }),
);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
