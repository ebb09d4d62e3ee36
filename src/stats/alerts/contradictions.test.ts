import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../domain/time/period.ts';
import {
  advanceContradiction,
  type ContradictionState,
  isContradicted,
  rewindContradiction,
} from './contradictions.ts';

for (const [agrees, contradicts, expected] of [
  [0, 4, null],
  [4, 0, null],
  [0, 5, true],
  [5, 0, false],
  [4, 1, false],
  // Wilson's lower end of 2 of 5 is 11.8%, of 2 of 6 9.7%.
  [3, 2, true],
  [4, 2, false],
  [90, 10, false],
  [80, 20, true],
] as const) {
  test(`${contradicts} of ${agrees + contradicts} answers that state a fact contradict it: ${expected}`, () => {
    assert.equal(isContradicted({ agrees, contradicts }, 10), expected);
  });
}

/** The days with alerts, from one evaluation a day: yes, no, or unknown. */
function raisedOn(days: string): number[] {
  const raised: number[] = [];
  let state: ContradictionState | null = null;
  for (const [day, sign] of [...days].entries()) {
    if (sign === ' ') continue;
    const contradicted = sign === '?' ? null : sign === 'y';
    const next = advanceContradiction(state, { at: day * DAY_MS, contradicted, alert: () => `alr_${day}` });
    state = next.state;
    if (next.isRaised) raised.push(day);
  }
  return raised;
}

for (const [days, raised] of [
  ['yy', []],
  ['yyy', [2]],
  ['yyyyyyyyy', [2]],
  ['yynyy', []],
  ['yy?y', [3]],
  ['yyynnyyy', [2]],
  ['yyynnnyyy', [2, 8]],
  ['yy       y', []],
  ['yy      y', [8]],
] as const) {
  test(`days ${days} raise alerts on ${raised.join(', ') || 'none'}`, () => {
    assert.deepEqual(raisedOn(days), raised);
  });
}

test('stores no state for a fact without contradictions', () => {
  const { state } = advanceContradiction(null, { at: 0, contradicted: false, alert: () => '' });
  assert.equal(state, null);
});

test('remembers alerts when later evaluations are forgotten, and streaks restart', () => {
  const told = { evaluatedAt: 9, held: 5, alert: 'alr_1', gone: 0 };
  assert.deepEqual(rewindContradiction(told, 4), { evaluatedAt: 4, held: 0, alert: 'alr_1', gone: 0 });
  assert.equal(rewindContradiction({ ...told, alert: null }, 4), null);
});
