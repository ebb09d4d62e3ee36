import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { SightlineError } from '../domain/errors.ts';
import { type Logins, loginsIn } from './logins.ts';

const SERVER = 'https://sightline.example.com/tools';
// Longer than a random folder name, which could contain it.
const KEY = 'sl_live_SecretQ7';

describe('logins', { skip: process.platform === 'win32' }, () => {
  let home: string;
  let folder: string;
  let logins: Logins;
  const random = (size: number) => randomBytes(size);
  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'sightline-logins-'));
  });
  beforeEach(async () => {
    folder = join(await mkdtemp(join(home, 'each-')), 'sightline', 'logins');
    logins = loginsIn({ path: folder, random, hasModes: true });
  });
  after(() => rm(home, { recursive: true, force: true }));

  const refusal = (reason: RegExp) => (error: unknown) => {
    assert.ok(error instanceof SightlineError && error.code === 'invalid_setting', String(error));
    assert.match(error.message, reason);
    assert.doesNotMatch(`${error.stack}`, /SecretQ7/);
    return true;
  };

  test('are none where nobody logged in', async () => {
    assert.equal(await logins.keyFor(SERVER), null);
    assert.deepEqual(await logins.servers(), []);
    assert.equal(await logins.forget(SERVER), false);
  });

  test('are stored readable only for their owner', async () => {
    const path = await logins.keep(SERVER, KEY);
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
    assert.equal(await logins.keyFor(SERVER), KEY);
    assert.match(path, /\/sightline\.example\.com-[0-9a-f]{10}\.json$/);
  });

  test('for a server are replaced by the next, and leave no other file', async () => {
    await logins.keep(SERVER, 'sl_live_old');
    await logins.keep(SERVER, KEY);
    assert.equal(await logins.keyFor(SERVER), KEY);
    assert.equal((await readdir(folder)).length, 1);
  });

  test('for several servers at once are all kept, also with different paths or ports of a host', async () => {
    const servers = [
      'https://a.example/x',
      'https://a.example/y',
      'https://a.example:8443',
      'http://[::1]:8080',
    ];
    await Promise.all(servers.map((server) => logins.keep(server, `key of ${server}`)));
    assert.deepEqual(await logins.servers(), [...servers].sort());
    for (const server of servers) assert.equal(await logins.keyFor(server), `key of ${server}`);
    assert.equal(await logins.forget('https://a.example/x'), true);
    assert.equal(await logins.keyFor('https://a.example/x'), null);
    assert.equal(await logins.keyFor('https://a.example/y'), 'key of https://a.example/y');
  });

  for (const mode of [0o640, 0o604, 0o620]) {
    test(`that others can read (mode 0${mode.toString(8)}) are refused, but listed and forgotten`, async () => {
      await chmod(await logins.keep(SERVER, KEY), mode);
      await assert.rejects(logins.keyFor(SERVER), refusal(/Other users .*chmod 600/));
      assert.deepEqual(await logins.servers(), [SERVER]);
      assert.equal(await logins.forget(SERVER), true);
    });
  }

  test('are read with any mode where modes mean nothing', async () => {
    await chmod(await logins.keep(SERVER, KEY), 0o666);
    const windows = loginsIn({ path: folder, random, hasModes: false });
    assert.equal(await windows.keyFor(SERVER), KEY);
  });

  for (const damaged of ['', `{"key":"${KEY}"`, 'null', '{"server":1,"key":2}']) {
    test(`that are damaged (${damaged.slice(0, 8)}) are refused without quoting them`, async () => {
      await writeFile(await logins.keep(SERVER, KEY), damaged);
      await assert.rejects(logins.keyFor(SERVER), refusal(/is damaged/));
    });
  }

  test('in a folder that cannot be created say so', async () => {
    const file = join(home, 'file');
    await writeFile(file, '');
    const nowhere = loginsIn({ path: join(file, 'logins'), random, hasModes: true });
    await assert.rejects(nowhere.keep(SERVER, KEY), refusal(/Cannot use .*: ENOTDIR/));
    await assert.rejects(nowhere.keyFor(SERVER), refusal(/Cannot use .*: ENOTDIR/));
  });

  test('contain the key, and nothing that a program must guess', async () => {
    const path = await logins.keep(SERVER, KEY);
    assert.deepEqual(JSON.parse(await readFile(path, 'utf8')), { server: SERVER, key: KEY });
  });
});
