import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { SHARED_PAGES } from '../../src/domain/sharing/share-link.ts';
import {
  createShare,
  revokeShare,
  type ShareRequest,
  shareOf,
  sharesOf,
} from '../../src/pipeline/accounts/shares.ts';
import { removeBrand, undoBrandDeletion } from '../../src/pipeline/declare/brands.ts';
import { listAudit } from '../../src/storage/directory/access/audit.ts';
import { findOrganization } from '../../src/storage/directory/organizations.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { onReusedStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import { ACME_BRAND, acmeFile, Clock, DAY_MS, NOW, pipelineOn, random } from '../support/world.ts';

async function worldOn(fresh: () => Promise<Store>) {
  const store = await fresh();
  const second = { ...ACME_BRAND, id: 'second', name: 'Second' };
  const other = { name: 'Other Inc', plan: { name: 'growth' }, brands: [{ id: 'other', name: 'Other' }] };
  await pipelineOn(store).apply(acmeFile([ACME_BRAND, second]));
  await pipelineOn(store).apply({ organizations: [other] });
  const clock = new Clock();
  const organizationId = (await findOrganization(store.main, 'Acme Inc'))?.id ?? 0;
  const acting = { db: store.main, now: clock.now, random, actor: 'usr_ann' };
  const of = (brand: string) => ({ organizationId, brand });
  return {
    store,
    clock,
    acting,
    of,
    organizationId,
    share: (fields: Partial<ShareRequest> = {}, brand = 'acme') =>
      createShare(acting, of(brand), { name: 'For the client', pages: ['sources'], days: 30, ...fields }),
    open: (token: string) => shareOf(store.main, token, clock.now()),
  };
}

onReusedStore('share links', (fresh) => {
  test('a token opens the chosen pages of one brand', async () => {
    const { share, open, organizationId } = await worldOn(fresh);
    const { id, token, expiresAt } = await share({ pages: ['alerts', 'overview', 'alerts'] });
    const { brandInternalId, subscription, ...opened } = (await open(token)) ?? assert.fail();
    assert.deepEqual(opened, {
      id,
      name: 'For the client',
      expiresAt,
      pages: ['overview', 'alerts'],
      report: null,
      window: null,
      organizationId,
      organizationName: 'Acme Inc',
      brandId: 'acme',
      brandName: 'Acme',
    });
    assert.ok(brandInternalId > 0);
    assert.equal(subscription?.plan, 'growth');
  });

  test("the store has only a token's hash", async () => {
    const { store, share } = await worldOn(fresh);
    const { token } = await share();
    const contents = JSON.stringify(await contentsOf(store.main));
    assert.ok(contents.includes(createHash('sha256').update(token).digest('hex')));
    assert.equal(contents.includes(token.slice('sl_share_'.length)), false);
    assert.equal(contents.includes('sl_share_'), false);
  });

  test('a link ends at its last millisecond', async () => {
    const { clock, share, open } = await worldOn(fresh);
    const { token, expiresAt } = await share({ days: 1 });
    assert.equal(expiresAt, NOW + DAY_MS);
    clock.at = expiresAt - 1;
    assert.ok(await open(token));
    clock.at = expiresAt;
    assert.equal(await open(token), null);
  });

  test('a revoked link is over, and the list shows its first end', async () => {
    const { store, clock, acting, of, share, open } = await worldOn(fresh);
    const { id, token } = await share();
    const kept = await share({ name: 'Kept' });
    for (const at of [NOW + 1, NOW + 2]) {
      clock.at = at;
      await revokeShare(acting, of('acme'), id);
    }
    assert.equal(await open(token), null);
    assert.ok(await open(kept.token));
    const listed = await sharesOf(store.main, of('acme'));
    assert.deepEqual(
      listed.map(({ name, revokedAt }) => [name, revokedAt]),
      [
        ['Kept', null],
        ['For the client', NOW + 1],
      ],
    );
  });

  test('the audit log has who creates and revokes a link, once each', async () => {
    const { store, acting, of, organizationId, share } = await worldOn(fresh);
    const { id, token } = await share();
    for (const _ of [1, 2]) await revokeShare(acting, of('acme'), id);
    const wanted = { organizationId, actor: 'usr_ann', from: null, until: null, before: null, limit: 10 };
    const entries = await listAudit(store.main, wanted);
    assert.deepEqual(
      entries.map(({ actor, action, subject, detail }) => [actor, action, subject, detail]),
      [
        ['usr_ann', 'share.revoke', id, 'acme: For the client'],
        ['usr_ann', 'share.create', id, 'acme: For the client: sources, for 30 days'],
      ],
    );
    assert.equal(JSON.stringify(entries).includes(token), false);
  });

  test('only its own brand revokes a link', async () => {
    const { store, acting, of, share, open } = await worldOn(fresh);
    const { id, token } = await share();
    await revokeShare(acting, of('second'), id);
    await revokeShare(acting, of('acme'), 'shr_\u0000');
    assert.ok(await open(token));
    assert.deepEqual(await sharesOf(store.main, of('second')), []);
  });

  test("nobody shares another organization's brand, like one that does not exist", async () => {
    const { store, acting, of, share } = await worldOn(fresh);
    for (const brand of ['other', 'nobody']) {
      await assert.rejects(share({}, brand), { code: 'no_such_brand' });
      await assert.rejects(sharesOf(store.main, of(brand)), { code: 'no_such_brand' });
      await assert.rejects(revokeShare(acting, of(brand), 'shr_000000000000'), { code: 'no_such_brand' });
    }
  });

  test("a deleted brand's links are over until its restoration", async () => {
    const { store, share, open } = await worldOn(fresh);
    const { token } = await share();
    await removeBrand(store.main, 'acme', NOW);
    assert.equal(await open(token), null);
    await assert.rejects(share(), { code: 'no_such_brand' });
    await undoBrandDeletion(store.main, 'acme', NOW);
    assert.equal((await open(token))?.brandId, 'acme');
  });

  test('another token opens nothing', async () => {
    const { open } = await worldOn(fresh);
    for (const token of ['', 'x', '\u0000', 'sl_share_', `sl_share_${'a'.repeat(43)}`]) {
      assert.equal(await open(token), null);
    }
  });

  for (const [what, fields, message] of [
    ['no name', { name: ' \n' }, /a name with 1 to 100 characters/],
    ['a name that is too long', { name: 'x'.repeat(101) }, /a name with 1 to 100 characters/],
    ['no page', { pages: [] }, /at least one page/],
    ['a page that cannot be shared', { pages: ['sources', 'setup'] }, /no page "setup" to share/],
    ['no day', { days: 0 }, /1 to 365 days/],
    ['part of a day', { days: 1.5 }, /1 to 365 days/],
    ['more than a year', { days: 366 }, /1 to 365 days/],
    ['an end that is not a number', { days: Number.NaN }, /1 to 365 days/],
  ] as const) {
    test(`refuses a link with ${what}`, async () => {
      const { store, of, share } = await worldOn(fresh);
      await assert.rejects(share(fields), { code: 'invalid_argument', message });
      assert.deepEqual(await sharesOf(store.main, of('acme')), []);
    });
  }

  test('a hundred links may work at once, ended ones not counted', async () => {
    const { clock, share } = await worldOn(fresh);
    await share({ days: 1 });
    clock.at += DAY_MS;
    for (let made = 0; made < 100; made += 1) await share({ pages: SHARED_PAGES });
    await assert.rejects(share(), { code: 'conflict', message: /100 links that work/ });
  });
});
