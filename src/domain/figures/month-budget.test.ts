import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNearlySpent, monthBudget, monthOf } from './month-budget.ts';

const FEBRUARY = monthOf(Date.UTC(2028, 1, 29, 23, 59));

test('a month has its own days, and its money is the ceiling of each', () => {
  assert.equal(FEBRUARY.last - FEBRUARY.first + 1, 29);
  assert.equal(monthBudget(1_000_000, FEBRUARY), 29_000_000);
  assert.equal(monthOf(Date.UTC(2026, 11, 31)).last - monthOf(Date.UTC(2026, 11, 31)).first, 30);
});

test('warns at four fifths, not before, and never without a ceiling or a cost', () => {
  assert.deepEqual([isNearlySpent(79, 100), isNearlySpent(80, 100)], [false, true]);
  assert.deepEqual([isNearlySpent(80, null), isNearlySpent(0, 0)], [false, false]);
});
