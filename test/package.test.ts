import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { loadAssets } from '../src/dashboard/assets.ts';
import { SETTINGS } from '../src/main/config.ts';
import { ROOT } from './support/write-docs.ts';

const run = promisify(execFile);
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  version: string;
  dependencies: Record<string, string>;
  files: string[];
};

describe('the packed file, installed without the rest of the project', () => {
  let folder: string;
  let installed: string;
  let files: string[];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-package-'));
    const { stdout } = await run('npm', ['pack', '--json', '--offline', '--pack-destination', folder], {
      cwd: ROOT,
    });
    const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [
      { filename: string; files: { path: string }[] },
    ];
    files = packed.files.map(({ path }) => path);
    await run('tar', ['-xzf', packed.filename], { cwd: folder });
    installed = join(folder, 'package');
    // What `npm install` would put next to it: the dependencies it names, and none that only the tests have.
    for (const name of Object.keys(manifest.dependencies)) {
      const place = join(folder, 'node_modules', name);
      await mkdir(dirname(place), { recursive: true });
      await symlink(join(ROOT, 'node_modules', name), place, 'junction');
    }
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const sightline = async (...args: string[]) => {
    const env = { ...process.env, SIGHTLINE_DATABASE_URL: `sqlite:${join(folder, 'store.db')}` };
    const bin = join(installed, 'dist', 'main', 'bin.js');
    return (await run(process.execPath, [bin, ...args], { env, cwd: installed })).stdout;
  };

  test('has what it runs, its samples, its documents and its licenses, and no test', () => {
    for (const path of ['dist/main/bin.js', 'samples/demo.yaml', 'docs/upgrading.md', 'LICENSE', 'NOTICE']) {
      assert.ok(files.includes(path), path);
    }
    assert.deepEqual(
      files.filter((path) => /\.test\.|^(test|src|bench|eval)\//.test(path)),
      [],
    );
  });

  test('says its version', async () => {
    assert.equal(await sightline('--version'), `${manifest.version}\n`);
  });

  test('has the stylesheet and the module of the dashboard', async () => {
    const packed = await import(pathToFileURL(join(installed, 'dist', 'dashboard', 'assets.js')).href);
    assert.deepEqual(packed.loadAssets(), loadAssets());
  });

  test('applies, imports and reports', async () => {
    await sightline('apply', 'samples/demo.yaml');
    // All of them are imported by the test of the README.
    const samples = await readFile(join(installed, 'samples', 'answers.jsonl'), 'utf8');
    const some = join(folder, 'answers.jsonl');
    await writeFile(some, samples.split('\n').slice(0, 100).join('\n'));
    assert.match(await sightline('import', some), / 0 bad\.\n$/);
    const report = JSON.parse(await sightline('visibility', '--days', '365', '--brand', 'tandemly')) as {
      data: { engines: { responses: number }[] };
    };
    assert.ok(report.data.engines.some(({ responses }) => responses > 0));
  });
});

test('every file that the package names is there', () => {
  // dist/ is made when the package is packed.
  for (const path of manifest.files.filter((each) => each !== 'dist')) {
    assert.ok(existsSync(join(ROOT, path)), path);
  }
});

test('the image copies files and sets settings that exist', () => {
  const dockerfile = read('Dockerfile');
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, list = '']) =>
    list.split(' '),
  );
  assert.ok(copied.length > 5);
  assert.match(dockerfile, /^RUN npm run -s build /m, 'built as the package is');
  for (const path of copied) assert.ok(existsSync(join(ROOT, path)), path);
  for (const path of copied) {
    const allowed = read('.dockerignore').split('\n');
    assert.ok(
      allowed.includes(`!${path}`) || (/^tsconfig/.test(path) && allowed.includes('!tsconfig*.json')),
      path,
    );
  }
  assertSettings(dockerfile);
});

test('the systemd unit starts an existing command with existing settings', () => {
  const unit = read('deploy/sightline.service');
  assert.match(unit, /^ExecStart=.*\/sightline serve$/m);
  assertSettings(unit);
});

function assertSettings(text: string): void {
  const known = Object.values(SETTINGS).map(({ variable }) => variable);
  const named = [...text.matchAll(/\bSIGHTLINE_\w+/g)].map(([variable]) => variable);
  assert.ok(named.length > 0);
  for (const variable of named) assert.ok(known.includes(variable), variable);
}
