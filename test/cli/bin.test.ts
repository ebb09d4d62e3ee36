import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SETTINGS } from '../../src/main/settings/config.ts';
import { type CliResult, errorOf } from '../support/cli.ts';
import { runHere } from '../support/command-line.ts';
import { pluck } from '../support/pluck.ts';
import { makeStore, onAnyStore } from '../support/stores.ts';
import { acmeFile, line, pipelineOn } from '../support/world.ts';

const BIN = fileURLToPath(new URL('../../src/main/bin.ts', import.meta.url));
/** npm installs this file as `sightline`. On an older Node it reads nothing from dist/. */
const INSTALLED = fileURLToPath(new URL('../../bin/sightline.cjs', import.meta.url));
const LOADED_MODULES = fileURLToPath(new URL('../support/loaded-modules.ts', import.meta.url));

/** Runs the command in its own process, without settings. */
async function run(
  args: readonly string[],
  options: { cwd?: string; preload?: string; program?: string } = {},
): Promise<CliResult> {
  const { cwd, preload, program = BIN } = options;
  const env = Object.entries(process.env).filter(([name]) => !name.startsWith('SIGHTLINE_'));
  const flags = preload === undefined ? [] : ['--import', preload];
  const child = spawn(process.execPath, [...flags, program, ...args], { env: Object.fromEntries(env), cwd });
  child.stdin.end();
  const closed = once(child, 'close');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: ((await closed) as [number])[0], out, err };
}

describe('the program', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-cli-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  const noStore = () => ({ SIGHTLINE_DATABASE_URL: `sqlite:${join(folder, 'data', 'sightline.db')}` });

  // Loading these takes most of a command's half second. The extractor's version, its quality figures, and
  // the retention are a few lines.
  const HEAVY =
    /^node:sqlite$|\/node_modules\/(pg|fastify|pino|mdast|wordlist|zod|@modelcontextprotocol)|\/src\/(extract(?!\/reading-key|\/framing\/measured)|http|pipeline(?!\/prune\/retention))\//;
  const OF_REPORTS = /\/src\/reports\/|\/node_modules\/(typebox|kysely)/;

  for (const [option, printed, what, unwanted] of [
    ['--help', /^Usage: sightline /, 'neither a database driver nor Fastify nor the extractor', [HEAVY]],
    ['--version', /^\d+\.\d+\.\d+\n$/, 'none of these either, and no report', [HEAVY, OF_REPORTS]],
  ] as const) {
    test(`${option} exits with 0, opens no store, and loads ${what}`, async () => {
      const { code, out, err } = await run([option], { cwd: folder, preload: LOADED_MODULES });
      assert.equal(code, 0);
      assert.match(out, printed);
      assert.equal(existsSync(join(folder, 'data')), false);
      // Nothing else may be there.
      const loaded = JSON.parse(err) as string[];
      assert.ok(loaded.some((url) => url.endsWith('/src/cli/program.ts')));
      const found = loaded.filter((url) => unwanted.some((each) => each.test(url)));
      assert.deepEqual(found, []);
    });
  }

  test('apply --dry-run without a store reads the file, prints the command to run, and creates nothing', async () => {
    const file = join(folder, 'dry.json');
    const preview = async (text: string) => {
      await writeFile(file, text);
      return await runHere(['apply', file, '--dry-run'], noStore());
    };
    const { code, err } = await preview(JSON.stringify(acmeFile()));
    assert.equal(code, 1);
    assert.match(
      err,
      /There is no store at .*--dry-run never creates a store\. .*run `sightline apply .*dry\.json`/,
    );
    assert.match((await preview('organizations: 5')).err, /Nothing was applied/);
    assert.equal(existsSync(join(folder, 'data')), false);
  });

  // In its own process, because a library's warnings go to the console instead of the command's output.
  test('prune --json prints only one document', async () => {
    const database = ['--database-url', `sqlite:${join(folder, 'pruned.db')}`];
    const file = join(folder, 'acme.json');
    await writeFile(file, JSON.stringify(acmeFile()));
    assert.equal((await runHere(['apply', file, ...database])).code, 0);
    const { code, out, err } = await run(['prune', '--json', ...database]);
    assert.deepEqual([[code, err], (JSON.parse(out) as { brands: unknown }).brands], [[0, ''], []]);
  });

  test('demo refuses a port in use before it fills a store', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = String((other.address() as AddressInfo).port);
    const { code, err } = await runHere(['demo', '--port', port]);
    other.close();
    assert.equal(code, 1);
    assert.match(
      err,
      /Cannot listen on 127\.0\.0\.1, port \d+: the port is in use; choose another with --port\./,
    );
    assert.doesNotMatch(err, /Filling/);
  });

  test('an older Node prints the required version in one line, and exits with 1', async () => {
    const older = "Object.defineProperty(process.versions, 'node', { value: '20.11.1' })";
    const { code, out, err } = await run(['--help'], {
      program: INSTALLED,
      preload: `data:text/javascript,${older}`,
    });
    assert.deepEqual([code, out], [1, '']);
    assert.equal(err, 'sightline needs Node.js 24 or newer; this is 20.11.1.\n');
  });

  test('serve --help lists every setting with its variable, flag and default', async () => {
    const { code, out } = await runHere(['serve', '--help']);
    assert.equal(code, 0);
    for (const { variable, flag, standard } of Object.values(SETTINGS)) {
      if (flag === null) continue;
      assert.match(out, new RegExp(`--${flag} <`));
      const text = out.replaceAll(/\s+/g, ' ');
      assert.ok(text.includes(`(${variable}; default ${standard || 'none'})`), variable);
    }
  });

  test('an unknown command exits with 2', async () => {
    const { code, out, err } = await runHere(['nothing']);
    assert.deepEqual([[code, out], errorOf(err).code], [[2, ''], 'invalid_argument']);
  });

  for (const [what, args, env, message] of [
    ['variable', [], { SIGHTLINE_PORT: 'x' }, 'SIGHTLINE_PORT must be a whole number from 0 to 65535.'],
    ['flag', ['--port', 'x'], {}, '--port must be a whole number from 0 to 65535.'],
  ] as const) {
    test(`a setting with a bad value names its ${what}`, async () => {
      const { code, err } = await runHere(['serve', ...args], env);
      assert.deepEqual([code, errorOf(err)], [1, { code: 'invalid_setting', message }]);
    });
  }

  test('reports a store that it cannot open without its password', async () => {
    const { code, err } = await runHere(['verify', '--database-url', 'postgres://u:secret@127.0.0.1:1/d']);
    assert.deepEqual([code, errorOf(err).code], [1, 'unavailable']);
    assert.doesNotMatch(err, /secret/);
  });

  test('a missing apply file fails before a store is created', async () => {
    const { code, err } = await runHere(['apply', 'gone.yaml'], noStore());
    assert.equal(code, 1);
    assert.deepEqual(errorOf(err), { code: 'invalid_argument', message: 'There is no file gone.yaml.' });
    assert.equal(existsSync(join(folder, 'data')), false);
  });
});

