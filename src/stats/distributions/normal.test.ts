import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalCdf, normalQuantile } from './normal.ts';

const close = (one: number, other: number, by: number) =>
  assert.ok(Math.abs(one - other) <= by, `${one}, ${other}`);

test('the normal distribution equals published tables', () => {
  for (const [z, chance] of [
    [0, 0.5],
    [1, 0.8413447460685429],
    [-1.959963984540054, 0.025],
    [3, 0.9986501019683699],
    [-6, 9.865876450376946e-10],
  ] as const) {
    close(normalCdf(z), chance, 1e-12);
    close(normalQuantile(chance), z, 1e-6);
  }
});
