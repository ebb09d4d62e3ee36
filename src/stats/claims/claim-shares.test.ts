import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { voiceMomentsOf } from '../../../test/support/simulation.ts';
import {
  compareShares,
  evidenceOfShare,
  evidenceOfShareChange,
  type VoiceMoments,
  voiceSumsOf,
} from './claim-shares.ts';
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

describe('the room that the test of one share leaves', () => {
  // 8 of 280 answers mention the brand twice, 160 another one.
  const window = answersOf([...repeated(8, [2, 0]), ...repeated(160, [0, 2])], 112);
  const naming = { own: 8, others: 160 };
  const chanceBelow = (value: number, named = naming) =>
    weigh({ region: { below: value }, evidence: [evidenceOfShare(voiceSumsOf([window]), named)] }).p;

  test('an answer with ten times the mentions would double a share of 4.8% and more', () => {
    assert.ok(chanceBelow(0.12) > 0.025, `${chanceBelow(0.12)}`);
    assert.ok(chanceBelow(0.3) < 0.025, `${chanceBelow(0.3)}`);
  });

  test('the fewer answers all these mentions are in, the more one may have', () => {
    assert.ok(chanceBelow(0.2, { own: 2, others: 160 }) > 2 * chanceBelow(0.2));
    assert.ok(chanceBelow(0.2, { own: 0, others: 0 }) > chanceBelow(0.2));
  });

  test('a brand without mentions may be mentioned like the others', () => {
    const silent = voiceSumsOf([answersOf(repeated(70, [0, 2]))]);
    const [evidence] = [evidenceOfShare(silent, { own: 0, others: 70 })];
    const below = (value: number) => weigh({ region: { below: value }, evidence: [evidence] }).p;
    assert.ok(below(0.2) > 0.025 && below(0.6) < 0.025, `${below(0.2)}, ${below(0.6)}`);
  });
});

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
