import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { importersOf } from './imports.ts';

/**
 * `npm run test:changed [-- <revision>]`: the daily tests near a change, which is all that differs from a revision (by default the last
 * commit), and files that git does not know yet. Near is a test at most two imports away. What only the files that wire everything, or the
 * tests' own helpers, connect with the change is left to `npm test`, but for two tests that walk through everything.
 */
const STEPS = 2;
const WIRING =
  /^(?:src\/(?:main\/|reports\/index\.ts|dashboard\/pages\/index\.ts|dashboard\/dashboard\.ts|cli\/program\.ts)|test\/support\/)/;
const WALKS = ['test/endpoints/every-endpoint.test.ts', 'test/layers.test.ts'];

const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const [revision = 'HEAD'] = process.argv.slice(2);
const changed = [
  ...git('diff', '--name-only', revision),
  ...git('ls-files', '--others', '--exclude-standard'),
];
const files = globSync(['{src,test,samples,eval}/**/*.ts'], { exclude: ['**/*.nightly.test.ts'] });
const reached = importersOf(changed, files, STEPS, (path) => WIRING.test(path));
const tests = files.filter(
  (path) => path.endsWith('.test.ts') && (reached.has(path) || WALKS.includes(path)),
);

if (changed.length === 0) process.stdout.write(`Nothing differs from ${revision}.\n`);
else {
  process.stdout.write(`${tests.length} test files for ${changed.length} changed files.\n`);
  const npm = process.env.npm_execpath;
  if (npm === undefined) throw new Error('run it as `npm run test:changed`');
  const run = spawn(process.execPath, [npm, 'test', '--silent'], {
    stdio: 'inherit',
    env: { ...process.env, TEST_ONLY: tests.join() },
  });
  const [code] = await once(run, 'exit');
  process.exitCode = code ?? 1;
}
