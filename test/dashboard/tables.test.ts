import assert from 'node:assert/strict';
import { test } from 'node:test';
import { competitorRoutes } from '../../src/dashboard/pages/competitors/competitors.ts';
import { definitionRoutes } from '../../src/dashboard/pages/competitors/definitions-page.ts';
import { csvRoutes } from '../../src/dashboard/pages/csv.ts';
import { sourceRoutes } from '../../src/dashboard/pages/sources/index.ts';
import { trendRoutes } from '../../src/dashboard/pages/trend/trend.ts';
import { dashboardOn, onPages, type Visitor } from '../support/dashboard.ts';
import { answersLinks, filtersOf } from '../support/page-figures.ts';
import type { TestStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, HOUR_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

const ROUTES = [...competitorRoutes, ...definitionRoutes, ...sourceRoutes, ...csvRoutes, ...trendRoutes];

const HOSTILE = '"><script>alert(1)</script>';
const cites = (...urls: string[]) => urls.map((url) => ({ url, title: `About ${url}` }));

/** Answers on two engines with varied naming, ranks, framing, and citations. */
const LINES = [
  ...Array.from({ length: 6 }, (_, index) => ({
    answer: '1. Bolt is the best choice.\n2. Acme\n3. Cargo',
    collected_at: iso(NOW - (index + 1) * HOUR_MS),
    citations: cites('https://reviews.example/anvils', 'https://acme.example/'),
    searches: ['best anvils 2026'],
  })),
  ...Array.from({ length: 5 }, () => ({
    answer: 'Bolt and Bolt again. We recommend Bolt.',
    citations: cites('https://www.reviews.example/bolt', 'https://old.reddit.com/r/anvils'),
    searches: ['best anvils 2026'],
  })),
  ...Array.from({ length: 3 }, () => ({
    engine: 'claude',
    answer: 'Cargo, or avoid Acme: it is unreliable.',
    citations: [{ url: `https://b.example/x?q=${'long'.repeat(60)}`, title: HOSTILE }],
    searches: ['anvil makers', HOSTILE],
  })),
  { engine: 'claude', answer: 'It depends.' },
];

async function filled(store: TestStore) {
  const { apply, importLines, createKey } = pipelineOn(store);
  await apply(acmeFile());
  const { bad_lines } = await importLines(LINES.map((fields) => line(fields)));
  assert.equal(bad_lines, 0);
  const dashboard = dashboardOn(store);
  const { key } = await createKey();
  return { dashboard, key, editor: await dashboard.signedIn('editor') };
}

const PAGES = ['competitors', 'sources', 'sources?site=reviews.example', 'searches'];

const at = (page: string) => `/brands/acme/${page}${page.includes('?') ? '&' : '?'}days=30`;

/** Cell texts of a page's tables, row by row. */
function cells(html: string, report: string): string[][] {
  const [, table = ''] =
    new RegExp(`<table[^>]*data-report="${report}"[^>]*>([\\s\\S]*?)</table>`).exec(html) ?? [];
  const [, body = ''] = /<tbody>([\s\S]*)<\/tbody>/.exec(table) ?? [];
  return [...body.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, cell = '']) =>
      cell
        .replaceAll('<wbr>', '')
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    ),
  );
}

const firstCells = async (visitor: Visitor, path: string, report: string) =>
  cells((await visitor.get(`/brands/acme/${path}`)).html, report).map(([first]) => first);

interface Gap {
  readonly engine: string;
  readonly competitor: string;
  readonly question: string | null;
  readonly answers: number;
  readonly naming_it: number;
  readonly naming_you: number;
  readonly gap: { readonly points: number; readonly lower: number; readonly upper: number } | null;
  readonly only_it: number;
  readonly only_you: number;
}

