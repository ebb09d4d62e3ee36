import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { SightlineError } from '../../src/domain/errors.ts';
import { engineSettings } from '../../src/main/settings/engines.ts';
import { secretKeyOf } from '../../src/main/settings/secret-key.ts';
import {
  engineKeysStamp,
  enterEngineKey,
  enteredKeys,
  openedKeys,
  removeEngineKey,
} from '../../src/pipeline/collect/keys/engine-keys.ts';
import { isInTrouble, openBreaker } from '../../src/storage/collect/breakers.ts';
import { pluck } from '../support/pluck.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { NOW } from '../support/world.ts';

const SECRET = 'a key of at least thirty-two characters';
const secretKey = async () => SECRET;

const depsOn = ({ main: db }: TestStore, at = NOW) => ({
  db,
  now: () => at,
  random: randomBytes,
  secretKey,
  actor: 'command line',
});

onReusedStore('the keys of engines', (fresh) => {
  test('are stored encrypted, readable only with their secret key, and audited without the key', async () => {
    const store = await fresh();
    await enterEngineKey(depsOn(store), 'openai', ' sk-secret-1\n');
    const rows = await store.main.selectFrom('engine_keys').selectAll().execute();
    const audit = await store.main.selectFrom('audit_log').selectAll().execute();
    assert.doesNotMatch(JSON.stringify([rows, audit]), /sk-secret/);
    assert.deepEqual(pluck(audit, 'action', 'subject', 'detail'), [['engine.key', 'openai', 'OpenAI']]);
    assert.deepEqual([...(await openedKeys(store.main, secretKey))], [['openai', 'sk-secret-1']]);
    assert.deepEqual([...(await openedKeys(store.main, async () => `${SECRET}!`))], [['openai', null]]);
    assert.deepEqual([...(await openedKeys(store.main, null))], [['openai', null]]);
    const { setAt, setBy } = (await enteredKeys(store.main)).get('openai') ?? assert.fail();
    assert.deepEqual([setAt, setBy], [NOW, 'command line']);
  });

  test('stay closed while the key file cannot be read, and engines of the environment go on', async () => {
    const store = await fresh();
    await enterEngineKey(depsOn(store), 'openai', 'sk-secret-1');
    const unreadable = new SightlineError('unavailable', 'Sightline cannot use the key file.');
    const opened = await openedKeys(store.main, async () => {
      throw unreadable;
    });
    assert.deepEqual([...opened], [['openai', null]]);
    await assert.rejects(
      openedKeys(store.main, async () => {
        throw new Error('a mistake');
      }),
      /a mistake/,
    );
    const env = { SIGHTLINE_XAI_KEY: 'of the environment' };
    // A file instead of a folder: no key file can be there.
    const path = join(await mkdtemp(join(tmpdir(), 'sightline-')), 'file');
    await writeFile(path, '');
    const config = { secretKey: '', databaseUrl: `sqlite://${path}/store.db` };
    await assert.rejects((secretKeyOf(config) ?? assert.fail())(), /Sightline cannot use the key file/);
    assert.deepEqual(await engineSettings(env, store.main, config), env);
  });

  test('replace a key that the environment lacks, never one that it has', async () => {
    const store = await fresh();
    const config = { secretKey: SECRET, databaseUrl: store.url };
    for (const provider of ['openai', 'xai']) await enterEngineKey(depsOn(store), provider, `of-${provider}`);
    const env = { SIGHTLINE_XAI_KEY: 'of the environment', SIGHTLINE_OPENAI_KEY: '' };
    assert.deepEqual(await engineSettings(env, store.main, config), {
      SIGHTLINE_XAI_KEY: 'of the environment',
      SIGHTLINE_OPENAI_KEY: 'of-openai',
    });
  });

  test('a new one replaces the old one, and restarts stopped engines', async () => {
    const store = await fresh();
    await enterEngineKey(depsOn(store), 'openai', 'old');
    await openBreaker(store.main, { engine: 'chatgpt', detail: 'http_401', now: NOW });
    const stamp = await engineKeysStamp(store.main);
    await enterEngineKey(depsOn(store, NOW + 1), 'openai', 'new');
    assert.notEqual(await engineKeysStamp(store.main), stamp);
    assert.equal((await openedKeys(store.main, secretKey)).get('openai'), 'new');
    assert.equal(await isInTrouble(store.main, 'chatgpt'), false);
    await removeEngineKey(depsOn(store), 'openai');
    assert.equal((await openedKeys(store.main, secretKey)).size, 0);
    await assert.rejects(removeEngineKey(depsOn(store), 'openai'), /Nobody entered a key for OpenAI here/);
  });

  test('refuses an invalid key, an unknown provider, and a key that it cannot encrypt, and stores nothing', async () => {
    const store = await fresh();
    const deps = depsOn(store);
    for (const text of ['', ' ', 'two words', 'ключ', 'k'.repeat(1001)])
      await assert.rejects(enterEngineKey(deps, 'openai', text), /A key has letters, digits, and symbols/);
    await assert.rejects(enterEngineKey(deps, 'askjeeves', 'key'), /There is no provider "askjeeves"\./);
    await assert.rejects(
      enterEngineKey({ ...deps, secretKey: null }, 'openai', 'key'),
      /Ask its operator to set SIGHTLINE_SECRET_KEY/,
    );
    assert.equal((await enteredKeys(store.main)).size, 0);
  });
});
