import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dollars } from './usd.ts';

for (const [usd, text] of [
  [0, '$0.00'],
  [74.592, '$74.59'],
  [1401.6, '$1,401.60'],
  [2.4864, '$2.49'],
  [1, '$1.00'],
  [0.075, '$0.075'],
  [0.5, '$0.50'],
  [0.432, '$0.43'],
  [0.0012, '$0.0012'],
  [0.000_05, '$0.00005'],
] as const) {
  test(`${usd} dollars are ${text}`, () => assert.equal(dollars(usd), text));
}
