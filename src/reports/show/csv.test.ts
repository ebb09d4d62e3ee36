import assert from 'node:assert/strict';
import { test } from 'node:test';
import Type from 'typebox';
import { REPORTS } from '../index.ts';
import type { Envelope } from '../run/run-report.ts';
import { defineReport } from '../shape/report.ts';
import { csvFileName, csvInTurns, csvOf } from './csv.ts';

const META = {
  generated_at: '2026-11-20T13:37:21.123Z',
  brand: { id: 'acme', name: 'Acme' },
  note: 'Keep this in mind.',
};

const pages = defineReport({
  name: 'pages',
  summary: '',
  description: '',
  takesBrand: true,
  query: {},
  data: Type.Array(
    Type.Object({ url: Type.String(), n: Type.Unsafe<number | null>({}), tags: Type.Array(Type.String()) }),
  ),
  columns: {
    rows: {
      none: 'None.',
      columns: [
        { id: 'url', label: 'Page', kind: 'link', field: 'url' },
        { id: 'n', label: 'Answers', kind: 'count', field: 'n' },
        { id: 'tags', label: 'Tags', kind: 'list', items: ({ tags }) => tags },
      ],
    },
  },
  meta: {},
  errors: [],
  run: async () => ({ data: [], meta: {}, note: '' }),
});

const of = (...data: object[]): Envelope => ({ data, meta: META });

test('CSV is a header and a line per record, each ending in CRLF, after a byte order mark', () =>
  assert.equal(
    csvOf(pages, of({ url: 'a', n: 1, tags: ['x', 'y'] }, { url: 'b', n: null, tags: [] })),
    '\uFEFFurl,n,tags\r\na,1,x; y\r\nb,,\r\n',
  ));

test('no records leave the header', () => assert.equal(csvOf(pages, of()), '\uFEFFurl,n,tags\r\n'));

for (const [what, text, cell] of [
  ['a comma', 'a,b', '"a,b"'],
  ['a quotation mark', 'a"b', '"a""b"'],
  ['a line end', 'a\nb', '"a\nb"'],
  ['a formula', '=1+1', "'=1+1"],
  ['a formula with a comma', '=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
  ['a plus', '+1', "'+1"],
  ['a minus', '-1', "'-1"],
  ['an at sign', '@SUM(A1)', "'@SUM(A1)"],
  ['a tab before a formula', '\t=1', "'\t=1"],
  ['a carriage return before a formula', '\r=1', '"\'\r=1"'],
  ['a line end before a formula', '\n=1', '"\'\n=1"'],
  ['blanks before a formula', ' \u00a0=1', "' \u00a0=1"],
  ['a control character before a formula', '\u0000=1', "'\u0000=1"],
  ['a zero-width character before a formula', '\u200b=1', "'\u200b=1"],
  ['a wide equals sign', '＝1+1', "'＝1+1"],
  ['a wide at sign', '＠SUM(A1)', "'＠SUM(A1)"],
  ['a dash, which is no minus', '— 1', '— 1'],
  ['an equals sign inside', 'a=b', 'a=b'],
] as const) {
  test('a long list is written in slices, with the same lines', async () => {
    const list = of(...Array.from({ length: 2500 }, (_, n) => ({ url: 'a', n, tags: [] })));
    assert.equal(await csvInTurns(pages, list), csvOf(pages, list));
  });

  test(`text with ${what} is one inert cell`, () =>
    assert.equal(csvOf(pages, of({ url: text, n: 1, tags: [] })), `\uFEFFurl,n,tags\r\n${cell},1,\r\n`));
}

test('a negative number is a number, not a formula', () =>
  assert.match(csvOf(pages, of({ url: 'a', n: -4.5, tags: [] })), /\na,-4.5,\r\n$/));

test('several lists follow one another, and each row names its list', () => {
  const visibility = REPORTS.find(({ name }) => name === 'visibility');
  assert.ok(visibility);
  const data = { engines: [{ engine: 'chatgpt', present: 3 }], brands: [{ name: 'Acme', present: 3 }] };
  const [header = '', engine = '', brand = ''] = csvOf(visibility, { data, meta: META }).split('\r\n');
  assert.match(header, /^\uFEFFlist,engine,name,collection_method,present,responses,rate,interval_lower,/);
  assert.match(engine, /^engines,chatgpt,,,3,/);
  assert.match(brand, /^brands,,Acme,,3,/);
});

test("no report's field has another one's name", () => {
  for (const report of REPORTS.filter(({ columns }) => !('record' in columns))) {
    const [header = ''] = csvOf(report, { data: emptyOf(report.columns), meta: META }).split('\r\n');
    const names = header.split(',');
    assert.equal(new Set(names).size, names.length, report.name);
  }
});

const emptyOf = (columns: object): unknown =>
  'rows' in columns ? [] : Object.fromEntries(Object.keys(columns).map((name) => [name, []]));

test('refuses a report that is not a list', () => {
  const me = REPORTS.find(({ name }) => name === 'me');
  assert.ok(me);
  assert.throws(() => csvOf(me, { data: {}, meta: META }), { code: 'not_acceptable' });
});

test('names the file for brand, report, and window', () => {
  const window = { from: '2026-10-21T13:37:21.124Z', until: '2026-11-20T13:37:21.123Z' };
  assert.equal(csvFileName(pages, { ...META, window }), 'acme-pages-2026-10-21-to-2026-11-20.csv');
});

test('without a window, names the file for its day', () =>
  assert.equal(csvFileName(pages, META), 'acme-pages-2026-11-20.csv'));
