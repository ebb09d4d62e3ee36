import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { studentPValue, studentQuantile } from '../distributions/student.ts';
import { smallestEffect } from './smallest-effect.ts';
import { welchTest } from './welch.ts';

const ARMS = {
  treated: [0.31, 0.05, -0.12, 0.44, 0.2, 0.18, 0.09],
  control: [0.02, -0.1, 0.11, -0.31, 0.07, 0],
};

const close = (one: number | null | undefined, other: number, by = 1e-8) =>
  assert.ok(typeof one === 'number' && Math.abs(one - other) <= by, `${one}, ${other}`);

/** Both two-sided probabilities, the degrees of freedom, and t, from scipy.stats.t in scipy 1.17. */
const REACHES = [
  [0.05, 4, 2.7764451051977934],
  [0.05, 10.7, 2.208537614849555],
  [0.4, 11, 0.8755299780738819],
  [0.005, 10, 3.581406202090669],
] as const;

describe("Student's t", () => {
  for (const [chance, freedom, t] of REACHES) {
    test(`reaches ${t.toFixed(3)} with ${freedom} degrees of freedom and a chance of ${chance}`, () => {
      close(studentQuantile(chance, freedom), t, 1e-6);
      close(studentPValue(t, freedom), chance);
    });
  }
});

describe("Welch's test", () => {
  test('equals scipy.stats.ttest_ind(equal_var=False)', () => {
    const { effect, p, interval } = welchTest(ARMS, 0.05);
    close(effect, 0.19928571428571432);
    close(p, 0.05462942579099084);
    close(interval?.lower, -0.004708424810321743, 1e-6);
    close(interval?.upper, 0.4032798533817503, 1e-6);
  });

  test("knows only the difference if an arm's values are all equal", () => {
    const alike = welchTest({ treated: [0.5, 0.5, 0.5], control: [0, 0, 0] }, 0.05);
    assert.deepEqual(alike, { effect: 0.5, interval: null, p: null });
  });
});

describe('the smallest effect that an experiment finds', () => {
  test('equals scipy.stats.t, and halves with four times as many prompts', () => {
    close(smallestEffect(ARMS, { treated: 7, control: 6 }, 0.05), 0.32872767228780353, 1e-6);
    const quarter = smallestEffect(ARMS, { treated: 28, control: 24 }, 0.05);
    close(quarter, 0.32872767228780353 / 2, 1e-6);
  });

  test('is null for two prompts, or prompts with equal changes', () => {
    const alike = { treated: [0.1, 0.1], control: [0.1, 0.1] };
    assert.equal(smallestEffect(alike, { treated: 6, control: 6 }, 0.05), null);
    assert.equal(smallestEffect({ treated: [0.1], control: [0.2] }, { treated: 6, control: 6 }, 0.05), null);
  });
});
