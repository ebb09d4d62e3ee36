import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { SHARED_PAGES } from '../../src/domain/share-link.ts';
import {
  createShare,
  revokeShare,
  type ShareRequest,
  shareOf,
  sharesOf,
} from '../../src/pipeline/accounts/shares.ts';
import { removeBrand, takeBrandBack } from '../../src/pipeline/declare/brands.ts';
import { findWorkspace } from '../../src/storage/directory/brands.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { onEveryStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import { ACME_BRAND, acmeFile, DAY_MS, NOW, pipelineOn, random } from '../support/world.ts';

interface World {
  readonly store: Store;
  readonly brandId: number;
  readonly otherId: number;
  share(fields?: Partial<ShareRequest>, now?: number): ReturnType<typeof createShare>;
}

async function worldOn(fresh: () => Promise<Store>): Promise<World> {
  const store = await fresh();
  const other = { ...ACME_BRAND, id: 'other', name: 'Other' };
  await pipelineOn(store).apply(acmeFile([ACME_BRAND, other]));
  const [brandId, otherId] = [await internalId(store, 'acme'), await internalId(store, 'other')];
  const request = { brandId, name: 'For the client', pages: ['sources'], days: 30, createdBy: 'ann' };
  const share = (fields: Partial<ShareRequest> = {}, now = NOW) =>
    createShare({ db: store.main, now, random }, { ...request, ...fields });
  return { store, brandId, otherId, share };
}

async function internalId({ main }: Store, id: string): Promise<number> {
  const found = await findWorkspace(main, id);
  assert.ok(found !== null);
  return found;
}

onEveryStore('share links', (fresh) => {
  test('a token opens the chosen pages of one brand', async () => {
    const { store, brandId, share } = await worldOn(fresh);
    const { id, token } = await share({ pages: ['alerts', 'overview', 'alerts'] });
    const opened = await shareOf(store.main, token, NOW);
    assert.deepEqual(opened?.pages, ['overview', 'alerts']);
    assert.deepEqual(
      [opened.id, opened.name, opened.brandInternalId, opened.brandId, opened.brandName],
      [id, 'For the client', brandId, 'acme', 'Acme'],
    );
    assert.deepEqual([opened.organizationName, opened.subscription?.plan], ['Acme Inc', 'growth']);
  });

  test('the store has the hash of a token and nothing else of it', async () => {
    const { store, share } = await worldOn(fresh);
    const { token } = await share();
    const contents = JSON.stringify(await contentsOf(store.main));
    assert.ok(contents.includes(createHash('sha256').update(token).digest('hex')));
    assert.equal(contents.includes(token.slice('sl_share_'.length, -6)), false);
    assert.equal(contents.includes(token.slice(0, 20)), false);
  });

  test('a link ends at its last millisecond', async () => {
    const { store, share } = await worldOn(fresh);
    const { token, expiresAt } = await share({ days: 1 });
    assert.equal(expiresAt, NOW + DAY_MS);
    assert.ok(await shareOf(store.main, token, expiresAt - 1));
    assert.equal(await shareOf(store.main, token, expiresAt), null);
  });

  test('a revoked link is over, and stays in the list as it was ended first', async () => {
    const { store, brandId, share } = await worldOn(fresh);
    const { id, token } = await share();
    const kept = await share({ name: 'Kept' });
    for (const now of [NOW + 1, NOW + 2]) await revokeShare({ db: store.main, now }, brandId, id);
    assert.equal(await shareOf(store.main, token, NOW), null);
    assert.ok(await shareOf(store.main, kept.token, NOW));
    const listed = await sharesOf(store.main, brandId);
    assert.deepEqual(
      listed.map(({ name, revokedAt }) => [name, revokedAt]),
      [
        ['Kept', null],
        ['For the client', NOW + 1],
      ],
    );
  });

  test('a link is revoked only by its own brand', async () => {
    const { store, otherId, share } = await worldOn(fresh);
    const { id, token } = await share();
    await revokeShare({ db: store.main, now: NOW }, otherId, id);
    await revokeShare({ db: store.main, now: NOW }, otherId, 'shr_\u0000');
    assert.ok(await shareOf(store.main, token, NOW));
    assert.deepEqual(await sharesOf(store.main, otherId), []);
  });

  test('the links of a deleted brand are over until it is restored', async () => {
    const { store, brandId, share } = await worldOn(fresh);
    const { token } = await share();
    await removeBrand(store.main, 'acme', NOW);
    assert.equal(await shareOf(store.main, token, NOW), null);
    await assert.rejects(share(), { code: 'not_found' });
    await takeBrandBack(store.main, 'acme', NOW);
    assert.equal((await shareOf(store.main, token, NOW))?.brandInternalId, brandId);
  });

  for (const token of ['', 'sl_share_', 'x', '\u0000', `sl_share_${'a'.repeat(49)}`]) {
    test(`nothing is opened by ${JSON.stringify(token.slice(0, 12))}`, async () => {
      const { store } = await worldOn(fresh);
      assert.equal(await shareOf(store.main, token, NOW), null);
    });
  }

  for (const [what, fields, message] of [
    ['no name', { name: ' \n' }, /a name of 1 to 100 characters/],
    ['a name that is too long', { name: 'x'.repeat(101) }, /a name of 1 to 100 characters/],
    ['no page', { pages: [] }, /at least one page/],
    ['a page that cannot be shared', { pages: ['sources', 'set-up'] }, /no page "set-up" to share/],
    ['no day', { days: 0 }, /1 to 365 days/],
    ['part of a day', { days: 1.5 }, /1 to 365 days/],
    ['more than a year', { days: 366 }, /1 to 365 days/],
    ['an end that is not a number', { days: Number.NaN }, /1 to 365 days/],
  ] as const) {
    test(`a link is refused with ${what}`, async () => {
      const { store, brandId, share } = await worldOn(fresh);
      await assert.rejects(share(fields), { code: 'invalid_argument', message });
      assert.deepEqual(await sharesOf(store.main, brandId), []);
    });
  }

  test('a hundred links may work at once, ended ones not counted', async () => {
    const { share } = await worldOn(fresh);
    await share({ days: 1 }, NOW - DAY_MS);
    for (let made = 0; made < 100; made += 1) await share({ pages: SHARED_PAGES });
    await assert.rejects(share(), { code: 'conflict', message: /100 links that work/ });
  });
});
