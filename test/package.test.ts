import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { checksumsOf } from '../release/run.ts';
import { manifestOf } from '../release/stage.ts';
import { SETTINGS } from '../src/main/settings/config.ts';
import { ROOT } from './support/write-docs.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const manifest = manifestOf(ROOT);

test('every file that the package names is there', () => {
  // Packing the package builds dist/.
  for (const path of manifest.files.filter((each) => each !== 'dist')) {
    assert.ok(existsSync(join(ROOT, path)), path);
  }
});

test('every sample that the demo reads is in the package', () => {
  const samples = readdirSync(join(ROOT, 'samples')).filter((file) => !file.endsWith('.ts'));
  const found = samples.map((file) => `samples/${file}`).filter((path) => !manifest.files.includes(path));
  assert.deepEqual(found, []);
});

test('the image sets settings that exist', () => assertSettings(read('Dockerfile')));

test('the documents and the unit name the file of this version', () => {
  const name = `sightline-${manifest.version}.tgz`;
  for (const path of ['Dockerfile', 'deploy/sightline.service', 'docs/install.md']) {
    assert.deepEqual(new Set(read(path).match(/sightline-\d+\.\d+\.\d+\.tgz/g)), new Set([name]), path);
  }
});

test('the image has one base, which a build can name by its digest', () => {
  const dockerfile = read('Dockerfile');
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  assert.deepEqual(new Set(bases), new Set([`\${NODE_IMAGE}`]));
  const [, major] = /^ARG NODE_IMAGE=node:(\d+)-slim$/m.exec(dockerfile.split('FROM')[0] ?? '') ?? [];
  assert.equal(`>=${major}`, manifest.engines.node);
  assert.match(read('docs/install.md'), /--build-arg NODE_IMAGE=node:24-slim@sha256:<digest>/);
});

test('the systemd unit starts an existing command with existing settings', () => {
  const unit = read('deploy/sightline.service');
  const [, command] = /^ExecStart=\S+\/bin\/(\S+) serve$/m.exec(unit) ?? [];
  assert.deepEqual([command], Object.keys(manifest.bin));
  assertSettings(unit);
});

test('the image and the unit run as users without rights', () => {
  assert.match(read('Dockerfile'), /^USER node$/m);
  const unit = read('deploy/sightline.service');
  for (const line of ['DynamicUser=yes', 'NoNewPrivileges=yes', 'CapabilityBoundingSet='])
    assert.match(unit, new RegExp(`^${line}$`, 'm'));
});

test('the checksums of a release are as sha256sum reads them', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-sums-'));
  context.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'a.tgz'), 'abc');
  const hash = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  assert.equal(checksumsOf(folder, ['a.tgz']), `${hash}  a.tgz\n`);
});

function assertSettings(text: string): void {
  const known = Object.values(SETTINGS).map(({ variable }) => variable);
  const named = [...text.matchAll(/\bSIGHTLINE_\w+/g)].map(([variable]) => variable);
  assert.ok(named.length > 0);
  for (const variable of named) assert.ok(known.includes(variable), variable);
}
