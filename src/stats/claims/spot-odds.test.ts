import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Interval } from '../../domain/figures/proportion.ts';
import {
  judgeTries,
  missesInARow,
  missesInterval,
  missesOnOneQuestion,
  type Tendency,
  tendencyOf,
} from './spot-odds.ts';

const of100 = (chance: number | null) => chance && Math.round(100 * chance);

test('misses of different questions multiply, and their interval comes from the share’s', () => {
  assert.deepEqual([missesInARow(0.45, 1), missesInARow(0.45, 3)].map(of100), [55, 17]);
  const { lower, upper } = missesInterval({ lower: 0.4, upper: 0.5 }, 3);
  assert.deepEqual([lower, upper].map(of100), [13, 22]);
});

for (const [overDays, repeats, misses] of [
  [0, 0, 17],
  [0.3, 0, 29],
  [0, 0.3, 29],
  [1, 0, 55],
  [null, 0, null],
] as const) {
  test(`at a correlation of ${overDays}, and ${repeats} more within a day, three tries of one question miss in ${misses} of 100`, () =>
    assert.equal(of100(missesOnOneQuestion({ share: 0.45, overDays, repeats }, 3)), misses));
}

test('the share and the correlation come from the stored answers; unknown where none repeats', () => {
  assert.deepEqual(
    tendencyOf(
      [
        { events: 3, trials: 3 },
        { events: 0, trials: 3 },
      ],
      0,
    ),
    {
      share: 0.5,
      overDays: 1,
      repeats: 0,
    },
  );
  assert.equal(
    tendencyOf(
      [
        { events: 1, trials: 1 },
        { events: 0, trials: 1 },
      ],
      0,
    ).overDays,
    null,
  );
});

const ALIKE: Tendency = { share: 0.45, overDays: 0, repeats: 0 };
const exactly = (share: number): Interval => ({ lower: share, upper: share });
const tries = (
  named: number,
  of: number,
  interval: Interval,
  stored: { events: number; trials: number } | null = null,
) => Array.from({ length: of }, (_, at) => ({ tries: 1, named: at < named ? 1 : 0, stored, interval }));

test('one mention in five tries at 45% is no sign of anything', () => {
  const { expected, chance, p } = judgeTries(ALIKE, tries(1, 5, exactly(0.45)));
  assert.deepEqual([expected.toFixed(2), of100(chance), p > 0.5], ['2.25', 26, true]);
});

test('no mention in eight tries at 45% differs, unless the share may be far lower', () => {
  assert.ok(judgeTries(ALIKE, tries(0, 8, exactly(0.45))).p < 0.05);
  assert.ok(judgeTries(ALIKE, tries(0, 8, { lower: 0.2, upper: 0.7 })).p > 0.3);
});

test('more mentions than usual differ too', () => {
  const { chance, p } = judgeTries(ALIKE, tries(8, 8, exactly(0.45)));
  assert.ok(chance < 0.01 && p < 0.05, `${chance} ${p}`);
});

test('a question that never names the brand explains misses that others do not', () => {
  const tendency: Tendency = { share: 0.45, overDays: 0.6, repeats: 0 };
  const never = judgeTries(tendency, tries(0, 8, exactly(0.45), { events: 0, trials: 28 }));
  const usual = judgeTries(tendency, tries(0, 8, exactly(0.45), { events: 14, trials: 28 }));
  assert.ok(never.p > 0.9 && usual.p < 0.05, `${never.p} ${usual.p}`);
});
