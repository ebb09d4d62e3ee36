import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Visit } from '../../visit/visit.ts';
import { columnMenu, engineColumns, hiddenIn } from './column-menu.ts';

const visitOf = (query: string) => ({ path: '/p', query: new URLSearchParams(query) }) as Visit;
const columns = [
  { id: 'question', label: 'Question' },
  ...engineColumns('abcdefgh'.split('').map((slug, place) => ({ slug, name: slug, answers: 10 + place }))),
];

test('of more than six engines, those with the most answers have a column, and the others only on request', () => {
  assert.deepEqual(hiddenIn(visitOf(''), columns), ['a', 'b']);
  assert.deepEqual(hiddenIn(visitOf('show=b&hide=h,question'), columns), ['a', 'h']);
});

test('each column of the menu leads to the page with it shown, or hidden', () => {
  const menu = String(columnMenu(visitOf('show=b&hide=h'), columns));
  const links = [...menu.matchAll(/href="\/p\??([^"]*)"/g)].map(([, query = '']) =>
    query.replaceAll('&amp;', '&'),
  );
  assert.deepEqual(
    [links[0], links[1], links[2], links[7]],
    ['show=a%2Cb&hide=h', 'hide=h', 'show=b&hide=c%2Ch', 'show=b'],
  );
});
