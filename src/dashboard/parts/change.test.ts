import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeIn, untoldWords } from './change.ts';

const drop = { points: -18.1, lower: -31.9, upper: -3.2 };

test('a drop whose interval excludes zero, but that is one of many, is not said to be within noise', () => {
  const compared = { change: drop, gate: 'not_after_correction' } as const;
  assert.equal(untoldWords(compared), 'possibly chance, as one of many');
  assert.match(String(changeIn(compared)), /-18\.1.*Possibly chance, as one of many/s);
});

test('what is too small, and may be nothing, is within noise', () => {
  const gate = 'below_min_delta';
  assert.equal(untoldWords({ change: { points: 2, lower: -1, upper: 5 }, gate }), 'within noise');
  assert.equal(untoldWords({ change: { points: 4, lower: 1, upper: 7 }, gate }), 'too small to report');
});

test('without an earlier window nothing is compared', () => {
  assert.equal(untoldWords(undefined), 'not compared');
});
