import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnyRow, Column } from '../../../reports/shape/columns.ts';
import type { Visit } from '../../visit/visit.ts';
import { sortingOf } from './sorting.ts';

const COLUMNS = [
  { id: 'site', label: 'Site', kind: 'text', field: 'site' },
  { id: 'answers', label: 'Answers', kind: 'count', field: 'answers' },
  { id: 'position', label: 'Position', kind: 'position', field: 'position', decimals: 1 },
  { id: 'pages', label: 'Pages', kind: 'list', items: () => [] },
] as const satisfies Column<AnyRow>[];
const ROWS = [
  { site: 'b', answers: 2, position: null },
  { site: 'a', answers: 2, position: 3 },
  { site: 'c', answers: 10, position: 1 },
];

function sorted(query: string) {
  const visit = { path: '/p', query: new URLSearchParams(query) } as Visit;
  const sorting = sortingOf(visit, COLUMNS, ROWS);
  return {
    sites: sorting.rows.map(({ site }) => site).join(''),
    ways: COLUMNS.map((column) => sorting.wayOf(column)),
  };
}

for (const [query, sites] of [
  ['', 'bac'],
  ['sort=nothing', 'bac'],
  ['sort=', 'bac'],
  ['sort=site', 'abc'],
  ['sort=-site', 'cba'],
  ['sort=answers', 'bac'],
  ['sort=-answers', 'cba'],
  ['sort=position', 'cab'],
  ['sort=-position', 'acb'],
] as const) {
  test(`"${query}" gives ${sites}: equal rows in the report's order, unknown ones last`, () => {
    assert.equal(sorted(query).sites, sites);
  });
}

test('a head leads to the order that most people want first, then to the other', () => {
  assert.deepEqual(sorted('days=30&page=2').ways, [
    { href: '/p?days=30&sort=site', direction: null },
    { href: '/p?days=30&sort=-answers', direction: null },
    { href: '/p?days=30&sort=position', direction: null },
    null,
  ]);
  assert.deepEqual(sorted('sort=-answers').ways[1], { href: '/p?sort=answers', direction: 'descending' });
  assert.deepEqual(sorted('sort=answers').ways[1], { href: '/p?sort=-answers', direction: 'ascending' });
});
