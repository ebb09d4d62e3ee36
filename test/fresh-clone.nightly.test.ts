import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fixture } from './support/engines.ts';
import { runLine } from './support/run-line.ts';
import { startStub } from './support/stub-engine.ts';

const ROOT = join(import.meta.dirname, '..');

/** The package registry must be reachable, as for anybody who follows the README. */
test('in a fresh clone, every command of the README works, in its order', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-clone-'));
  const openai = await startStub(() => ({ body: fixture('chatgpt', 'ok') }));
  const blocks = [...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)];
  const lines = blocks.flatMap(([, block = '']) => block.trim().split('\n'));
  assert.ok(lines.length >= 8);
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, ...rest } = process.env;
  // One file of tests stands for all, which would run this one again.
  const env = {
    ...rest,
    SIGHTLINE_OPENAI_BASE_URL: openai.baseUrl,
    SIGHTLINE_PORT: '0',
    TEST_EFFORT: '',
    TEST_ONLY: 'src/domain/figures/rate.test.ts',
  };
  try {
    const cloned = await runLine(`git clone -q "${ROOT}" "${folder}/clone"`, { cwd: folder, env });
    assert.equal(cloned.code, 0, cloned.printed);
    const cwd = join(folder, 'clone');
    for (const line of lines) {
      if (/ (?:demo|serve)$/.test(line)) await servesUntilStopped(line, { cwd, env });
      else {
        const { code, printed } = await runLine(line, { cwd, env });
        assert.equal(code, 0, `${line}\n${printed}`);
      }
    }
  } finally {
    await openai.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

/** Starts a server as a person does, and ends it by Ctrl-C once it has told where it is. */
async function servesUntilStopped(
  line: string,
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<void> {
  const server = spawn('sh', ['-c', `exec ${line}`], {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let printed = '';
  for await (const piece of server.stdout) {
    printed += piece;
    if (printed.includes('http://127.0.0.1')) break;
  }
  assert.match(printed, /http:\/\/127\.0\.0\.1/, line);
  if (server.pid !== undefined) process.kill(-server.pid, 'SIGINT');
  if (server.exitCode === null) await once(server, 'exit');
}
