import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isApiKey } from '../../src/domain/access/api-key.ts';
import { acmeStore, runCli } from '../support/cli.ts';
import { onReusedStore } from '../support/stores.ts';
import { iso, NOW } from '../support/world.ts';

const CREATE = ['key', 'create', '--organization', 'Acme Inc'];

onReusedStore('key commands', (fresh) => {
  test('create --json prints the key beside its facts', async () => {
    const { code, out } = await runCli(await acmeStore(fresh), [...CREATE, '--json']);
    assert.equal(code, 0);
    assert.match(
      out,
      /^\{"id":"key_[0-9A-Za-z]{12}","organization":"Acme Inc","scopes":\["read"\],"brand":null,"key":"sl_live_[0-9A-Za-z]{40}","changes":\[.*\],"notices":\[\],"cost":null\}\n$/,
    );
  });

  test('create prints only the key on standard output, and the rest on standard error', async () => {
    const { out, err } = await runCli(await acmeStore(fresh), [...CREATE, '--brand', 'ACME']);
    assert.ok(isApiKey(out.trim()));
    assert.equal(out, `${out.trim()}\n`);
    assert.match(
      err,
      /^\+ Key: key_\w{12}\norganization: Acme Inc\nscopes: read\nbrand: acme\nYou cannot see it again\.\n$/,
    );
  });

  test('rotate prints only the new key, and ends the old one', async () => {
    const store = await acmeStore(fresh);
    const made = async () => JSON.parse((await runCli(store, [...CREATE, '--json'])).out) as { id: string };
    const { code, out, err } = await runCli(store, ['key', 'rotate', (await made()).id]);
    assert.equal(code, 0);
    assert.ok(isApiKey(out.trim()));
    assert.match(err, /\nThe old key no longer works\.\n/);
  });

  test('create needs to know the key’s organization', async () => {
    const { code, err } = await runCli(await acmeStore(fresh), ['key', 'create']);
    assert.equal(code, 1);
    assert.match(err, /Say which organization/);
  });

  test('list --json has everything about a key except the key', async () => {
    const store = await acmeStore(fresh);
    const { out: created } = await runCli(store, [
      ...CREATE,
      '--name',
      'BI',
      '--expires',
      iso(NOW + 1),
      '--json',
    ]);
    const { id, key } = JSON.parse(created) as { id: string; key: string };
    const { out } = await runCli(store, ['key', 'list', '--json']);
    assert.deepEqual(JSON.parse(out), [
      {
        id,
        hint: `${key.slice(0, 12)}…`,
        name: 'BI',
        organization: 'Acme Inc',
        scopes: ['read'],
        brand: null,
        made_by: 'command line',
        made_by_disabled: false,
        connection: false,
        created_at: iso(NOW),
        expires_at: iso(NOW + 1),
        revoked_at: null,
      },
    ]);
  });

  test('list shows missing values in words', async () => {
    const store = await acmeStore(fresh);
    await runCli(store, CREATE);
    const { out } = await runCli(store, ['key', 'list']);
    assert.match(out, /Acme Inc +read +all +never +- +command line +no\n$/);
  });

  test('revoke ends a key, and again does no harm; one that does not exist is refused', async () => {
    const store = await acmeStore(fresh);
    const { out } = await runCli(store, [...CREATE, '--json']);
    const { id } = JSON.parse(out) as { id: string };
    assert.equal((await runCli(store, ['key', 'revoke', id])).out, `- Key: ${id}\n`);
    assert.equal((await runCli(store, ['key', 'revoke', id])).code, 0);
    const { out: list } = await runCli(store, ['key', 'list', '--json']);
    assert.equal((JSON.parse(list) as { revoked_at: string }[])[0]?.revoked_at, iso(NOW));
    const { code, err } = await runCli(store, ['key', 'revoke', 'key_000000000000']);
    assert.equal(code, 1);
    assert.equal(err, '{"error":{"code":"not_found","message":"There is no key with this id."}}\n');
  });
});