onAnyStore('the program, from an empty store to a report', (fresh) => {
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

      assert.equal((await runHere(['apply', '-'], env, JSON.stringify(acmeFile()))).code, 0);
      const imported = await runHere(['import', path, '--json'], env);
      assert.equal((JSON.parse(imported.out) as { bad_lines: number }).bad_lines, 0);
      assert.equal((await runHere(['key', 'create', '--organization', 'Acme Inc'], env)).code, 0);
      const answers = JSON.parse((await runHere(['answers'], env)).out) as { data: { answer: string }[] };
      assert.deepEqual(pluck(answers.data, 'answer'), ['Acme']);
      assert.equal((await runHere(['verify'], env)).code, 0);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

test('commands that only read a store create none, and name the commands that do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-none-'));
  try {
    const store = join(folder, 'typo.db');
    for (const command of [['verify'], ['rescan'], ['me'], ['key', 'list'], ['brand', 'delete', 'acme']]) {
      const { code, err } = await runHere([...command, '--json', '--database-url', `sqlite:${store}`]);
      assert.deepEqual([code, errorOf(err).code], [1, 'not_found']);
      assert.match(errorOf(err).message, /sightline apply/);
    }
    assert.equal(existsSync(store), false);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('every record, to a reader that leaves after the first, ends quietly', async () => {
  const { store, remove } = await makeStore('sqlite');
  try {
    const { apply, importLines } = pipelineOn(store);
    await apply(acmeFile());
    await importLines(Array.from({ length: 150 }, () => line({ answer: `Acme ${'x'.repeat(1000)}` })));
    const args = [BIN, 'answers', '--all', '--limit', '100', '--database-url', store.url];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const closed = once(child, 'close');
    const [first] = (await once(child.stdout, 'data')) as [Buffer];
    child.stdout.destroy();
    assert.match(String(first), /^\{"id":"ans_/);
    assert.equal(await text(child.stderr), '');
    assert.deepEqual(await closed, [0, null]);
  } finally {
    await remove();
  }
});
