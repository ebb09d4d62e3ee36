import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SETTINGS } from '../../src/main/config.ts';
import type { CliResult } from '../support/cli.ts';
import { onEveryStore } from '../support/stores.ts';
import { acmeFile, line } from '../support/world.ts';

const BIN = fileURLToPath(new URL('../../src/main/bin.ts', import.meta.url));

/** The command in a process of its own, with these variables and no other setting. */
async function run(
  args: readonly string[],
  env: Record<string, string> = {},
  options: { cwd?: string; stdin?: string } = {},
): Promise<CliResult> {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('SIGHTLINE_'));
  const child = spawn(process.execPath, [BIN, ...args], {
    env: { ...Object.fromEntries(others), ...env },
    cwd: options.cwd,
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  child.stdin.on('error', () => {}).end(options.stdin ?? '');
  const code = await new Promise<number>((resolve) => child.on('close', (exit) => resolve(exit ?? -1)));
  return { code, out, err };
}

const errorOf = (err: string) => (JSON.parse(err) as { error: { code: string; message: string } }).error;

describe('the program', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-cli-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test('--help exits with 0 and opens no store', async () => {
    const { code, out, err } = await run(['--help'], {}, { cwd: folder });
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^Usage: sightline /);
    assert.equal(existsSync(join(folder, 'data')), false);
  });

  test('serve --help lists every setting with its variable, flag and default', async () => {
    const { code, out } = await run(['serve', '--help']);
    assert.equal(code, 0);
    for (const { variable, flag, standard } of Object.values(SETTINGS)) {
      assert.match(out, new RegExp(`--${flag} <`));
      const text = out.replaceAll(/\s+/g, ' ');
      assert.ok(text.includes(`(${variable}; default ${standard || 'none'})`), variable);
    }
  });

  test('an unknown command exits with 2', async () => {
    const { code, out, err } = await run(['nothing']);
    assert.deepEqual([code, out], [2, '']);
    assert.equal(errorOf(err).code, 'invalid_argument');
  });

  for (const [what, args, env, message] of [
    ['variable', [], { SIGHTLINE_PORT: 'x' }, 'SIGHTLINE_PORT must be a whole number from 0 to 65535.'],
    ['flag', ['--port', 'x'], {}, '--port must be a whole number from 0 to 65535.'],
  ] as const) {
    test(`a setting with a bad value names its ${what}`, async () => {
      const { code, err } = await run(['serve', ...args], env, { cwd: folder });
      assert.equal(code, 1);
      assert.deepEqual(errorOf(err), { code: 'invalid_setting', message });
    });
  }

  test('a store that cannot be opened is told without its password', async () => {
    const { code, err } = await run(['verify', '--database-url', 'postgres://u:secret@127.0.0.1:1/d']);
    assert.equal(code, 1);
    assert.equal(errorOf(err).code, 'unavailable');
    assert.doesNotMatch(err, /secret/);
  });

  test('an apply file that is not there fails before a store is made', async () => {
    const { code, err } = await run(['apply', 'gone.yaml'], {}, { cwd: folder });
    assert.equal(code, 1);
    assert.deepEqual(errorOf(err), { code: 'invalid_argument', message: 'There is no file gone.yaml.' });
    assert.equal(existsSync(join(folder, 'data')), false);
  });
});

onEveryStore('the program, from an empty store to a report', (fresh) => {
  test('applies, imports, makes a key, reports and verifies', async () => {
    const { url } = await fresh();
    const folder = await mkdtemp(join(tmpdir(), 'sightline-cli-'));
    try {
      const env = { SIGHTLINE_DATABASE_URL: url };
      const path = join(folder, 'answers.jsonl');
      await writeFile(
        path,
        `${JSON.stringify(line({ answer: 'Acme', collected_at: '2026-01-01T00:00:00Z' }))}\n`,
      );

      assert.equal((await run(['apply', '-'], env, { stdin: JSON.stringify(acmeFile()) })).code, 0);
      const imported = await run(['import', path, '--json'], env);
      assert.equal((JSON.parse(imported.out) as { bad_lines: number }).bad_lines, 0);
      assert.equal((await run(['key', 'create', '--organization', 'Acme Inc'], env)).code, 0);
      const answers = JSON.parse((await run(['answers'], env)).out) as { data: { answer: string }[] };
      assert.deepEqual(
        answers.data.map((each) => each.answer),
        ['Acme'],
      );
      assert.equal((await run(['verify'], env)).code, 0);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

test('what only reads the store does not make one, and says what does', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-none-'));
  try {
    const store = join(folder, 'typo.db');
    for (const command of [['verify'], ['rescan'], ['me'], ['key', 'list'], ['brand', 'delete', 'acme']]) {
      const { code, err } = await run([...command, '--json', '--database-url', `sqlite:${store}`]);
      assert.equal(code, 1);
      assert.equal(errorOf(err).code, 'not_found');
      assert.match(errorOf(err).message, /sightline apply/);
    }
    assert.equal(existsSync(store), false);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
