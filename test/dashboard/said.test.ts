import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerRoutes } from '../../src/dashboard/pages/answers/index.ts';
import { factRoutes } from '../../src/dashboard/pages/said/facts-page.ts';
import { saidRoutes } from '../../src/dashboard/pages/said/said-page.ts';
import { organizationNamed } from '../../src/storage/directory/organizations.ts';
import { dashboardOn, onPages, type PageResponse } from '../support/dashboard.ts';
import { type Judgment, judge, MODEL, readBy } from '../support/judged.ts';
import { liveLink } from '../support/live-link.ts';
import { PAID } from '../support/reading.ts';
import { ACME_BRAND, acmeFile, HOUR_MS, iso, line, NOW, pipelineOn, random } from '../support/world.ts';

const ROUTES = [...saidRoutes, ...factRoutes, ...answerRoutes];

const PAGE = '/brands/acme/said';
const FACTS = '/brands/acme/facts';

/** What the model says about each of these sentences. */
const STATEMENTS = [
  ["Acme's customer support is terrible.", 'Acme', 'support', 'negative'],
  ["Bolt's customer support is great.", 'Bolt', 'support', 'recommended'],
  ['Acme costs $12 a month.', 'Acme', 'price', 'neutral'],
  ['Acme costs $19 a month.', 'Acme', 'price', 'neutral'],
] as const;

function judgmentOf(text: string): Judgment {
  const of = (brand: string) => STATEMENTS.filter(([words, name]) => name === brand && text.includes(words));
  const saidOf = (brand: string) => of(brand).map(([words, , theme, framing]) => ({ words, theme, framing }));
  const facts = of('Acme').flatMap(([sentence, , theme]) =>
    theme === 'price' ? [{ name: 'Price', verdict: 'contradicts' as const, sentence }] : [],
  );
  const judged = (brand: string) => ({ verdict: 'neutral' as const, said: saidOf(brand) });
  return { names: { Acme: judged('Acme'), Bolt: judged('Bolt') }, facts };
}

