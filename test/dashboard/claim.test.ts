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
      from: 34,
      to: 0,
      say: (day, prompt) => ({
        acme: prompt < (day < 7 ? 8 : 4),
        bolt: prompt < 5,
        ...(prompt < 4 ? { acmeRank: 2 } : {}),
      }),
    }),
  );
  const dashboard = dashboardOn(store);
  const { key } = await createKey();
  const viewer = await dashboard.signedIn('viewer');
  const check = (text: string) => viewer.get(`${PAGE}?${new URLSearchParams({ text })}`);
  const count = async (query: string) => {
    const page = await dashboard.api.get(`/answers?${query}&limit=200`, key);
    return page.body.data.length;
  };
  return { viewer, check, count };
}

onPages('the page of claims', ROUTES, (fresh) => {
  test('suggests first sentences, each of them readable', async () => {
    const { viewer } = await pageOn(await fresh());
    const page = await viewer.get(PAGE);
    assert.equal(page.status, 200);
    const links = [...page.html.matchAll(/<li><a href="([^"]*\/claim\?text=[^"]*)"/g)].map(
      ([, href = '']) => href,
    );
    assert.equal(links.length, 6);
    for (const link of links)
      assert.equal((await viewer.get(link.replaceAll('&amp;', '&'))).status, 200, link);
  });

  test('turns selections into further sentences, each of them readable', async () => {
    const { viewer } = await pageOn(await fresh());
    const { html } = await viewer.get(`${PAGE}?text=ChatGPT+names+us+more+often`);
    const forms = [...html.matchAll(/<form class="picked"[\s\S]*?<\/form>/g)].map(([form]) => form);
    assert.equal(forms.length, 2);
    for (const form of forms) {
      const lists = [...form.matchAll(/<select[^>]* name="(\w+)">([\s\S]*?)<\/select>/g)].map(
        ([, name = '', options = '']) =>
          [name, [...options.matchAll(/value="([^"]*)"/g)].map(([, value = '']) => value)] as const,
      );
      const usual = {
        ...Object.fromEntries(lists.map(([name, [first = '']]) => [name, first])),
        pick_percent: '40',
      };
      for (const [name, values] of lists)
        for (const value of values) {
          const isOfItself = name === 'pick_than' && value === 'us';
          const picks = { ...usual, [name]: value, ...(isOfItself && { pick_whom: 'Bolt' }) };
          const to = await viewer.get(
            `${PAGE}?${new URLSearchParams({ text: 'ChatGPT names us more often', ...picks })}`,
          );
          assert.equal(to.status, 303);
          const text = new URL(to.headers.location ?? '', 'http://a').searchParams.get('text') ?? '';
          assert.match(text, /^ChatGPT names us more often\n[^\n]+$/);
          assert.doesNotMatch((await viewer.get(to.headers.location ?? '')).html, /Not judged/, text);
        }
    }
  });

  test('shows the claim as it was understood, the verdict, the quote, and both figures with links to their answers', async () => {
    const { check, count } = await pageOn(await fresh());
    const page = await check('ChatGPT names us more often');
    const text = textOf(page.html);
    assert.match(text, /Supported ChatGPT \(API\) names Acme more often from November 13, 2026/);
    assert.match(text, /this supports that Acme is named more often than before\./);
    assert.match(text, /The difference is \+40\.0 points; its 95% interval is \+27\.7 to \+49\.5\./);
    const links = [...page.html.matchAll(/<a class="figure-link" href="[^"?]*\/answers\?([^"]*)"/g)];
    const queries = links.map(([, query = '']) => filtersOf(`?${query.replaceAll('&amp;', '&')}`).toString());
    assert.equal(queries.length, 2);
    assert.equal(await count(queries[0] ?? ''), 70);
    assert.match(text, /56 of 70, 80% \(55 to 93%\)/);
  });

  test('draws two brands, one figure with its limit, and positions, and says how many answers would decide', async () => {
    const { check } = await pageOn(await fresh());
    const page = await check(
      'ChatGPT names us more often than Bolt in the last 7 days\nChatGPT names us in at least 75% of answers in the last 7 days\nOn average, ChatGPT ranks us in the top 3',
    );
    assert.equal(page.status, 200);
    assert.equal(page.html.split('<section class="judged">').length - 1, 3);
    assert.match(page.html, /class="limit"/);
    assert.match(page.html, /position 2\.00 in the 120 of 300 answers that list Acme/);
    assert.match(
      textOf(page.html),
      /You asked about 3 claims at once.* more answers like these would decide it/s,
    );
  });

  test('describes a small change in its own words', async () => {
    const store = await fresh();
    const { apply, importLines } = pipelineOn(store);
    await apply(acmeFile());
    const say = (day: number, prompt: number) => ({ acme: prompt + 20 * (day % 15) < (day < 15 ? 7 : 24) });
    await importLines(historyLines({ from: 29, to: 0, prompts: 20, say }));
    const viewer = await dashboardOn(store).signedIn('viewer');
    const text = 'ChatGPT names us as often in the last 15 days as before';
    const page = await viewer.get(`${PAGE}?${new URLSearchParams({ text })}`);
    assert.match(
      page.html,
      /<span class="judged-verdict smaller_than_margin"><span aria-hidden="true">≈<\/span> Smaller than the margin</,
    );
    assert.match(textOf(page.html), /"Smaller than the margin" means that it did change/);
    assert.match(textOf(page.html), /named less often than before, by less than 10 points\./);
  });

  test("shows an unreadable sentence's problem in the form, and escapes it", async () => {
    const { check } = await pageOn(await fresh());
    const page = await check('ChatGPT <b>wisely</b> names us less often');
    assert.equal(page.status, 400);
    assert.match(page.html, /is not understood\. You can write:/);
    assert.ok(!page.html.includes('<b>wisely'));
    assert.match(page.html, /aria-invalid="true"/);
  });

  test('judges the readable lines, and links possible meanings of the others', async () => {
    const { check } = await pageOn(await fresh());
    const page = await check('ChatGPT <b>wisely</b> names us less often\nChatGPT names us more often');
    assert.equal(page.status, 200);
    assert.equal(page.html.split('<section class="judged">').length - 1, 1);
    const text = textOf(page.html);
    assert.match(text, /ChatGPT <b>wisely<\/b> names us.*is not understood\..*Try this form/s);
    assert.ok(!page.html.includes('<b>wisely'));
    assert.match(page.html, /href="[^"]*claim\?text=ChatGPT[^"]*names[^"]*less[^"]*often/);
  });

  test('has a link from the alerts', async () => {
    const { viewer } = await pageOn(await fresh());
    assert.match((await viewer.get('/brands/acme/alerts')).html, /href="\/brands\/acme\/claim"/);
  });
});
