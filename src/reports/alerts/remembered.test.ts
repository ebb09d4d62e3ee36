import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remembered } from './remembered.ts';

test('computes again only what was given otherwise, or longest ago', () => {
  const made: number[] = [];
  const double = remembered(({ of }: { readonly of: number }) => {
    made.push(of);
    return 2 * of;
  }, 2);
  assert.deepEqual(
    [1, 2, 1, 3, 1, 2].map((of) => double({ of })),
    [2, 4, 2, 6, 2, 4],
  );
  assert.deepEqual(made, [1, 2, 3, 2]);
});
