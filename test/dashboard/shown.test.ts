import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerRoutes } from '../../src/dashboard/pages/answers/index.ts';
import { sourceRoutes } from '../../src/dashboard/pages/sources/index.ts';
import { dashboardOn, onPages } from '../support/dashboard.ts';
import { ACME_BRAND, acmeFile, HOUR_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

const ROUTES = [...sourceRoutes, ...answerRoutes];

const PAGE = '/brands/acme/cards';
const CARDS = [
  {
    kind: 'ad',
    title: 'Buy <b>Bolt</b>',
    url: 'https://bolt.example/start',
    seller: 'Bolt Ltd',
    text: 'Now',
  },
  { kind: 'ad', title: 'Script', url: 'javascript:alert(1)' },
  { kind: 'ad', title: 'Unnamed', url: 'https://unnamed.example/' },
  { kind: 'product', title: 'Acme Anvil', seller: 'Forge Shop', price: '£129' },
];

onPages('advertisements and products', ROUTES, (fresh) => {
  async function world(lines: readonly object[]) {
    const store = await fresh();
    const { apply, importLines } = pipelineOn(store);
    await apply(acmeFile([{ ...ACME_BRAND, engines: ['chatgpt', 'chatgpt_app'] }]));
    await importLines(lines);
    return await dashboardOn(store).signedIn('viewer');
  }

  const shown = (hours: number) =>
    line({
      engine: 'chatgpt_app',
      collected_at: iso(NOW - hours * HOUR_MS),
      answer: 'It depends.',
      cards: CARDS,
    });

  test('stand by advertiser and by product, with the newest answer; no engine without cards has a zero', async () => {
    const viewer = await world([...[1, 2, 3, 4, 5].map(shown), line({ engine: 'chatgpt' })]);
    const page = await viewer.get(PAGE);
    assert.equal(page.status, 200);
    assert.match(page.text, /Buy <b>Bolt<\/b> ad Bolt Ltd - Bolt ChatGPT app 100%/);
    assert.match(page.text, /Unnamed ad unnamed\.example - - ChatGPT app 100%/);
    assert.match(page.text, /Acme Anvil product Forge Shop £129 Acme ChatGPT app 100%/);
    assert.doesNotMatch(page.text, /not applicable|\b0%/);
    const [, newest = ''] = /href="(\/brands\/acme\/answers\/ans_[^"?]+)/.exec(page.html) ?? [];
    const answer = await viewer.get(newest);
    assert.match(answer.text, /Advertised beside it Buy <b>Bolt<\/b> · Bolt Ltd · Now/);
    assert.match(answer.text, /Products shown Acme Anvil · Forge Shop · £129/);
    assert.match(answer.html, /href="https:\/\/bolt\.example\/start"/);
    assert.doesNotMatch(answer.html, /href="javascript:/);
    assert.match(answer.text, /Cited No page/);
  });

  test('says whether there are no answers or no cards', async () => {
    const none = await (await world([])).get(PAGE);
    assert.match(none.text, /No engine that can show advertisements or products answered in this window\./);
    const without = await (await world([line({ engine: 'chatgpt_app', cards: [] })])).get(PAGE);
    assert.match(without.text, /No answer in this window is known to show an advertisement or a product/);
  });

  test('are in the navigation only of a brand with cards', async () => {
    const [sites, link] = ['/brands/acme/sources', /href="\/brands\/acme\/cards"/];
    assert.match((await (await world([shown(1)])).get(sites)).html, link);
    assert.doesNotMatch(
      (await (await world([line({ engine: 'chatgpt_app', cards: [] })])).get(sites)).html,
      link,
    );
  });
});
