import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presence } from '../brands/presence.ts';
import { onScreen, tableViews } from './table-view.ts';

/** The /presence columns that a screen shows for rows with these markets and tags. */
function columnsOf(rows: readonly { readonly market: string; readonly tag?: string }[]): string[] {
  return tableViews(presence, { data: rows, meta: {} }).flatMap((list) =>
    onScreen(list).columns.map(({ id }) => id),
  );
}

test('a market and a tag are on a screen only where rows differ in them', () => {
  const plain = columnsOf([{ market: 'us' }, { market: 'us' }]);
  assert.deepEqual([plain.slice(0, 3), columnsOf([])], [['engine', 'brand', 'rate'], plain]);
  const of = (rows: Parameters<typeof columnsOf>[0]) => columnsOf(rows).filter((id) => !plain.includes(id));
  assert.deepEqual(of([{ market: 'us' }, { market: 'de' }]), ['market']);
  assert.deepEqual(
    of([
      { market: 'us', tag: 'a' },
      { market: 'us', tag: 'b' },
    ]),
    ['tag'],
  );
  assert.deepEqual(of([{ market: 'us', tag: 'a' }, { market: 'de' }]), ['market', 'tag']);
});
