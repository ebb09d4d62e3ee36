import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { voiceMomentsOf } from '../../../test/support/simulation.ts';
import { compareShares, evidenceOfShareChange, type VoiceMoments } from './claim-shares.ts';
import { weigh } from './claims.ts';

/** Answers with these mentions of the brand and others, and this many that mention nobody. */
function answersOf(said: readonly (readonly [x: number, others: number])[], silent = 0): VoiceMoments {
  return voiceMomentsOf(
    said.map(([x, others]) => [x, x + others]),
    said.length + silent,
  );
}

const repeated = (times: number, ...pattern: readonly (readonly [number, number])[]) =>
  Array.from({ length: times }, () => pattern).flat();

describe('the room that the test of a change leaves', () => {
  // From half of the answers to a quarter.
  const now = answersOf([...repeated(20, [2, 0]), ...repeated(60, [0, 2])]);
  const change = (before: VoiceMoments) => {
    const { difference } = compareShares([{ current: now, baseline: before }], {
      current: 80,
      baseline: 320,
    });
    assert.ok(difference);
    return weigh({ region: { below: 0 }, evidence: [evidenceOfShareChange(difference)] }).p;
  };

  test('an earlier pattern may be unseen now', () => {
    const even = answersOf(repeated(160, [2, 0], [0, 2]));
    // Similar numbers of mentions.
    const uneven = answersOf(
      [...repeated(15, [20, 0]), ...repeated(145, [0, 2]), ...repeated(10, [1, 1])],
      150,
    );
    assert.ok(change(even) < 0.025, `${change(even)}`);
    assert.ok(change(uneven) > 0.025, `${change(uneven)}`);
  });

  test('compares nothing without any mention', () => {
    const { difference } = compareShares([{ current: answersOf([], 5), baseline: answersOf([], 5) }], {
      current: 5,
      baseline: 5,
    });
    assert.equal(difference, null);
  });
});
