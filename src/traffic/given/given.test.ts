import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDay } from '../../domain/time/instant.ts';
import { dayOf } from '../../domain/time/period.ts';
import { dayReader } from './days.ts';
import type { GivenTable } from './given-table.ts';
import { type GivenOptions, looksGiven, readGiven } from './read-given.ts';

/** Tables of the reports' columns, made up here. */

const day = (text: string): number => dayOf(Date.parse(text));
const OPTIONS: GivenOptions = {
  ...{ kind: null, mapping: [], days: null, own: ['acme.example'], site: 'acme.example' },
  ...{ today: day('2026-11-29'), turn: async () => {} },
};
const read = (text: string, options: Partial<GivenOptions> = {}) =>
  readGiven(text, { ...OPTIONS, ...options });

/** Rows as `day page label {figures}`, without what is null. */
const shortly = ({ rows }: GivenTable) =>
  rows.map(({ day: at, page, label, figures }) =>
    [at === null ? null : formatDay(at), page, label, JSON.stringify(figures).replaceAll('"', '')]
      .filter((each) => each !== null)
      .join(' '),
  );

const TABLES: Readonly<Record<string, readonly [text: string, kind: string, rows: readonly string[]]>> = {
  'Bing days, quoted, with times and an empty cell': [
    '"Date","Citations","Cited Pages"\r\n"4/14/2026 12:00:00 AM","1,022","1"\r\n"4/15/2026 12:00:00 AM","0",""\r\n',
    'bing_days',
    ['2026-04-14 {citations:1022,cited_pages:1}', '2026-04-15 {citations:0,cited_pages:null}'],
  ],
  'Bing pages, other sites left out, forms of one page added up': [
    '"Page","Citations"\n"https://acme.example/a","3"\n"http://www.acme.example/a/","2"\n"https://acme.example/a#x","4"\n"https://other.example/a","9"\n"/b",""\n',
    'bing_pages',
    ['acme.example/a {citations:9}', 'acme.example/b {citations:null}'],
  ],
  'Bing queries with percentages, a formula, and a quoted line end': [
    '"Grounding Query","Intent","Topic","Citations","Citation Share"\n"=1+1, ""x""","Research","Tools","646","26.21%"\n"two\nlines","","","15",""\nthird,a,b,3,10\nthird,c,d,1,2\n',
    'bing_queries',
    [
      '=1+1, "x" {intent:Research,topic:Tools,citations:646,citation_share:0.2621}',
      'two\nlines {intent:null,topic:null,citations:15,citation_share:null}',
      'third {intent:a,topic:b,citations:3,citation_share:0.1}',
      'third {intent:c,topic:d,citations:1,citation_share:0.02}',
    ],
  ],
  'Bing pages by day': [
    'Date,URL,Citations\n2026-08-20,https://acme.example/a,40\n2026-08-21,https://acme.example/a,\n',
    'bing_pages',
    ['2026-08-20 acme.example/a {citations:40}', '2026-08-21 acme.example/a {citations:null}'],
  ],
  'GA4 after its comments, with a total, by product and payment': [
    '# ----\n# Traffic acquisition\n# Start date: 20261101\n# End date: 20261128\n# ----\nSession source / medium,Sessions,Engaged sessions\n,900,800\nchatgpt.com / referral,20,9\nchatgpt.com / (not set),5,2\nopenai / cpc,3,1\nperplexity.ai / referral,,0\ngoogle / organic,700,4\n',
    'ga4',
    ['chatgpt {sessions:25,paid:3}', 'perplexity {sessions:null}'],
  ],
  'GA4 by day, source and medium apart, in German': [
    'Datum;Sitzungsquelle;Sitzungsmedium;Sitzungen\n20261101;claude.ai;referral;4\n20261102;(direct);(none);70\n',
    'ga4',
    ['2026-11-01 claude {sessions:4}'],
  ],
};

for (const [what, [text, kind, rows]] of Object.entries(TABLES)) {
  test(`reads ${what}`, async () => {
    assert.ok(looksGiven(text));
    const table = await read(text);
    assert.equal(table.kind, kind);
    assert.deepEqual(shortly(table), rows);
  });
}

