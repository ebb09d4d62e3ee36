import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterRows, formatRowsCursor, parseRowsCursor, START } from './rows-cursor.ts';

const META = { generated_at: '2026-11-20T13:37:21.123Z', brand: { id: 'acme', name: 'Acme' }, note: '' };
const UNTIL = '2026-11-19T00:00:00.000Z';

test("a cursor keeps the window's end, so that the remaining rows have the same window", () => {
  const meta = { ...META, window: { from: '2026-11-12T00:00:00.001Z', until: UNTIL } };
  const cursor = formatRowsCursor(40, { data: [], meta });
  assert.deepEqual(parseRowsCursor(cursor), { rows: 40, until: UNTIL });
});

test('a report without a window has a cursor without one; a number is one as well', () => {
  const cursor = formatRowsCursor(40, { data: [], meta: META });
  assert.deepEqual(parseRowsCursor(cursor), { rows: 40, until: null });
  assert.deepEqual(parseRowsCursor(40), { rows: 40, until: null });
});

test('without a cursor it is the beginning; refuses one that no result gave', () => {
  for (const absent of [undefined, null]) assert.equal(parseRowsCursor(absent), START);
  for (const given of [
    '',
    'x',
    '-1',
    '1.5',
    1.5,
    '5@',
    '5@2026-13-45T00:00:00Z',
    ['5'],
    {},
    true,
    '99999999',
  ]) {
    assert.equal(parseRowsCursor(given), null, JSON.stringify(given));
  }
});

test('omits rows from every list, and nothing else', () => {
  assert.deepEqual(afterRows([1, 2, 3], 2), [3]);
  const data = { engines: [1], brands: [1, 2, 3], total: 7 };
  assert.deepEqual(afterRows(data, 2), { engines: [], brands: [3], total: 7 });
});
