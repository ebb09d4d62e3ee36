import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { definitionRoutes } from '../../src/dashboard/pages/competitors/definitions-page.ts';
import { reconcileRoutes } from '../../src/dashboard/pages/imports/reconcile-page.ts';
import { dashboardOn, onPages, textOf, type Visitor } from '../support/dashboard.ts';
import { bring, ownLines, theirRows } from '../support/other-tool.ts';
import { acmeFile, setUp } from '../support/world.ts';

const PAGE = '/brands/acme/reconcile';

onPages('why two tools disagree', [...reconcileRoutes, ...definitionRoutes], (fresh) => {
  let get: Visitor['get'];

  before(async () => {
    const { store } = await setUp(fresh, acmeFile(), ownLines);
    await bring(store, 'late.csv', theirRows('chatgpt'));
    const viewer = await dashboardOn(store).signedIn('viewer');
    get = viewer.get;
  });

  test('says in a sentence, in steps, and with answers why their rate differs', async () => {
    const { html } = await get(`${PAGE}?window=2026-11-06..2026-11-19`);
    const text = textOf(html);
    for (const words of [
      'late.csv · November 6 to November 19, 2026',
      'Their 40.0% is 10.0 points below your 50.0%: -25.0 from the questions, +20.0 from what counts as a mention',
      'Both have the same 14 days.',
      'They count it, Sightline does not: only your address is in it',
    ])
      assert.ok(text.includes(words), words);
    assert.match(html, /href="\/brands\/acme\/answers\/ans_\w+/);
  });

  test('opens on the days of the import, from the definitions', async () => {
    const { html } = await get('/brands/acme/definitions');
    assert.ok(html.includes(`href="${PAGE}"`));
    const { status, headers } = await get(PAGE);
    assert.deepEqual([status, headers.location], [303, `${PAGE}?window=2026-11-06..2026-11-19`]);
    assert.match((await get(`${PAGE}?window=28d`)).text, /late\.csv · October 23 to November 19, 2026/);
  });
});