onPages('tables of reports', ROUTES, (fresh) => {
  test('a competitor not tracked yet differs from one that no answer names', async () => {
    const store = await fresh();
    const { dashboard } = await filled(store);
    await pipelineOn(store).apply(acmeFile([{ ...ACME_BRAND, competitors: [{ name: 'Dyno' }] }]));
    const editor = await dashboard.signedIn('editor');
    const { html, text } = await editor.get('/brands/acme/competitors');
    assert.match(html, /<h1>No answer in this window has been read for these competitors yet</);
    assert.match(text, /Dyno not tracked yet/);
    assert.doesNotMatch(text, /no mentions/);
  });

  test('competitors stand beside the brand as in /gaps, by engine and question', async () => {
    const { dashboard, key, editor } = await filled(await fresh());
    const gaps = async (query: string): Promise<Gap[]> =>
      (await dashboard.api.get(`/gaps?days=30&every=1${query}`, key)).body.data;
    const onChatgpt = (await gaps('&by=engine')).filter(({ engine }) => engine === 'chatgpt');
    assert.ok(onChatgpt.length > 1 && onChatgpt.some(({ gap }) => gap !== null));
    for (const { competitor, gap, answers, only_it: it, only_you: you, ...named } of onChatgpt) {
      if (gap === null) continue;
      const page = await editor.get(
        `/brands/acme/competitors?days=30&on=chatgpt&beside=${encodeURIComponent(competitor)}`,
      );
      const text = page.text.replace(/ ([;,:])/g, '$1');
      const all = `named in ${named.naming_it} of ${answers} answers, you in ${named.naming_you}`;
      assert.ok(text.includes(`${all}; only it in ${it}, only you in ${you}: `), text);
      const [first] = (await gaps('&engine=chatgpt'))
        .filter((row) => row.competitor === competitor)
        .toSorted((a, b) => b.only_it - a.only_it || a.only_you - b.only_you);
      assert.ok(
        text.includes(`${first?.question} ${first?.only_it} of ${first?.answers} ${first?.only_you}`),
        text,
      );
    }
  });

  test('a search shows for each engine in how many of its answers the brand is named', async () => {
    const { editor } = await filled(await fresh());
    const { text } = await editor.get('/brands/acme/searches?days=30');
    assert.match(text, /best anvils 2026 ChatGPT \(API\) 6 of 11 /);
  });

  test('each figure links to as many answers as it says', async () => {
    const { dashboard, key, editor } = await filled(await fresh());
    let followed = 0;
    for (const page of PAGES) {
      const { status, html } = await editor.get(at(page));
      assert.equal(status, 200, page);
      for (const { href, text } of answersLinks(html)) {
        const [, count] =
          /^(\d+)(?: of \d+)?$/.exec(text) ??
          /^[^:]*: (\d+) of \d+/.exec(text) ??
          /^[\d.]+% (\d+)\/\d+/.exec(text) ??
          [];
        const filters = filtersOf(href);
        const { status: found, body } = await dashboard.api.get(`/answers?${filters}&limit=200`, key);
        assert.equal(found, 200, href);
        if (count === undefined || isMentions(filters, text)) continue;
        assert.equal(body.data.length, Number(count), `${page}: ${text} at ${href}`);
        followed += 1;
      }
    }
    assert.ok(followed > 35, `${followed} figures have working links`);
  });

  test('the download of a page has exactly its rows', async () => {
    const { dashboard, editor } = await filled(await fresh());
    for (const [path, report] of [
      ['sources?days=30', 'sources'],
      ['sources?days=30&kind=community', 'sources'],
      ['sources?days=30&engine=claude', 'sources'],
    ] as const) {
      const { html } = await editor.get(`/brands/acme/${path}`);
      const href = new RegExp(`href="([^"]*csv/${report}[^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&');
      assert.ok(href, path);
      const { status, html: csv } = await editor.get(href);
      assert.equal(status, 200);
      const shown = [...html.matchAll(new RegExp(`data-report="${report}"[\\s\\S]*?</table>`, 'g'))]
        .map(([table]) => table.split('<tr>').length - 2)
        .reduce((sum, rows) => sum + rows, 0);
      assert.ok(shown > 0, path);
      assert.equal(csv.trim().split('\r\n').length - 1, shown, path);
    }
    assert.equal(dashboard.api.log.filter((entry) => entry.includes('"level":50')).length, 0);
  });

  test("sort by the address's column, and say so", async () => {
    const { editor } = await filled(await fresh());
    const byName = await firstCells(editor, 'sources?days=30&sort=domain', 'sources');
    assert.deepEqual(byName, [
      'acme.example your site',
      'b.example listing',
      'old.reddit.com community',
      'reviews.example listing',
    ]);
    assert.deepEqual(
      await firstCells(editor, 'sources?days=30&sort=-domain', 'sources'),
      byName.toReversed(),
    );
    const standard = await firstCells(editor, 'sources?days=30', 'sources');
    assert.deepEqual(await firstCells(editor, 'sources?days=30&sort=nothing', 'sources'), standard);
    const { html } = await editor.get('/brands/acme/sources?days=30&sort=-answers_citing_it&kind=listing');
    const [, next = ''] = /<th[^>]* aria-sort="descending"><a href="([^"]*)"/.exec(html) ?? [];
    assert.match(next, /[?;]sort=answers_citing_it&amp;kind=listing$/);
  });

  test('a site opens below the others, also at the addresses that it had before', async () => {
    const { editor } = await filled(await fresh());
    const { text } = await editor.get('/brands/acme/sources?days=30&site=reviews.example');
    assert.match(
      text,
      /5 answers cite (?:reviews\.example|old\.reddit\.com) ?, name a competitor, and not you/,
    );
    assert.match(text, /Ask for \/bolt first: it stands in 5 of the answers/);
    for (const old of [
      'sources/reviews.example',
      'pages?site=reviews.example',
      'page?url=https%3A%2F%2Freviews.example%2Fx',
    ]) {
      const { status, headers } = await editor.get(`/brands/acme/${old}`);
      assert.deepEqual(
        [status, headers.location],
        [303, '/brands/acme/sources?site=reviews.example#site'],
        old,
      );
    }
    assert.equal((await editor.get('/brands/acme/sources?site=..')).status, 404);
  });

  test('a long list has its first rows, and all on demand', async () => {
    const store = await fresh();
    const { editor } = await filled(store);
    const urls = Array.from({ length: 120 }, (_, index) => `https://site${index}.example/`);
    await pipelineOn(store).importLines([line({ citations: cites(...urls.slice(0, 100)) })]);
    const first = await editor.get('/brands/acme/sources?days=30');
    assert.equal(cells(first.html, 'sources').length, 8);
    assert.match(first.text, /92 more sites/);
    assert.equal(cells((await editor.get('/brands/acme/sources?days=30&all=1')).html, 'sources').length, 100);
  });

  test('refuse an unknown engine and window', async () => {
    const { editor } = await filled(await fresh());
    for (const query of ['engine=altavista', 'days=0', 'until=yesterday']) {
      assert.equal((await editor.get(`/brands/acme/sources?${query}`)).status, 400, query);
    }
  });

  test('show titles, addresses, and queries as plain text', async () => {
    const { editor } = await filled(await fresh());
    for (const page of PAGES) {
      const { html } = await editor.get(at(page));
      assert.doesNotMatch(html, /<script>alert|href="javascript:/, page);
    }
    const { html, text } = await editor.get('/brands/acme/sources?days=30&site=b.example');
    assert.match(html, /&lt;script&gt;alert\(1\)/);
    assert.match(text, /\/x\?q=long\S*…\S*long/);
    for (const [, rel = ''] of html.matchAll(/class="away" href="https:[^"]*" rel="([^"]*)"/g)) {
      assert.equal(rel, 'noopener nofollow');
    }
  });

  test('without answers say why, and what to do next', async () => {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    const editor = await dashboardOn(store).signedIn('editor');
    for (const page of ['competitors', 'sources', 'searches']) {
      const { status, html } = await editor.get(`/brands/acme/${page}`);
      assert.equal(status, 200, page);
      if (page !== 'competitors') assert.match(html, /class="empty"><p>[A-Z]/, page);
    }
    await pipelineOn(store).apply(
      acmeFile([{ id: 'acme', name: 'Acme', configured: true, competitors: [] }]),
    );
    assert.match(
      (await editor.get('/brands/acme/competitors')).text,
      /No competitor is tracked.*Add competitors/,
    );
  });
});

/** Whether a figure counts mentions, several per answer: share of voice, and a /competitors column. */
function isMentions(filters: URLSearchParams, text: string): boolean {
  const names = [...filters.keys()].filter((name) => name !== 'from' && name !== 'until');
  return filters.get('looked_for') === 'all' || (names.join() === 'names' && /^\d+$/.test(text));
}
