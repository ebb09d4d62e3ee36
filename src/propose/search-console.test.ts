import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSearchTable, readSearches, searchLines } from './search-console.ts';

const shortly = (table: string) =>
  readSearches(table).questions.map(({ text, source }) => `${text}: ${source.split(' ')[0]}`);

for (const [what, table] of [
  [
    'as it is exported',
    'Top queries,Clicks,Impressions,CTR,Position\nbest planning tool,3,"1,204",0.2%,4.1\n"agencies, and plans",1,90,1%,9',
  ],
  [
    'as a spreadsheet copies it',
    'Häufigste Suchanfragen\tKlicks\tImpressionen\tCTR\tPosition\nbest planning tool\t3\t1.204\t0,2 %\t4,1\nagencies, and plans\t1\t90\t1 %\t9',
  ],
  [
    'with semicolons, a mark, and other columns',
    '\uFEFFConsultas;Impresiones\nbest planning tool;1204\nagencies, and plans;90\n',
  ],
  ['without a head', 'agencies; and plans,1,90\nbest planning tool,3,1204'.replace('; and', ' and')],
] as const) {
  test(`queries ${what}`, () => {
    const [first, second = ''] = shortly(table);
    assert.equal(first, 'best planning tool: 1,204');
    assert.match(second, /^agencies,? and plans: 90$/);
  });
}

test('text without a table, and searches with one or two words, yield nothing', () => {
  for (const table of [
    '',
    'hello',
    'a,b\nc,d',
    'Top queries,Clicks,Impressions\nplans,1,9\nplan tools,1,9',
  ]) {
    assert.deepEqual(shortly(table), [], table);
  }
});

test('the query table’s header is known in many languages, unlike other tables’ headers', () => {
  for (const head of [
    'Top queries,Clicks,Impressions,CTR,Position',
    'Häufigste Suchanfragen;Klicks;Impressionen;Klickrate;Durchschnittliche Position',
    'Requêtes les plus fréquentes,Clics,Impressions,CTR,Position moyenne',
    'Consultas principales,Clics,Impresiones,CTR,Posición media',
    'Query principali,Clic,Impressioni,CTR,Posizione media',
    'Principais consultas,Cliques,Impressões,CTR,Posição',
    'Populairste zoekopdrachten,Klikken,Vertoningen,CTR,Positie',
    'Najpopularniejsze zapytania,Kliknięcia,Wyświetlenia,CTR,Pozycja',
    '上位のクエリ,クリック数,表示回数,CTR,掲載順位',
    '热门查询,点击次数,展示次数,点击率,平均排名',
  ]) {
    assert.ok(isSearchTable(`${head}\n`), head);
    const separator = head.includes(';') ? ';' : ',';
    const row = ['best planning tool', '3', '1204', '0', '4'].join(separator);
    assert.deepEqual(shortly(`${head}\n${row}`), ['best planning tool: 1,204'], head);
  }
  for (const head of ['Top pages,Clicks', 'Country,Clicks', 'Date,Clicks', 'Häufigste Seiten;Klicks']) {
    assert.ok(!isSearchTable(head), head);
  }
});

test('a table of pages or days is recognizable', () => {
  assert.equal(readSearches('Top pages,Clicks,Impressions\nhttps://a.example/,1,2').isOf, 'pages');
  assert.equal(readSearches('Date,Clicks,Impressions\n2026-11-20,1,2').isOf, 'days');
});

test('a table may have an Excel line first, searches only, or a search without spaces', () => {
  assert.deepEqual(shortly('sep=;\nQueries;Impressions\nbest planning tool;7'), ['best planning tool: 7']);
  assert.deepEqual(shortly('best planning tool\ntools\nplan a big trip'), [
    'best planning tool: your',
    'plan a big trip: your',
  ]);
  assert.deepEqual(shortly('上位のクエリ,クリック数,表示回数\nおすすめの旅行計画アプリ,1,8\n旅行,1,9'), [
    'おすすめの旅行計画アプリ: 8',
  ]);
});

test('writing searches and reading them again changes nothing', () => {
  for (const table of ['Queries,Impressions\nplans,9\n"a, b and c",3', 'one two three\nfour']) {
    const { queries } = readSearches(table);
    assert.deepEqual(readSearches(searchLines(queries)).queries, queries);
  }
});
