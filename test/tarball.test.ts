import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { billOfMaterials, pack } from '../release/run.ts';
import { manifestOf, ROOT, runtimePackages } from '../release/stage.ts';
import { isNightly } from './support/effort.ts';
import { imageFiles, versionsIn } from './support/packed.ts';

const run = promisify(execFile);
const { name, version } = manifestOf(ROOT);

const majorOf = (node: string) =>
  Number.parseInt(execFileSync(node, ['--version'], { encoding: 'utf8' }).slice(1), 10);

/** An older Node.js on this machine. */
const OLDER = !isNightly
  ? undefined
  : (process.env.PATH ?? '')
      .split(delimiter)
      .map((folder) => join(folder, 'node'))
      .find((path) => existsSync(path) && majorOf(path) < 24);

// Only `npm run test:release` runs these.
describe('the packed file, on a machine with only Node.js', { skip: !isNightly }, () => {
  let folder: string;
  let tarball: string;
  let prefix: string;
  let env: NodeJS.ProcessEnv;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-tarball-'));
    tarball = join(folder, 'packed', `sightline-${version}.tgz`);
    pack(join(folder, 'packed'), `sightline-${version}.tgz`);
    prefix = join(folder, 'prefix');
    for (const each of ['bin', 'home', 'work', 'tmp']) mkdirSync(join(folder, each));
    symlinkSync(process.execPath, join(folder, 'bin', 'node'));
    env = { HOME: join(folder, 'home'), PATH: join(folder, 'bin'), TMPDIR: join(folder, 'tmp') };
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** A new user's npm: an empty cache, and here no network. */
  const npm = async (program: 'npm' | 'npx', ...args: string[]) => {
    const cache = join(folder, 'cache');
    const settings = { npm_config_cache: cache, npm_config_offline: 'true', NODE_DISABLE_COMPILE_CACHE: '1' };
    const path = [join(folder, 'bin'), process.env.PATH].join(delimiter);
    return await run(program, args, { cwd: join(folder, 'work'), env: { ...env, ...settings, PATH: path } });
  };

  /** Starts the installed program, and resolves with its output as soon as it contains `text`. */
  const start = async (text: string, ...args: string[]) => {
    const program = spawn(join(prefix, 'bin', 'sightline'), args, {
      cwd: join(folder, 'work'),
      env: { ...env, SIGHTLINE_PORT: '0' },
    });
    let printed = '';
    for (const stream of [program.stdout, program.stderr]) stream.on('data', (piece) => (printed += piece));
    const exited = once(program, 'exit') as Promise<[number | null]>;
    while (!printed.includes(text)) {
      await Promise.race([once(program.stdout, 'data'), once(program.stderr, 'data'), exited]);
      assert.equal(program.exitCode, null, printed);
    }
    const stop = async (signal: NodeJS.Signals) => {
      program.kill(signal);
      return (await exited)[0];
    };
    return { printed, stop };
  };

  test('npm installs it without a registry, as one package with exactly the locked versions', async () => {
    await npm('npm', 'install', '--global', '--prefix', prefix, tarball);
    const modules = join(prefix, 'lib', 'node_modules');
    assert.deepEqual(globSync('{*,@*/*}/package.json', { cwd: modules }), [join(name, 'package.json')]);
    assert.deepEqual(versionsIn(join(modules, name)), runtimePackages());
  });

  test('npx runs it from the file', async () => {
    // npm takes an absolute path for a program.
    const path = `./${relative(join(folder, 'work'), tarball)}`;
    assert.equal((await npm('npx', '--yes', path, '--version')).stdout, `${version}\n`);
  });

  test('demo prints a sign-in link, serves, stops on Ctrl-C, and leaves nothing behind', async () => {
    const { printed, stop } = await start('Ctrl-C', 'demo');
    const [, link = ''] = /Dashboard (\S+)/.exec(printed) ?? [];
    const opened = await fetch(link, { redirect: 'manual' });
    assert.ok(opened.status < 400, String(opened.status));
    const [, key = '', url = ''] = /X-API-Key: (\w+)' '(\S+visibility\S+)'/.exec(printed) ?? [];
    assert.equal((await fetch(url, { headers: { 'x-api-key': key } })).status, 200);
    assert.equal(await stop('SIGINT'), 0);
    assert.deepEqual(readdirSync(env.TMPDIR ?? ''), []);
  });

  test('serve creates a store in the current folder, and prints the first link', async () => {
    const { printed, stop } = await start('This link creates the first user', 'serve');
    const [, base = ''] = /listening on (http:\S+)\/api/.exec(printed) ?? [];
    assert.equal((await fetch(`${base}/readyz`)).status, 200);
    assert.equal(await stop('SIGTERM'), 0);
    assert.ok(existsSync(join(folder, 'work', 'data', 'sightline.db')));
  });

  test('an older Node.js prints the required version in one line', {
    skip: OLDER === undefined,
  }, async () => {
    const installed = join(prefix, 'bin', 'sightline');
    const failed = await run(OLDER ?? '', [installed, 'demo']).catch((error) => error);
    const { stdout } = await run(OLDER ?? '', ['--version']);
    assert.deepEqual([failed.code, failed.stdout], [1, '']);
    assert.equal(failed.stderr, `sightline needs Node.js 24 or newer; this is ${stdout.trim().slice(1)}.\n`);
  });

  test('the files that the image copies are enough to run it', async () => {
    const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
    await run('tar', ['-xzf', tarball, '-C', join(folder, 'packed')]);
    const app = join(folder, 'app');
    for (const path of imageFiles(dockerfile)) {
      cpSync(join(folder, 'packed', 'package', path), join(app, path), { recursive: true });
    }
    const [, entry = ''] = /^ENTRYPOINT (.+)$/m.exec(dockerfile) ?? [];
    const [node = '', ...program] = JSON.parse(entry) as string[];
    const store = { SIGHTLINE_DATABASE_URL: `sqlite:${join(folder, 'image.db')}` };
    for (const args of [['apply', 'samples/demo.yaml'], ['verify']]) {
      await run(node, [...program, ...args], { cwd: app, env: { ...env, ...store } });
    }
  });

  test('npm uninstalls all of it', async () => {
    await npm('npm', 'uninstall', '--global', '--prefix', prefix, name);
    assert.deepEqual(
      globSync('{bin,lib}/**', { cwd: prefix, withFileTypes: true }).filter((entry) => !entry.isDirectory()),
      [],
    );
  });

  test('its bill of materials lists exactly its packages', () => {
    const { bomFormat, metadata, components } = JSON.parse(billOfMaterials()) as {
      bomFormat: string;
      metadata: { component: { name: string; version: string } };
      components: { name: string; version: string }[];
    };
    assert.equal(bomFormat, 'CycloneDX');
    assert.deepEqual([metadata.component.name, metadata.component.version], [name, version]);
    const locked = Object.entries(runtimePackages()).map(
      ([path, each]) => `${path.split('node_modules/').at(-1)}@${each}`,
    );
    const found = components.map((each) => `${each.name}@${each.version}`).toSorted();
    assert.deepEqual(found, [...new Set(locked)].toSorted());
  });
});
