import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { manifestOf, runtimePackages, stage } from '../release/stage.ts';
import { loadAssets } from '../src/dashboard/assets.ts';
import { imageFiles, versionsIn } from './support/packed.ts';
import { ROOT } from './support/write-docs.ts';

const run = promisify(execFile);
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const manifest = manifestOf(ROOT);

describe('the package, without the rest of the project', () => {
  let folder: string;
  let staged: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-package-'));
    staged = join(folder, 'package');
    await mkdir(staged);
    stage(staged);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const sightline = async (...args: string[]) => {
    const env = { ...process.env, SIGHTLINE_DATABASE_URL: `sqlite:${join(folder, 'store.db')}` };
    const program = join(staged, manifest.bin.sightline ?? '');
    return (await run(process.execPath, [program, ...args], { env, cwd: staged })).stdout;
  };

  test('has the program, its samples, its documents and its licenses, and no test', () => {
    for (const path of ['dist/main/bin.js', 'samples/demo.yaml', 'docs/upgrading.md', 'LICENSE', 'NOTICE']) {
      assert.ok(existsSync(join(staged, path)), path);
    }
    const own = globSync('**', { cwd: staged, exclude: ['node_modules'] });
    assert.deepEqual(
      own.filter((path) => /\.test\.|\.ts$|^(test|src|bench|eval|release)\/|\/fixtures\//.test(path)),
      [],
    );
  });

  test('brings every package that it runs with, in exactly the locked version, and none that only tests have', () =>
    assert.deepEqual(versionsIn(staged), runtimePackages()));

  test('brings the terms of every package', () => {
    for (const path of Object.keys(runtimePackages())) {
      const names = globSync('*', { cwd: join(staged, path) });
      assert.ok(
        names.some((name) => /licen[cs]e|copyright|readme/i.test(name)),
        path,
      );
    }
  });

  test('prints its version', async () => assert.equal(await sightline('--version'), `${manifest.version}\n`));

  test('has the stylesheet and the module of the dashboard', async () => {
    const packed = await import(pathToFileURL(join(staged, 'dist', 'dashboard', 'assets.js')).href);
    assert.deepEqual(packed.loadAssets(), loadAssets());
  });

  test('applies, imports and reports', async () => {
    await sightline('apply', 'samples/demo.yaml');
    // The demo's test imports all samples.
    const samples = await readFile(join(staged, 'samples', 'answers.jsonl'), 'utf8');
    const some = join(folder, 'answers.jsonl');
    await writeFile(some, samples.split('\n').slice(0, 100).join('\n'));
    assert.match(await sightline('import', some), / 0 bad\.\n/);
    const report = JSON.parse(await sightline('visibility', '--days', '365', '--brand', 'tandemly')) as {
      data: { engines: { responses: number }[] };
    };
    assert.ok(report.data.engines.some(({ responses }) => responses > 0));
  });

  test('is all that the image copies', () => {
    const copied = imageFiles(read('Dockerfile'));
    assert.ok(copied.length > 5);
    for (const path of copied) assert.ok(existsSync(join(staged, path)), path);
    const [, entry = ''] = /^ENTRYPOINT \["node", "(.+)"\]$/m.exec(read('Dockerfile')) ?? [];
    assert.equal(entry, manifest.bin.sightline);
  });
});
