import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertRoutes } from '../../src/dashboard/pages/alerts/index.ts';
import { claimRoutes } from '../../src/dashboard/pages/claims/claim-page.ts';
import { dashboardOn, onPages, textOf } from '../support/dashboard.ts';
import { historyLines } from '../support/history.ts';
import { filtersOf } from '../support/page-figures.ts';
import type { TestStore } from '../support/stores.ts';
import { acmeFile, pipelineOn } from '../support/world.ts';

const ROUTES = [...claimRoutes, ...alertRoutes];

const PAGE = '/brands/acme/claim';

/** ChatGPT names Acme in four of ten answers until a week ago, and in eight since. */
async function pageOn(store: TestStore) {
  const { apply, importLines, createKey } = pipelineOn(store);
  await apply(acmeFile());
  await importLines(
    historyLines({
      from: 35,
      to: 1,
      say: (day, prompt) => ({
        acme: prompt < (day <= 7 ? 8 : 4),
        bolt: prompt < 5,
        ...(prompt < 4 ? { acmeRank: 2 } : {}),
      }),
    }),
  );
  const dashboard = dashboardOn(store);
  const { key } = await createKey();
  const viewer = await dashboard.signedIn('viewer');
  const check = (parts: Readonly<Record<string, string>>) =>
    viewer.get(`${PAGE}?${new URLSearchParams({ window: '7d', ...parts })}`);
  const count = async (query: string) => {
    const page = await dashboard.api.get(`/answers?${query}&limit=200`, key);
    return page.body.data.length;
  };
  return { viewer, check, count };
}

onPages('the page of claims', ROUTES, (fresh) => {
  test('has a form whose every choice is judged in the window and engine of the bar, and then shows them', async () => {
    const { viewer } = await pageOn(await fresh());
    const { status, html } = await viewer.get(`${PAGE}?window=7d&engine=chatgpt`);
    assert.equal(status, 200);
    const forms = [...html.matchAll(/<form class="picked"[\s\S]*?<\/form>/g)].map(([form]) => form);
    assert.equal(forms.length, 2);
    for (const form of forms) {
      const lists = [...form.matchAll(/<select[^>]* name="(\w+)">([\s\S]*?)<\/select>/g)].map(
        ([, name = '', options = '']) =>
          [name, [...options.matchAll(/value="([^"]*)"/g)].map(([, value = '']) => value)] as const,
      );
      const kept = [...form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
      const usual = {
        ...Object.fromEntries(kept.map(([, name, value]) => [name, value])),
        ...Object.fromEntries(lists.map(([name, [first = '']]) => [name, first])),
        ...(form.includes('name="size"') && { size: '40' }),
      };
      for (const [name, values] of lists)
        for (const value of values) {
          const isOfItself = name === 'versus' && value === 'self';
          const parts = { ...usual, [name]: value, ...(isOfItself && { about: 'Bolt' }) };
          const judged = await viewer.get(`${PAGE}?${new URLSearchParams(parts)}`);
          assert.equal(judged.status, 200, JSON.stringify(parts));
          assert.equal(judged.html.split('<section class="judged">').length - 1, 1);
          if (value !== '') assert.ok(judged.html.includes(`<option value="${value}" selected`), value);
        }
    }
  });

  test('shows the claim as it was understood, the verdict, the quote, and both figures with links to their answers', async () => {
    const { check, count } = await pageOn(await fresh());
    const page = await check({ measure: 'named', engine: 'chatgpt' });
    const text = textOf(page.html);
    assert.match(text, /Supported ChatGPT \(API\) names Acme more often from November 13, 2026/);
    assert.match(text, /this supports that Acme is named more often than before\./);
    assert.match(text, /The difference is \+40\.0 points; its 95% interval is \+24\.1 to \+53\.2\./);
    const links = [...page.html.matchAll(/<a class="figure-link" href="[^"?]*\/answers\?([^"]*)"/g)];
    const queries = links.map(([, query = '']) => filtersOf(`?${query.replaceAll('&amp;', '&')}`).toString());
    assert.equal(queries.length, 2);
    assert.equal(await count(queries[0] ?? ''), 70);
    assert.match(text, /56 of 70, 80% \(53 to 94%\)/);
  });

  test('draws two brands, and one rate with its limit, and says how many answers would decide', async () => {
    const { check } = await pageOn(await fresh());
    const pair = await check({ versus: 'Bolt' });
    assert.equal(pair.html.split('<section class="judged">').length - 1, 2);
    assert.match(textOf(pair.html), /You asked about 2 claims at once/);
    const level = await check({ engine: 'chatgpt', direction: 'at_least', size: '75' });
    assert.match(level.html, /class="limit"/);
    assert.match(textOf(level.html), /answers like these (?:would|to) decide it/);
  });

  test('with some engines of the bar, still says how many were judged together', async () => {
    const { check } = await pageOn(await fresh());
    const page = await check({ measure: 'named', engine: 'chatgpt,grok' });
    assert.equal(page.html.split('<section class="judged">').length - 1, 1);
    assert.match(textOf(page.html), /You asked about 2 claims at once/);
  });

  test("the quote's dates are those of the window that the page shows", async () => {
    const { viewer } = await pageOn(await fresh());
    for (const [window, days] of [
      [
        '2026-11-01..2026-11-10',
        /from November 1, 2026 to November 10, 2026.*from October 22, 2026 to October 31, 2026/,
      ],
      ['last-month', /from October 1, 2026 to October 31, 2026.*from August 31, 2026 to September 30, 2026/],
    ] as const) {
      const { html } = await viewer.get(`${PAGE}?measure=named&engine=chatgpt&window=${window}`);
      assert.match(textOf(html), days);
      assert.ok(html.includes(`csv/claim?window=${window.replaceAll('..', '..')}`), window);
    }
  });

  test('describes a small change in its own words', async () => {
    const store = await fresh();
    const { apply, importLines } = pipelineOn(store);
    await apply(acmeFile());
    const say = (day: number, prompt: number) => ({
      acme: prompt + 20 * ((day - 1) % 15) < (day <= 15 ? 7 : 24),
    });
    await importLines(historyLines({ from: 30, to: 1, prompts: 20, say }));
    const viewer = await dashboardOn(store).signedIn('viewer');
    const page = await viewer.get(`${PAGE}?window=15d&engine=chatgpt&direction=unchanged`);
    assert.match(
      page.html,
      /<span class="judged-verdict smaller_than_margin"><span aria-hidden="true">≈<\/span> Smaller than the margin</,
    );
    assert.match(textOf(page.html), /"Smaller than the margin" means that it did change/);
    assert.match(textOf(page.html), /named less often than before, by less than 10 points\./);
  });

  test('shows why it refuses a claim beside the form, and escapes it', async () => {
    const { check } = await pageOn(await fresh());
    const page = await check({ versus: '<b>Blot' });
    assert.equal(page.status, 400);
    assert.match(page.html, /role="alert">`versus` must be/);
    assert.ok(!page.html.includes('<b>Blot'));
    assert.match((await check({ about: 'Bolt', versus: 'Bolt' })).html, /cannot be compared with itself/);
  });

  test('has a link from the alerts', async () => {
    const { viewer } = await pageOn(await fresh());
    assert.match((await viewer.get('/brands/acme/alerts')).html, /href="\/brands\/acme\/claim"/);
  });
});