const PAGE_HEADERS: Readonly<Record<string, string>> = {
  English: 'Top pages,AI impressions',
  German: 'Häufigste Seiten;Impressionen',
  French: 'Pages les plus populaires,Impressions',
  Spanish: 'Páginas principales,Impresiones',
  Italian: 'Pagine principali\tImpressioni',
  Portuguese: 'Principais páginas,Impressões',
  Dutch: "Populairste pagina's,Vertoningen",
  Polish: 'Najpopularniejsze strony,Wyświetlenia',
  Swedish: 'Populäraste sidorna,Exponeringar',
  Turkish: 'En popüler sayfalar,Gösterimler',
  Russian: 'Популярные страницы,Показы',
  Ukrainian: 'Найпопулярніші сторінки,Покази',
  Japanese: '上位のページ,表示回数',
  Korean: '인기 페이지,노출',
  Chinese: '热门网页,展示',
  Arabic: 'أهم الصفحات,مرات الظهور',
  'a comparison of two windows': '"Pages","2026-10-01 - 2026-10-28 Impressions"',
  'a language whose word for pages is unknown': 'გვერდები,Impressions',
};

for (const [language, head] of Object.entries(PAGE_HEADERS)) {
  test(`Search Console's pages in ${language}`, async () => {
    const separator = /[,;\t]/.exec(head)?.[0];
    const text = `${head}\nhttps://acme.example/a${separator}12\nhttps://acme.example/b${separator}\n`;
    const table = await read(text);
    assert.equal(table.kind, 'search_console_pages');
    assert.deepEqual(shortly(table), [
      'acme.example/a {impressions:12}',
      'acme.example/b {impressions:null}',
    ]);
  });
}

test("Search Console's days, by country, add up", async () => {
  const table = await read('Fecha,País,Impresiones\n2026-11-01,ESP,3\n2026-11-01,FRA,4\n2026-11-03,FRA,1\n');
  assert.deepEqual(shortly(table), ['2026-11-01 {impressions:7}', '2026-11-03 {impressions:1}']);
  assert.deepEqual(table.unused, ['País']);
  assert.deepEqual(table.days, { first: day('2026-11-01'), last: day('2026-11-03') });
});

test('an unknown header is mapped by its values once the kind is said, or by name and number', async () => {
  const text = 'გვერდები,ჩვენებები\nhttps://acme.example/a,12\n';
  assert.ok(!looksGiven(text));
  await assert.rejects(read(text), /of no known report/);
  const rows = ['acme.example/a {impressions:12}'];
  const kind = 'search_console_pages';
  assert.deepEqual(shortly(await read(text, { kind })), rows);
  const mapped = await read(`${text.split('\n')[0]},x\nhttps://acme.example/a,12,3\n`, {
    ...{ kind, mapping: ['impressions=ჩვენებები', 'page=1'] },
  });
  assert.deepEqual(shortly(mapped), rows);
  assert.deepEqual(
    mapped.columns.map(({ field, at, by }) => [field, at, by]),
    [
      ['page', 0, 'mapping'],
      ['impressions', 1, 'mapping'],
    ],
  );
  assert.deepEqual(shortly(await read('https://acme.example/a,12\n', { kind })), rows);
});

const REFUSED: Readonly<
  Record<string, readonly [text: string, why: RegExp, options?: Partial<GivenOptions>]>
