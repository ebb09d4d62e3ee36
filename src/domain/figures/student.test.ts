import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Z95 } from './proportion.ts';
import { studentOf } from './student.ts';

// scipy 1.x: scipy.stats.t.ppf(0.975, freedom)
for (const [freedom, t95] of [
  [7, 2.364624],
  [8, 2.306004],
  [11, 2.200985],
  [29, 2.04523],
  [299, 1.96793],
] as const) {
  test(`Student's with ${freedom} degrees of freedom`, () =>
    assert.ok(Math.abs(studentOf(Z95, freedom) - t95) < 1e-4));
}
