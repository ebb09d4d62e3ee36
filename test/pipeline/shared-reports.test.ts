import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { SharedPage } from '../../src/domain/sharing/shared-report.ts';
import { removeBrand, undoBrandDeletion } from '../../src/pipeline/declare/brands.ts';
import {
  createReport,
  linkOf,
  linkReport,
  removeReport,
  reportsOf,
  revokeLink,
} from '../../src/pipeline/declare/shared-reports.ts';
import { listAudit } from '../../src/storage/directory/access/audit.ts';
import { findOrganization } from '../../src/storage/directory/organizations.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { liveLink } from '../support/live-link.ts';
import { pluck } from '../support/pluck.ts';
import { onReusedStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import { ACME_BRAND, acmeFile, Clock, DAY_MS, NOW, pipelineOn, random, setUp } from '../support/world.ts';

async function worldOn(fresh: () => Promise<Store>) {
  const second = { ...ACME_BRAND, id: 'second', name: 'Second' };
  const other = { name: 'Other Inc', plan: { name: 'growth' }, brands: [{ id: 'other', name: 'Other' }] };
  const { store } = await setUp(fresh, acmeFile([ACME_BRAND, second]));
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
    share: (pages: readonly SharedPage[] = ['sources']) => liveLink(acting, of('acme'), { pages }),
    open: (token: string) => linkOf(store.main, token, clock.now()),
  };
}

onReusedStore('reports for clients', (fresh) => {
  test("a link's token opens the chosen pages of one brand", async () => {
    const { share, open, organizationId } = await worldOn(fresh);
    const { id, token } = await share(['alerts', 'overview', 'alerts']);
    const { brandInternalId, subscription, ...opened } = (await open(token)) ?? assert.fail();
    assert.deepEqual(opened, {
      report: id,
      isFrozen: false,
      pages: ['overview', 'alerts'],
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
    const { token } = await share();
    clock.at = NOW + 30 * DAY_MS - 1;
    assert.ok(await open(token));
    clock.at = NOW + 30 * DAY_MS;
    assert.equal(await open(token), null);
  });

  test('a link is over when it is revoked or replaced, or its report deleted', async () => {
    const { store, acting, of, share, open } = await worldOn(fresh);
    const [revoked, replaced, deleted] = [await share(), await share(), await share()];
    await revokeLink(acting, of('acme'), revoked.id);
    const next = await linkReport(acting, of('acme'), replaced.id, { pages: ['alerts'], days: 1 });
    await removeReport(acting, of('acme'), deleted.id);
    for (const { token } of [revoked, replaced, deleted]) assert.equal(await open(token), null);
    assert.deepEqual((await open(next))?.pages, ['alerts']);
    assert.deepEqual(pluck(await reportsOf(store.main, of('acme')), 'id', 'linkUntil'), [
      [replaced.id, NOW + DAY_MS],
      [revoked.id, null],
    ]);
  });

  test('the audit log has who creates and revokes a link, once each', async () => {
    const { store, acting, of, organizationId, share } = await worldOn(fresh);
    const { id, token } = await share();
    for (const _ of [1, 2]) await revokeLink(acting, of('acme'), id);
    const wanted = { organizationId, actor: 'usr_ann', from: null, until: null, before: null, limit: 10 };
    const entries = await listAudit(store.main, wanted);
    assert.deepEqual(pluck(entries, 'actor', 'action', 'subject', 'detail'), [
      ['usr_ann', 'report.revoke', id, 'acme: For the client'],
      ['usr_ann', 'report.link', id, 'acme: For the client: sources, for 30 days'],
      ['usr_ann', 'report.create', id, 'acme: For the client'],
    ]);
    assert.equal(JSON.stringify(entries).includes(token), false);
  });

  test('only its own brand links or revokes a report', async () => {
    const { store, acting, of, share, open } = await worldOn(fresh);
    const { id, token } = await share();
    for (const [brand, report] of [
      ['second', id],
      ['acme', 'rpt_\u0000'],
    ] as const) {
      await assert.rejects(revokeLink(acting, of(brand), report), { code: 'not_found' });
      const link = { pages: ['alerts'], days: 1 } as const;
      await assert.rejects(linkReport(acting, of(brand), report, link), { code: 'not_found' });
    }
    assert.ok(await open(token));
    assert.deepEqual(await reportsOf(store.main, of('second')), []);
  });

  test("nobody shares another organization's brand, like one that does not exist", async () => {
    const { store, acting, of, share } = await worldOn(fresh);
    const { id } = await share();
    for (const brand of ['other', 'nobody']) {
      const live = { title: 'x', window: null };
      await assert.rejects(createReport(acting, of(brand), live), { code: 'no_such_brand' });
      await assert.rejects(reportsOf(store.main, of(brand)), { code: 'no_such_brand' });
      await assert.rejects(revokeLink(acting, of(brand), id), { code: 'no_such_brand' });
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

  test('refuses a link without a page', async () => {
    const { store, acting, of } = await worldOn(fresh);
    const id = await createReport(acting, of('acme'), { title: 'x', window: null });
    const link = linkReport(acting, of('acme'), id, { pages: [], days: 30 });
    await assert.rejects(link, { code: 'invalid_argument', message: /at least one page/ });
    assert.deepEqual(pluck(await reportsOf(store.main, of('acme')), 'linkUntil'), [null]);
  });
});
