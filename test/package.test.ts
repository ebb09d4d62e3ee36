import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { loadAssets } from '../src/dashboard/assets.ts';
import { SETTINGS } from '../src/main/config.ts';
import { isNightly } from './support/effort.ts';
import { ROOT } from './support/write-docs.ts';

const run = promisify(execFile);
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  version: string;
  files: string[];
  engines: { node: string };
};

/** Packages by the folder that they are in. */
type Versions = Readonly<Record<string, string>>;

const lock = JSON.parse(read('package-lock.json')) as {
  packages: Record<string, { version: string; dev?: true }>;
};

/** Those that the lockfile has for more than the tests. */
const LOCKED: Versions = Object.fromEntries(
  Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version }]) => [path, version]),
);

function versionsIn(place: string): Versions {
  // A package has folders with a package.json of their own too, which only say how to load what is in them.
  const paths = globSync('node_modules/**/node_modules/{*,@*/*}/package.json', { cwd: place }).concat(
    globSync('node_modules/{*,@*/*}/package.json', { cwd: place }),
  );
  return Object.fromEntries(
    paths.sort().map((path) => {
      const { version } = JSON.parse(readFileSync(join(place, path), 'utf8')) as { version: string };
      return [dirname(path), version];
    }),
  );
}

describe('the packed file, installed without the rest of the project', () => {
  let folder: string;
  let installed: string;
  let tarball: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-package-'));
    const { stdout } = await run('npm', ['pack', '--silent', '--offline', '--pack-destination', folder], {
      cwd: ROOT,
    });
    tarball = join(folder, stdout.trim());
    await run('tar', ['-xzf', tarball], { cwd: folder });
    installed = join(folder, 'package');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const sightline = async (...args: string[]) => {
    const env = { ...process.env, SIGHTLINE_DATABASE_URL: `sqlite:${join(folder, 'store.db')}` };
    const bin = join(installed, 'dist', 'main', 'bin.js');
    return (await run(process.execPath, [bin, ...args], { env, cwd: installed })).stdout;
  };

  test('has what it runs, its samples, its documents and its licenses, and no test', () => {
    for (const path of ['dist/main/bin.js', 'samples/demo.yaml', 'docs/upgrading.md', 'LICENSE', 'NOTICE']) {
      assert.ok(existsSync(join(installed, path)), path);
    }
    const own = globSync('**', { cwd: installed, exclude: ['node_modules'] });
    assert.deepEqual(
      own.filter((path) => /\.test\.|^(test|src|bench|eval)\//.test(path)),
      [],
    );
  });

  test('brings every package that it runs with, in exactly the locked version, and none that only tests have', () => {
    assert.deepEqual(versionsIn(installed), LOCKED);
  });

  test('is installed by npm without a registry, with exactly these', { skip: !isNightly }, async () => {
    const place = join(folder, 'machine');
    await mkdir(place);
    const flags = [
      '--offline',
      '--cache',
      join(folder, 'cache'),
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
    ];
    await run('npm', ['install', ...flags, tarball], { cwd: place });
    assert.deepEqual(await readdir(join(place, 'node_modules')), ['.bin', '.package-lock.json', 'sightline']);
    assert.deepEqual(versionsIn(join(place, 'node_modules', 'sightline')), LOCKED);
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
    // All of them are imported by the test of the demo.
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

test('every stage of the image is built from one base, which a build can name by its digest', () => {
  const dockerfile = read('Dockerfile');
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  assert.deepEqual(new Set(bases), new Set([`\${NODE_IMAGE}`]));
  const [, major] = /^ARG NODE_IMAGE=node:(\d+)-slim$/m.exec(dockerfile.split('FROM')[0] ?? '') ?? [];
  assert.equal(`>=${major}`, manifest.engines.node);
  assert.match(read('docs/upgrading.md'), /--build-arg NODE_IMAGE=node:24-slim@sha256:<digest>/);
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
