import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { meanJaccard } from '../panel/jaccard.ts';
import { benjaminiHochberg } from './benjamini-hochberg.ts';
import { jackknifeOf } from './jackknife.ts';
import { MantelHaenszel } from './mantel-haenszel.ts';
import { stratifiedDifference } from './stratified-difference.ts';

const close = (one: number, other: number, by = 1e-9) =>
  assert.ok(Math.abs(one - other) <= by, `${one}, ${other}`);

type Table = readonly [events: number, trials: number, otherEvents: number, otherTrials: number];

function sumsOf(tables: readonly Table[]): MantelHaenszel {
  const sums = new MantelHaenszel();
  for (const [group, table] of tables.entries()) sums.add(group, ...table);
  return sums;
}

/**
 * Admitted men and women, out of applicants, by department: Bickel, Hammel and O'Connell (1975), Science
 * 187:398-404.
 */
const BERKELEY: readonly Table[] = [
  [512, 825, 89, 108],
  [353, 560, 17, 25],
  [120, 325, 202, 593],
  [138, 417, 131, 375],
  [53, 191, 94, 393],
  [22, 373, 24, 341],
];

describe('a difference within strata', () => {
  // statsmodels 0.15.0, StratifiedTable(UCBAdmissions).oddsratio_pooled, and R,
  // mantelhaen.test(UCBAdmissions): 0.9046968, which confirms the tables. The difference of rates and its
  // degrees of freedom come from exact fractions, the error from NumPy, t and its probability from
  // scipy.stats.t (1.17.1).
  test('for the Berkeley admissions is against men, although more of all men were admitted', () => {
    const odds = (of: (table: Table) => number) => BERKELEY.reduce((sum, table) => sum + of(table), 0);
    const pooled =
      odds(([a, m, c, k]) => (a * (k - c)) / (m + k)) / odds(([a, m, c, k]) => ((m - a) * c) / (m + k));
    close(pooled, 0.9046968282586231);
    const sums = sumsOf(BERKELEY);
    const { ratio, standardError, freedom } = jackknifeOf(sums.parts);
    close(ratio, -320384209339 / 17388374377151);
    close(standardError, 0.02789388800012047);
    const { ours, theirs } = sums.sides;
    close(ours.events / ours.trials - theirs.events / theirs.trials, ratio);
    const { difference, interval, chance, groups } = stratifiedDifference(sums) ?? assert.fail();
    close(difference, ratio);
    close(chance, 0.5456390298968788, 1e-6);
    close(freedom, 3.926737360261146);
    close(interval.upper - ratio, 2.7969942754726045 * standardError, 1e-6);
    assert.equal(groups, 6);
    const rate = (from: 0 | 2, of: 1 | 3) => odds((table) => table[from]) / odds((table) => table[of]);
    close(rate(0, 1) - rate(2, 3), 0.14164542824654186);
  });

  test("is each stratum's difference where all agree, with the width for independent answers", () => {
    const alike = (groups: number, each: Table) => stratifiedDifference(sumsOf(Array(groups).fill(each)));
    const { difference, interval } = alike(10, [10, 10, 0, 10]) ?? assert.fail();
    assert.deepEqual([difference, interval.upper], [1, 1]);
    assert.ok(interval.lower > 0.9 && interval.lower < 0.97, `${interval.lower}`);
    const none = alike(10, [0, 10, 0, 10]) ?? assert.fail();
    assert.deepEqual([none.difference, none.chance], [0, 1]);
    assert.ok(none.interval.lower < -0.03 && none.interval.upper > 0.03);
  });

  test('is unknown below 30 answers on a side, or 5 informative groups', () => {
    const of = (...tables: Table[]) => stratifiedDifference(sumsOf(tables));
    const six: Table = [3, 6, 3, 6];
    assert.notEqual(of(six, six, six, six, six), null);
    assert.equal(of(six, six, six, six, [3, 5, 3, 6]), null);
    assert.equal(of(six, six, six, six, [3, 6, 3, 5]), null);
    assert.equal(of(...Array<Table>(4).fill([3, 60, 3, 60]), [3, 60, 0, 0]), null);
  });

  test("does not depend on the groups' numbers", () => {
    const sums = new MantelHaenszel();
    for (const [group, table] of BERKELEY.entries()) sums.add(7 * group + 3, ...table);
    assert.deepEqual(stratifiedDifference(sums), stratifiedDifference(sumsOf(BERKELEY)));
    assert.equal(sums.parts.length, 6);
  });

  test('ignores a stratum with answers on one side, and changes sign with the sides', () => {
    const tables = fc.array(
      fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9), fc.nat(9)).map(([a, b, c, d]): Table => [a, a + b, c, c + d]),
      { minLength: 5, maxLength: 20 },
    );
    fc.assert(
      fc.property(tables, (some) => {
        const found = stratifiedDifference(sumsOf(some));
        const turned = stratifiedDifference(sumsOf(some.map(([a, m, c, k]): Table => [c, k, a, m])));
        assert.deepEqual(stratifiedDifference(sumsOf([...some, [3, 7, 0, 0]])), found);
        assert.equal(found === null, turned === null);
        if (found === null || turned === null) return;
        close(turned.difference, -found.difference);
        close(turned.interval.lower, -found.interval.upper);
        close(turned.chance, found.chance);
        assert.ok(found.interval.lower <= found.difference && found.difference <= found.interval.upper);
      }),
    );
  });
});

