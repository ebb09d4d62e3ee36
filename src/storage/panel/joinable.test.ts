import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinable } from './pack.ts';

const joined = (...sizes: readonly number[]) => joinable(sizes.map((n) => ({ n }))).map(({ n }) => n);

test('four neighbors of about a size become one', () =>
  assert.deepEqual([joined(550, 540, 560), joined(550, 540, 560, 530)], [[], [550, 540, 560, 530]]));

test('does not rewrite a large one for three small ones', () => {
  assert.deepEqual(joined(2200, 550, 540, 560), []);
  assert.deepEqual(joined(2200, 550, 540, 560, 530), [550, 540, 560, 530]);
});

test('the largest may have as many answers as the others together, and not one more', () =>
  assert.deepEqual([joined(3, 1, 1, 1), joined(4, 1, 1, 1)], [[3, 1, 1, 1], []]));

test('none becomes larger than the most', () => {
  assert.deepEqual(joined(4096, 4096, 4096, 4096), [4096, 4096, 4096, 4096]);
  assert.deepEqual(joined(4096, 4096, 4096, 4097), []);
});

test('joins small ones that an import put before large ones too', () =>
  assert.deepEqual(joined(1, 1, 1, 1, 9000, 9000), [1, 1, 1, 1]));

test('a long history of even days has few segments, which wrote each answer about three times', () => {
  const [perDay, days] = [550, 365];
  let written = 0;
  const segments: { n: number }[] = [];
  for (let day = 0; day < days; day++) {
    segments.push({ n: perDay });
    written += perDay;
    for (let some = joinable(segments); some.length > 0; some = joinable(segments)) {
      const n = some.reduce((sum, each) => sum + each.n, 0);
      segments.splice(segments.indexOf(some[0] as { n: number }), some.length, { n });
      written += n;
    }
  }
  assert.ok(segments.length < 30, `${segments.length} segments`);
  assert.ok(written / (perDay * days) < 4, `${written / (perDay * days)} times`);
});
