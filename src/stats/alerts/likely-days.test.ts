import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { binomialGain, type Gain, likelyDays } from './likely-days.ts';

/** The Nile's yearly flow at Aswan from 1871 to 1970 (Cobb 1978, Biometrika 65:243-251). */
const NILE = [
  1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140, 995, 935, 1110, 994, 1020, 960, 1180, 799, 958,
  1140, 1100, 1210, 1150, 1250, 1260, 1220, 1030, 1100, 774, 840, 874, 694, 940, 833, 701, 916, 692, 1020,
  1050, 969, 831, 726, 456, 824, 702, 1120, 1100, 832, 764, 821, 768, 845, 864, 862, 698, 845, 744, 796, 1040,
  759, 781, 865, 845, 944, 984, 897, 822, 1010, 771, 676, 649, 846, 812, 742, 801, 1040, 860, 874, 848, 890,
  744, 749, 838, 1050, 918, 986, 797, 923, 975, 815, 1020, 906, 901, 1170, 912, 746, 919, 718, 714, 740,
];

/** Log-likelihood for normal values with this variance, each a trial. */
const gaussian =
  (variance: number): Gain =>
  (before, after) => {
    const difference = after.events / after.trials - before.events / before.trials;
    return ((before.trials * after.trials) / (before.trials + after.trials)) * (difference ** 2 / variance);
  };

test('the flow of the Nile fell after 1898', () => {
  const years = NILE.map((events, index) => ({ day: 1871 + index, events, trials: 1 }));
  assert.equal(NILE.reduce((sum, each) => sum + each, 0) / NILE.length, 919.35);
  // By numpy, with the variance around both levels: 15974.57; splits before 1897 to 1900 are within 6 of the best, 77.48, before 1899.
  assert.deepEqual(likelyDays(years, gaussian(15_974.57)), { first: 1897, last: 1900 });
  assert.deepEqual(likelyDays(years, gaussian(1500)), { first: 1899, last: 1899 });
});

describe('the likely days of a share', () => {
  const days = [6, 5, 7, 6, 4, 6, 5, 7, 6, 5, 3, 2, 1, 3, 2, 2].map((events, day) => ({
    day,
    events,
    trials: 10,
  }));
  const total = (some: typeof days) => ({
    events: some.reduce((sum, each) => sum + each.events, 0),
    trials: 10 * some.length,
  });

  test('have gains as scipy has them', () => {
    // Twice the difference between sums of scipy.stats.binom.logpmf.
    for (const [first, gain] of [
      [7, 7.2671],
      [9, 16.9141],
      [10, 19.9188],
      [12, 13.0464],
    ] as const) {
      const sides = [total(days.slice(0, first)), total(days.slice(first))] as const;
      assert.equal(binomialGain(-1, 1)(...sides).toFixed(4), gain.toFixed(4));
      assert.equal(binomialGain(-1, 4)(...sides).toFixed(4), (gain / 4).toFixed(4));
      assert.equal(binomialGain(1, 1)(...sides), 0, 'in the other direction');
    }
    assert.deepEqual(likelyDays(days, binomialGain(-1, 1)), { first: 9, last: 11 });
  });

  test('are more days where answers repeat each other', () =>
    assert.deepEqual(likelyDays(days, binomialGain(-1, 4)), { first: 7, last: 13 }));

  test('reach back to the last counted day before', () => {
    const gaps = days.map((each) => ({ ...each, day: each.day < 10 ? each.day : each.day + 5 }));
    assert.deepEqual(likelyDays(gaps.slice(0, 16), binomialGain(-1, 0.1)), { first: 10, last: 15 });
  });

  test('are null for nine days, and without a change in the direction', () => {
    assert.equal(likelyDays(days.slice(3, 12), binomialGain(-1, 1)), null);
    assert.notEqual(likelyDays(days.slice(3, 13), binomialGain(-1, 1)), null);
    assert.equal(likelyDays(days.toReversed(), binomialGain(-1, 1)), null);
  });
});