// R, p.adjust(p, "BH") <= 0.05, as scipy.stats.false_discovery_control (1.17.1): for the 25 P values about
// diets and cancer in McDonald, Handbook of Biological Statistics, the smallest is adjusted to 0.025, the
// second to 0.1, the third to the fifth to 0.21.
const DIETS = [
  0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205, 0.212, 0.216, 0.222, 0.251, 0.269, 0.275, 0.34,
  0.341, 0.384, 0.569, 0.594, 0.696, 0.762, 0.94, 0.942, 0.975, 0.986,
];

describe('how alike sets are on average', () => {
  const of = (groups: number, above: number, below: number) =>
    meanJaccard(Array.from({ length: groups }, () => ({ above, below })));

  test('is the mean, with the width of independent shares where all questions agree', () => {
    const { mean, interval } = of(10, 5, 10) ?? assert.fail();
    assert.equal(mean, 0.5);
    // Wilson's interval for 50 of 100.
    close(interval.lower, 0.4038, 1e-4);
    close(interval.upper, 0.5962, 1e-4);
    const same = of(10, 10, 10) ?? assert.fail();
    assert.deepEqual([same.mean, same.interval.upper], [1, 1]);
    assert.ok(same.interval.lower < 0.97);
  });

  test('is as uncertain as the questions differ', () => {
    const parts = [0, 10, 0, 10, 0, 10].map((above) => ({ above, below: 10 }));
    const { interval } = meanJaccard(parts) ?? assert.fail();
    // Six means equal to 0 or 1: the standard error is sqrt(1.5 / 5 / 6), and t with 5 degrees is 2.5706.
    close(interval.upper - 0.5, Math.min(0.5, 2.5706 * Math.sqrt(0.3 / 6)), 1e-3);
  });

  test('lies in its interval, between 0 and 1', () => {
    const parts = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 40 }), fc.double({ min: 0, max: 1, noNaN: true })),
      { minLength: 5, maxLength: 20 },
    );
    fc.assert(
      fc.property(parts, (some) => {
        const found = meanJaccard(some.map(([below, share]) => ({ above: share * below, below })));
        if (found === null) return;
        const { lower, upper } = found.interval;
        assert.ok(0 <= lower && lower <= found.mean, `${lower}, ${found.mean}`);
        assert.ok(found.mean <= upper && upper <= 1, `${found.mean}, ${upper}`);
      }),
    );
  });

  test('is unknown below 30 pairs or 5 questions', () => {
    assert.equal(of(4, 5, 100), null);
    assert.equal(of(5, 3, 5.9), null);
    assert.notEqual(of(5, 3, 6), null);
  });
});

test('findings stand out as P values adjusted for a share of false ones do', () => {
  const standing = (share: number) => benjaminiHochberg(DIETS, share).filter((each) => each).length;
  assert.deepEqual([0.0249, 0.0251, 0.0999, 0.1001, 0.2099, 0.2101].map(standing), [0, 1, 1, 2, 2, 5]);
  assert.deepEqual(benjaminiHochberg([0.05, 0.01, 0.02, 0.04, 0.03], 0.05), Array(5).fill(true));
  assert.deepEqual(benjaminiHochberg([0.9, 0.04, 0.04], 0.05), [false, false, false]);
  assert.deepEqual(benjaminiHochberg([], 0.1), []);
});