> = {
  'an empty file': ['\n\n', /is empty/],
  'no header': ['https://acme.example/a,3\n', /no header/],
  'a header alone': ['Page,Citations\n', /no rows/],
  'too few cells': ['Date,Citations,Cited Pages\n2026-11-01,3,1\n2026-11-02,3\n', /Line 3 has 2 cells/],
  'a word for a number': [
    'Date,Citations\n2026-11-01,3\n2026-11-02,=1+1\n',
    /Line 3: “=1\+1”.*no whole number/,
  ],
  'only a word for a number': ['Date,Citations\n2026-11-01,ten\n', /Line 2: “ten”.*no whole number/],
  'only a negative number': ['Page,Citations\nhttps://acme.example/,-5\n', /Line 2: “-5”/],
  'only a part of a number': ['"Grounding Query","Citations"\nx,1.5\n', /Line 2: “1\.5”/],
  'only a day that is none': ['Date,Citations\n2026-02-31,3\n', /Line 2: “2026-02-31”.*no day/],
  'a quotation mark without an end': [
    '"Page","Citations"\n"https://acme.example/a","3"\n"https://acme.example/b,2\n',
    /Line 3 has a quotation mark that does not end/,
  ],
  'a negative number': ['Date,Citations\n2026-11-01,3\n2026-11-02,-3\n', /Line 3/],
  'no day': ['Date,Citations\n2026-11-01,3\n2026-02-30,1\n', /“2026-02-30”.*no day/],
  'a day twice': ['Date,Citations\n2026-11-01,3\n2026-11-01,1\n', /“2026-11-01” is in two rows/],
  'a day to come': ['Date,Citations\n2026-12-24,3\n', /not over yet/],
  'a day before there were figures': ['Date,Citations\n2025-10-31,3\n', /before 2025-11-01/],
  'pages of others': ['Page,Citations\nhttps://other.example/,3\n', /None of its pages is on acme.example/],
  'the report on all searches': [
    'Top pages,Clicks,Impressions,CTR,Position\nhttps://acme.example/,3,1204,0.25%,4\n',
    /it has clicks/,
  ],
  'countries alone': ['Country,Impressions\nGermany,3\n', /of no known report/],
  'sessions by event': [
    'Session source / medium,Event name,Sessions\nchatgpt.com / referral,scroll,4\n',
    /event/,
  ],
  'no text': ['PK\u0003\u0004\0\0', /no text file/],
  'a long line': [`Page,Citations\n${'x'.repeat(70_000)},1\n`, /Line 2 is longer/],
  'another kind': ['Page,Citations\nhttps://acme.example/,3\n', /“Google Analytics/, { kind: 'ga4' }],
  'a window that ends before it begins': [
    'Page,Citations\nhttps://acme.example/,3\n',
    /before it begins/,
    { days: { first: day('2026-11-20'), last: day('2026-11-19') } },
  ],
};

for (const [what, [text, why, options]] of Object.entries(REFUSED)) {
  test(`refuses ${what}`, async () => {
    await assert.rejects(read(text, options), (error: Error) => {
      assert.match(error.message, why);
      assert.match(error.message, /Nothing was stored\.$/);
      return true;
    });
  });
}

test('a file with nothing but mistakes still looks like one', () => {
  for (const text of [
    'Date,Citations\n2026-11-01,ten\n',
    '"Page","Citations"\n"https://acme.example/","-5"\n',
  ])
    assert.ok(looksGiven(text), text);
});

test('says what it took for the month if nothing in the file decides', async () => {
  const assumed = async (text: string) => (await read(text)).assumed;
  assert.equal(await assumed('Date,Citations\n01/02/2026,1\n02/03/2026,2\n'), 'month');
  assert.equal(await assumed('Date,Impressions\n01/02/2026,1\n02/03/2026,2\n'), 'day');
  assert.equal(await assumed('Date,Citations\n01/02/2026,1\n01/13/2026,2\n'), null);
  assert.equal(await assumed('Date,Citations\n02/02/2026,1\n2026-02-04,2\n'), null);
});

test('a log is no such file', () => {
  for (const text of [
    '203.0.113.7 - - [20/Nov/2026:08:00:00 +0000] "GET /impressions?a=1,2 HTTP/1.1" 200 5 "-" "A (B, like C)"\n',
    'time,path,status\n2026-11-20T08:00:00Z,/sessions,200\n',
    'time,path,referrer,session\n2026-11-20T08:00:00Z,/,chatgpt.com,a8f\n',
    '{"sessions":1,"path":"/"}\n',
    '#Fields: date time cs-uri-stem\n2026-11-20 08:00:00 /sessions\n',
  ])
    assert.ok(!looksGiven(text), text);
});

for (const [cells, monthFirst, expected] of [
  [
    ['2026-11-20', '2026/11/20', '2026. 11. 20.', '2026年11月20日', '20261120', '2026112008'],
    true,
    '2026-11-20',
  ],
  [['Nov 20, 2026', '20 Nov 2026', 'November 20 2026', '20.11.2026', '11/20/26'], true, '2026-11-20'],
  [['11/12/2026'], true, '2026-11-12'],
  [['11/12/2026'], false, '2026-12-11'],
  [['11/12/2026', '11/13/2026'], false, '2026-11-12'],
  [['11/1/26 - 11/28/26 Impressions'], true, null],
  [['1/12/2026', '2/12/2026', '3/12/2026'], true, '2026-12-01'],
  [['٢٠٢٦-١١-٢٠'], true, '2026-11-20'],
] as const) {
  test(`${cells.join(', ')} is ${expected}`, () => {
    const found = dayReader(cells, monthFirst)(cells[0]);
    assert.equal(found === null ? null : formatDay(found), expected);
  });
}