onPages('themes and facts', ROUTES, (fresh) => {
  const saying = (answer: string, times: number, more: object = {}) =>
    Array.from({ length: times }, (_, index) =>
      line({
        answer,
        prompt: `anvils ${index % 6}`,
        collected_at: iso(NOW - (index + 1) * HOUR_MS),
        ...more,
      }),
    );
  const LINES = [
    ...saying("Acme's customer support is terrible. Bolt's customer support is great.", 6, {
      citations: [{ url: 'https://reviews.example/support' }],
    }),
    ...saying('Acme costs $12 a month.', 7, { prompt: 'price' }),
    ...saying('Acme costs $19 a month.', 3, { prompt: 'price', engine: 'claude' }),
  ];

  async function world(more: object = {}) {
    const store = await fresh();
    const { apply, importLines, rescan } = pipelineOn(store);
    await apply(acmeFile([{ ...ACME_BRAND, ...more }]));
    await importLines(LINES);
    await rescan();
    await readBy(store.main, 1, MODEL);
    const read = () => judge(store.main, 1, judgmentOf);
    await read();
    return { store, read, dashboard: dashboardOn(store) };
  }

  const hrefs = (page: PageResponse) =>
    [...page.html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

  test('themes from the engine with most answers, beside the competitor with most themes', async () => {
    const { dashboard } = await world();
    const viewer = await dashboard.signedIn('viewer');
    const page = await viewer.get(PAGE);
    assert.equal(page.status, 200);
    assert.match(
      page.text,
      /ChatGPT \(API\) recommends Acme in 0% of the answers that name it and warns in 0%\. Most against it: support/,
    );
    assert.match(page.text, /Support .*100% 6 of 6.*0% 0 of 6 \+100\.0 points \+\d/);
    assert.match(
      page.text,
      /Support , against 6 answers Acme 's customer support is terrible\. against 5 of the newest 5/,
    );
    assert.match(page.text, /cites reviews\.example/);
    const alone = await viewer.get(`${PAGE}?theme=support&beside=nobody&framing=neutral`);
    assert.doesNotMatch(alone.text, /Difference/);
  });

  test('every count leads to its answers, and a sentence to where it stands', async () => {
    const { dashboard } = await world();
    const viewer = await dashboard.signedIn('viewer');
    const page = await viewer.get(`${PAGE}?theme=support`);
    const counted = hrefs(page).find(
      (href) => /answers\?/.test(href) && /theme=support&framing=negative/.test(href),
    );
    assert.match(
      (await viewer.get(counted ?? '')).text,
      /6 answers .*that name Acme and speak badly of its support/,
    );
    const quoted = hrefs(page).find((href) => href.endsWith('#sentence'));
    const answer = await viewer.get((quoted ?? '').split('#')[0] ?? '');
    assert.match(answer.html, /<mark id="sentence" class="[^"]*quoted/);
    assert.match(answer.text, /the sentence that led here/);
  });

  test('shows the chosen engine, whose themes below five answers have no rate', async () => {
    const { dashboard } = await world();
    const viewer = await dashboard.signedIn('viewer');
    const page = await viewer.get(`${PAGE}?engine=claude`);
    assert.match(page.text, /Claude \(API\) recommends Acme in 0 of 3 answers and warns in 0/);
    assert.match(page.text, /Price 3 0 of 3 too few/);
  });

  test('a client link shows figures, and sentences only with the answers', async () => {
    const { store, dashboard } = await world({
      facts: [
        {
          name: 'Price',
          type: 'price',
          values: [{ amount: 9, currency: 'USD', period: 'month' }],
          about: ['costs'],
        },
      ],
    });
    const { id: organizationId } = await organizationNamed(store.main, 'Acme Inc');
    const deps = { db: store.main, now: () => NOW, random, actor: 'test' };
    const linked = async (pages: readonly ('said' | 'answers')[]) => {
      const share = await liveLink(deps, { organizationId, brand: 'acme' }, { pages: [...pages] });
      return await dashboard.nobody.get(`/share/${share.token}/said?theme=support`);
    };
    const figures = await linked(['said']);
    assert.equal(figures.status, 200);
    assert.match(figures.text, /100% 6 of 6/);
    assert.match(figures.text, /This link shows figures, but no sentences from answers/);
    assert.doesNotMatch(figures.text, /terrible|\$12/);
    assert.match((await linked(['said', 'answers'])).text, /support is terrible.*|\$12/);
  });

  test('facts: declared after a review, contradicted, changed, and taken back, by an editor', async () => {
    const { dashboard, store, read } = await world();
    const editor = await dashboard.signedIn('editor');
    const typed = { op: 'set', name: 'Price', type: 'price', values: '9 USD per month', about: 'costs' };
    const version = async () =>
      /name="version" value="([^"]*)"/.exec((await editor.get(FACTS)).html)?.[1] ?? '';
    const form = { ...typed, replaces: '', units: '', version: await version() };
    const review = await editor.post(FACTS, { ...form, do: 'review' });
    assert.match(
      review.text,
      /Save this fact\?.*Nothing changes until you save.*Price 9 USD per month \(costs\)/,
    );
    assert.equal((await editor.post(FACTS, { ...form, do: 'save' })).status, 303);
    assert.match(
      (await editor.get(`${FACTS}?saved=1`)).text,
      /Saved\. The model has not read 16 answers here with every fact\. Have them read/,
    );
    await read();
    const page = await editor.get(FACTS);
    assert.match(page.text, /1 of 1 fact of Acme is contradicted/);
    assert.match(page.text, /Price : 9 USD per month 100% 7\/7 , 65 to 100% 3 of 3/);
    assert.match(
      page.text,
      /Wrong: Price yours: 9 USD per month .*costs \$19 a month\. wrong 3 of the newest 10/,
    );
    assert.match(
      (await editor.get(PAGE)).text,
      /Wrong about you 1 of 1 fact .*costs \$12 a month\. wrong yours: Price , 9 USD per month · 7 of 7/,
    );
    const shown = await editor.get(`${FACTS}?fact=Price`);
    assert.match(shown.html, />\n9 USD per month<\/textarea>/);
    const changed = {
      ...form,
      replaces: 'Price',
      values: '12 USD per month\n19 USD per month',
      version: await version(),
    };
    assert.equal((await editor.post(FACTS, { ...changed, do: 'save' })).status, 303);
    assert.match(
      (await editor.get(FACTS)).text,
      /No model has read the answers about Acme with these facts yet/,
    );
    const taken = { ...changed, op: 'remove', version: await version() };
    assert.match((await editor.post(FACTS, { ...taken, do: 'review' })).text, /Remove this fact\?/);
    assert.equal((await editor.post(FACTS, { ...taken, do: 'save' })).status, 303);
    assert.match((await editor.get(FACTS)).text, /No facts about Acme are declared yet/);
    const noted = await store.main.selectFrom('audit_log').selectAll().execute();
    assert.equal(noted.filter((row) => JSON.stringify(row).includes('facts')).length, 3);
  });

  test('without a model the page counts what rules find, and says how a model reads', async () => {
    const store = await fresh();
    const { apply, importLines } = pipelineOn(store);
    await apply(acmeFile());
    await importLines([line({ answer: 'Our top pick is Acme.' }), line({ answer: 'Avoid Acme.' }), ...LINES]);
    const configured = { ready: [], disabled: [], readers: [PAID] };
    const editor = await dashboardOn(store, { configured }).signedIn('editor');
    const page = await editor.get(PAGE);
    assert.match(
      page.text,
      /Rules find \d+ answers? of ChatGPT \(API\) that recommends? Acme and \d+ that warns?\. They miss most\./,
    );
    assert.match(page.text, /Read by rules/);
    assert.match(page.text, /Our top pick is/);
    assert.ok(hrefs(page).includes('/brands/acme/collecting#reader'));
    assert.match(page.text, /Turn it on with a key that is here: model \(OpenAI\): about \$0\.\d+ a month/);
    assert.match((await editor.get(FACTS)).text, /Facts of Acme need a model that reads the answers/);
  });

  test("facts: shows a fact's problem, and stores nothing", async () => {
    const { dashboard } = await world();
    const editor = await dashboard.signedIn('editor');
    const form = {
      op: 'set',
      replaces: '',
      name: 'Slogan',
      units: '',
      version: '',
      about: 'slogan',
      do: 'review',
    };
    const free = await editor.post(FACTS, { ...form, type: 'text', values: 'The best anvils' });
    assert.equal(free.status, 422);
    assert.match(free.text, /cannot be told without guessing/);
    const wrong = await editor.post(FACTS, { ...form, type: 'price', values: 'cheap' });
    assert.match(wrong.text, /The values of the fact "Slogan" are not amounts/);
    assert.match(wrong.html, />\ncheap<\/textarea>/);
    assert.match(
      (await editor.post(FACTS, { ...form, type: 'year', values: '' })).text,
      /The list of right values needs at least 1 entry/,
    );
    const viewer = await dashboard.signedIn('viewer');
    assert.equal((await viewer.post(FACTS, { ...form, type: 'year', values: '2012' })).status, 403);
    assert.doesNotMatch((await viewer.get(FACTS)).html, /Declare a fact/);
  });
});
