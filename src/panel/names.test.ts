import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PanelNames } from './names.ts';

test('ids have numbers without gaps, in the order in which they were first seen', () => {
  const names = new PanelNames();
  const ids = [2_000_000, 7, 1023, 1024, 7, 2_000_001, 2 ** 31 - 1];
  assert.deepEqual([[...names.pages.numbersOf(ids)], names.pages.size], [[0, 1, 2, 3, 1, 4, 5], 6]);
  const found = [...names.pages.numbersOf(ids)].map((number) => names.pages.idOf(number));
  assert.deepEqual(found, ids);
  const before = names.bytes;
  const many = Array.from({ length: 5000 }, (_, index) => 3000 + index);
  assert.deepEqual(
    [...names.pages.numbersOf(many)],
    many.map((_, index) => 6 + index),
  );
  assert.ok(names.bytes - before >= 2 * 4 * many.length, 'both ways count as memory');
  assert.equal(names.queries.size, 0, 'queries have their own numbers');
});
