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

for (const [what, table, expected] of [
  [
    'of two periods: the newer impressions',
    'Top queries,Last 28 days Clicks,Previous 28 days Clicks,Last 28 days Impressions,Previous 28 days Impressions\nbest crm for teams,1,2,300,400',
    [['best crm for teams', 300]],
  ],
  [
    'of another tool has no impressions',
    'Keyword\tVolume\tDifficulty\nbest crm for teams\t1200\t30',
    [['best crm for teams', null]],
  ],
  ['of two columns without a head', 'best crm for teams;1204', [['best crm for teams', 1204]]],
  [
    'with decimals by comma, and a semicolon in a search',
    'Top queries;Clicks;Impressions;CTR;Position\n"a; b or c";1;90;3,4 %;4,5\nbest crm for teams;1;1\u00A0204;2,0 %;5',
    [
      ['best crm for teams', 1204],
      ['a; b or c', 90],
    ],
  ],
  [
    'with commas and a semicolon in its first search',
    '"a; b or c",1,90\nbest crm for teams,1,1204.0',
    [
      ['best crm for teams', 1204],
      ['a; b or c', 90],
    ],
  ],
  [
    'with Indian thousands',
    'Queries,Impressions\nbest crm for teams,"1,23,456"',
    [['best crm for teams', 123_456]],
  ],
  [
    'with a broken figure',
    'Queries,Impressions\nbest crm for teams,0.5\nplan,9',
    [
      ['plan', 9],
      ['best crm for teams', null],
    ],
  ],
  [
    'that is a list with commas',
    'what is the best crm, really?\nbest crm for small teams\n"sql query builder, free"',
    [
      ['what is the best crm, really?', null],
      ['best crm for small teams', null],
      ['sql query builder, free', null],
    ],
  ],
  ['that is a list with a heading', 'Top queries\nsql query builder', [['sql query builder', null]]],
  [
    'that is a list without one',
    'sql query builder\nplan',
    [
      ['sql query builder', null],
      ['plan', null],
    ],
  ],
] as const) {
  test(`a table ${what}`, () => {
    assert.deepEqual(
      readSearches(table).queries.map(({ query, impressions }) => [query, impressions]),
      expected,
    );
  });
}

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
