import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsOf } from './rates.ts';

test('a percentage comes from the counts, not from a rounded rate', () => {
  const figure = { present: 135, responses: 273, rate: 0.495, min_sample: 5 };
  assert.equal(partsOf({ ...figure, interval: { lower: 0.436, upper: 0.554 } }).percent, '49%');
});
