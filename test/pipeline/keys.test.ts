import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { isApiKey } from '../../src/domain/access/api-key.ts';
import { SightlineError } from '../../src/domain/errors.ts';
import { removeBrand } from '../../src/pipeline/declare/brands.ts';
import { allKeys, createKey, type KeyRequest, revoke, rotateKey } from '../../src/pipeline/declare/keys.ts';
import { findKey } from '../../src/storage/directory/keys.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { pluck } from '../support/pluck.ts';
import { onReusedStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import {
  ACME_BRAND,
  acmeFile,
  Clock,
  HOUR_MS,
  iso,
  NOW,
  pipelineOn,
  random,
  setUp,
} from '../support/world.ts';

const OTHER = { name: 'Other Inc', brands: [{ id: 'other', name: 'Other' }] };

async function acmeStore(fresh: () => Promise<Store>): Promise<Store> {
  const { store } = await setUp(fresh, acmeFile([ACME_BRAND], { id: 'acme-inc' }));
  await pipelineOn(store).apply({ organizations: [OTHER] });
  return store;
}

async function recordOf({ main }: Store, key: string) {
  const record = await findKey(main, createHash('sha256').update(key).digest('hex'));
  return record;
}

onReusedStore('keys', (fresh) => {
  test('a new key reads, is pinned to no brand, and never expires', async () => {
    const store = await acmeStore(fresh);
    const { id, key, ...rest } = await pipelineOn(store).createKey();
    assert.ok(isApiKey(key));
    assert.match(id, /^key_[0-9A-Za-z]{12}$/);
    assert.deepEqual(rest, { organization: 'Acme Inc', scopes: ['read'], brand: null });
    const record = await recordOf(store, key);
    assert.deepEqual([record?.expiresAt, record?.revokedAt, record?.brandIds], [null, null, null]);
  });

  test('takes the organization by id', async () => {
    const store = await acmeStore(fresh);
    const { organization } = await pipelineOn(store).createKey({ organization: 'acme-inc' });
    assert.equal(organization, 'Acme Inc');
  });

  for (const name of ['', ' \n', 'x'.repeat(101)]) {
    test(`refuses the name ${JSON.stringify(name.slice(0, 5))} with ${name.length} characters`, async () => {
      const store = await acmeStore(fresh);
      await assert.rejects(pipelineOn(store).createKey({ name }), {
        code: 'invalid_argument',
        message: 'Give the key a name with 1 to 100 characters, or leave it out.',
      });
      assert.deepEqual(await allKeys(store.main, undefined), []);
    });
  }

  test('keeps scopes in one order, each once', async () => {
    const store = await acmeStore(fresh);
    const { scopes } = await pipelineOn(store).createKey({ scopes: ['brands:write', 'read', 'read'] });
    assert.deepEqual(scopes, ['read', 'brands:write']);
  });

  test('pins a key to a brand', async () => {
    const store = await acmeStore(fresh);
    const { key, brand } = await pipelineOn(store).createKey({ brand: 'acme' });
    assert.equal(brand, 'acme');
    assert.ok((await recordOf(store, key))?.brandIds);
  });

  test('keeps an expiry to the millisecond', async () => {
    const store = await acmeStore(fresh);
    const { key } = await pipelineOn(store).createKey({ expires: '2027-01-31T00:00:00.001Z' });
    assert.equal((await recordOf(store, key))?.expiresAt, Date.UTC(2027, 0, 31, 0, 0, 0, 1));
  });

  for (const [what, request, code, message] of [
    [
      'an unknown organization',
      { organization: 'Nobody' },
      'not_found',
      /no organization Nobody; there are Acme Inc, Other Inc\.$/,
    ],
    [
      'an unknown brand',
      { brand: 'nobody' },
      'no_such_brand',
      /no brand with that id or name; there is acme/,
    ],
    ["another organization's brand", { brand: 'other' }, 'no_such_brand', /there is acme \(Acme\)\.$/],
    ['an expiry that is over', { expires: iso(NOW) }, 'invalid_argument', /`expires` is in the past/],
    ['an expiry without a zone', { expires: '2027-01-31T00:00:00' }, 'invalid_argument', /`expires` must be/],
  ] as const) {
    test(`no key for ${what}`, async () => {
      const store = await acmeStore(fresh);
      const request_: KeyRequest = { organization: 'Acme Inc', ...request };
      await assert.rejects(
        createKey({ db: store.main, now: new Clock().now, random, actor: 'test' }, request_),
        (error) => {
          assert.ok(error instanceof SightlineError);
          assert.equal(error.code, code);
          assert.match(error.message, message);
          return true;
        },
      );
      assert.deepEqual(await allKeys(store.main, undefined), []);
    });
  }

  test('creates no key for a deleted brand', async () => {
    const store = await acmeStore(fresh);
    await removeBrand(store.main, 'acme', NOW);
    await assert.rejects(pipelineOn(store).createKey({ brand: 'acme' }), { code: 'no_such_brand' });
  });

  test('the key itself is in no column of any table, only its hash', async () => {
    const store = await acmeStore(fresh);
    const { key } = await pipelineOn(store).createKey({ name: 'the dashboard', brand: 'acme' });
    const everything = JSON.stringify(await contentsOf(store.main));
    assert.ok(!everything.includes(key));
    assert.ok(!everything.includes(key.slice(13)));
    assert.ok(everything.includes(createHash('sha256').update(key).digest('hex')));
  });

  test('lists keys oldest first with their hint', async () => {
    const store = await acmeStore(fresh);
    const { createKey } = pipelineOn(store);
    const first = await createKey({ name: 'one' });
    const second = await createKey({ brand: 'acme' });
    const listed = await allKeys(store.main, undefined);
    assert.deepEqual(pluck(listed, 'id', 'hint', 'name', 'brand'), [
      [first.id, `${first.key.slice(0, 12)}…`, 'one', null],
      [second.id, `${second.key.slice(0, 12)}…`, null, 'acme'],
    ]);
  });

  test("lists only one organization's keys", async () => {
    const store = await acmeStore(fresh);
    const { createKey } = pipelineOn(store);
    await createKey();
    const other = await createKey({ organization: 'Other Inc' });
    assert.deepEqual(pluck(await allKeys(store.main, 'Other Inc'), 'id'), [other.id]);
  });

  test('the keys of an unknown organization are not an empty list', async () => {
    const store = await acmeStore(fresh);
    await assert.rejects(allKeys(store.main, 'Nobody'), { code: 'not_found' });
  });

  test('a revoked key keeps the time of its first revocation', async () => {
    const store = await acmeStore(fresh);
    const { id } = await pipelineOn(store).createKey();
    await revoke({ db: store.main, now: () => NOW, random, actor: 'test' }, id);
    await revoke({ db: store.main, now: () => NOW + 1, random, actor: 'test' }, id);
    assert.equal((await allKeys(store.main, undefined))[0]?.revokedAt, NOW);
  });

  const rotate = (store: Store, id: string) =>
    rotateKey({ db: store.main, now: () => NOW + 1, random, actor: 'test' }, id);

  test('of two who replace a key at once, one finds that it has ended', async () => {
    const store = await acmeStore(fresh);
    const { id } = await pipelineOn(store).createKey();
    const results = await Promise.allSettled([rotate(store, id), rotate(store, id)]);
    assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  });

  test('a rotated key equals the old one in everything but the key, and the old one ends immediately', async () => {
    const store = await acmeStore(fresh);
    const expires = iso(NOW + HOUR_MS);
    const old = await pipelineOn(store).createKey({
      name: 'BI',
      brand: 'acme',
      scopes: ['brands:write'],
      expires,
    });
    const { id, key } = await rotate(store, old.id);
    assert.notEqual(key, old.key);
    const [before, after] = await allKeys(store.main, undefined);
    const { id: _, hint: __, createdAt: ___, revokedAt, ...kept } = before ?? assert.fail();
    assert.equal(revokedAt, NOW + 1);
    assert.deepEqual(after, {
      ...kept,
      id,
      hint: `${key.slice(0, 12)}…`,
      createdAt: NOW + 1,
      revokedAt: null,
    });
  });

  test('cannot rotate an ended or unknown key', async () => {
    const store = await acmeStore(fresh);
    const { id } = await pipelineOn(store).createKey();
    await assert.rejects(rotate(store, 'key_000000000000'), { code: 'not_found' });
    await rotate(store, id);
    await assert.rejects(rotate(store, id), { code: 'conflict' });
    assert.equal((await allKeys(store.main, undefined)).length, 2);
  });

  test('revoking one key does not affect the others', async () => {
    const store = await acmeStore(fresh);
    const { createKey } = pipelineOn(store);
    const { id } = await createKey();
    await createKey();
    await revoke({ db: store.main, now: () => NOW, random, actor: 'test' }, id);
    assert.deepEqual(pluck(await allKeys(store.main, undefined), 'revokedAt'), [NOW, null]);
  });

  test('cannot revoke an unknown key', async () => {
    const store = await acmeStore(fresh);
    await assert.rejects(
      revoke({ db: store.main, now: () => NOW, random, actor: 'test' }, 'key_000000000000'),
      { code: 'not_found' },
    );
  });
});
