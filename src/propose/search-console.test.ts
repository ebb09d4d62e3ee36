import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleQuestions } from './search-console.ts';

const shortly = (table: string) =>
  consoleQuestions(table).map(({ text, source }) => `${text}: ${source.split(' ')[0]}`);

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

test('what is no table, and searches of a word or two, are nothing', () => {
  for (const table of [
    '',
    'hello',
    'a,b\nc,d',
    'Top queries,Clicks,Impressions\nplans,1,9\nplan tools,1,9',
  ]) {
    assert.deepEqual(shortly(table), [], table);
  }
});
