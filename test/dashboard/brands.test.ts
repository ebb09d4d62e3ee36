import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brandRoutes } from '../../src/dashboard/pages/brands/brands.ts';
import { dashboardOn, onPages } from '../support/dashboard.ts';
import type { TestStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, HOUR_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

const named = (id: string, fields: object = {}) => ({ ...ACME_BRAND, id, name: id, ...fields });

/** Three brands: ChatGPT names one in 5 of 5 answers and one in 1 of 5, later; one is not set up. */
async function threeOn(store: TestStore) {
  const { apply, importLines, createKey } = pipelineOn(store);
  await apply(acmeFile([named('zeta'), named('beta'), named('open', { configured: false })]));
  const answers = (brand: string, count: number, at: number) =>
    [0, 1, 2, 3, 4].map((each) =>
      line({ brand, answer: each < count ? brand : 'Nobody.', collected_at: iso(at) }),
    );
  await importLines([...answers('zeta', 5, NOW - 2 * HOUR_MS), ...answers('beta', 1, NOW - HOUR_MS)]);
  return { dashboard: dashboardOn(store), key: (await createKey()).key };
}

/** Brands on a page, in order. */
function orderOf(html: string): string[] {
  return [...html.matchAll(/<th scope="row"><a href="\/brands\/[^"]*">([^<]*)</g)].map(
    ([, name = '']) => name,
  );
}

onPages('the brands of an organization', brandRoutes, (fresh) => {
  test('are in the order that the address asks for', async () => {
    const { dashboard } = await threeOn(await fresh());
    const viewer = await dashboard.signedIn('viewer');
    for (const [sort, order] of [
      ['', ['beta', 'open', 'zeta']],
      ['name', ['beta', 'open', 'zeta']],
      ['last', ['beta', 'zeta', 'open']],
      ['chatgpt', ['zeta', 'beta', 'open']],
      ['unread', ['beta', 'open', 'zeta']],
      ['__proto__', ['beta', 'open', 'zeta']],
    ] as const) {
      const { status, html } = await viewer.get(`/brands?sort=${sort}`);
      assert.equal(status, 200);
      assert.deepEqual(orderOf(html), order, sort);
    }
  });

  test('have the figures of /visibility, with the way to their answers', async () => {
    const { dashboard, key } = await threeOn(await fresh());
    const viewer = await dashboard.signedIn('viewer');
    const { html } = await viewer.get('/brands?days=30');
    for (const id of ['zeta', 'beta']) {
      const { body } = await dashboard.api.get(`/visibility?brand=${id}&days=30`, key);
      const [{ present, responses }] = body.data.engines;
      const link = new RegExp(
        `/brands/${id}/answers\\?engine=chatgpt[^"]*"[^>]*>(?:(?!</a>).)*${present} of ${responses} answers`,
      );
      assert.match(html, link);
    }
    assert.match(html, /Its setup is not finished/);
  });

  test('groups them for an admin of all organizations, and shows a user only their own', async () => {
    const store = await fresh();
    const { dashboard } = await threeOn(store);
    const other = { name: 'Other Inc', plan: { name: 'solo' }, brands: [named('elsewhere')] };
    await pipelineOn(store).apply({ organizations: [other] });
    const admin = await (await dashboard.signedIn('admin', null)).get('/brands');
    assert.match(admin.html, /<h2>Acme Inc<\/h2>[\s\S]*<h2>Other Inc<\/h2>[\s\S]*elsewhere/);
    const viewer = await (await dashboard.signedIn('viewer')).get('/brands');
    assert.doesNotMatch(viewer.html, /Other Inc|elsewhere/);
  });

  test('without any, tells an editor how to set one up', async () => {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile([]));
    const dashboard = dashboardOn(store);
    const editor = await (await dashboard.signedIn('editor')).get('/brands');
    assert.equal(editor.status, 200);
    assert.match(editor.html, /action="\/new-brand"/);
    const viewer = await (await dashboard.signedIn('viewer')).get('/brands');
    assert.doesNotMatch(viewer.html, /action="\/new-brand"/);
  });

  test('shows none without a plan, and says why', async () => {
    const store = await fresh();
    await pipelineOn(store).apply({ organizations: [{ name: 'Acme Inc', brands: [named('beta')] }] });
    const { status, text } = await (await dashboardOn(store).signedIn('viewer')).get('/brands');
    assert.equal(status, 200);
    assert.match(text, /has never had a plan/);
  });
});
