import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { effort } from '../../../test/support/effort.ts';
import { wilson } from '../../domain/figures/proportion.ts';
import { generator } from '../distributions/generator.ts';
import type { PairedCounts } from '../rates/intervals.ts';
import { agreementOf } from './agreement.ts';

const group = (both: number, onlyFirst: number, onlySecond: number, neither: number): PairedCounts => ({
  both,
  onlyFirst,
  onlySecond,
  neither,
});

describe('agreement', () => {
  test('counts add up over groups', () => {
    const { difference, designEffect, ...counts } = agreementOf([group(3, 1, 0, 6), group(2, 2, 1, 5)]);
    assert.deepEqual(counts, {
      both: 5,
      onlyFirst: 3,
      onlySecond: 1,
      neither: 11,
      pairs: 20,
      agreeing: 16,
      groups: 2,
    });
    assert.equal(difference?.value, 0.1);
    assert.ok(designEffect >= 1);
  });

  test('is unknown without a pair', () => {
    const { pairs, designEffect, difference } = agreementOf([]);
    assert.deepEqual([pairs, designEffect, difference], [0, 1, null]);
  });

  test('of pairs that all agree, each group counts as one: they may be one pair over and over', () => {
    const { designEffect, difference } = agreementOf(Array.from({ length: 8 }, () => group(10, 0, 0, 0)));
    assert.equal(designEffect, 10);
    assert.ok(difference);
    assert.equal(difference.value, 0);
    const asOne = agreementOf(Array.from({ length: 8 }, () => group(1, 0, 0, 0)));
    assert.deepEqual(difference.interval, asOne.difference?.interval);
    assert.ok(difference.interval.lower < -0.2 && difference.interval.upper > 0.2);
  });

  test('one group alone counts as one pair', () => {
    assert.equal(agreementOf([group(10, 2, 2, 6)]).designEffect, 20);
  });

  test('one pair repeated in each group counts as one', () => {
    const kinds = [group(1, 0, 0, 0), group(0, 0, 0, 1), group(0, 1, 0, 0), group(0, 0, 0, 1)];
    const once = Array.from({ length: 5 }, () => kinds).flat();
    const often = once.map(({ both, onlyFirst, onlySecond, neither }) =>
      group(7 * both, 7 * onlyFirst, 7 * onlySecond, 7 * neither),
    );
    const [one, seven] = [agreementOf(once), agreementOf(often)];
    assert.ok(Math.abs(seven.designEffect / 7 - one.designEffect) < 1e-9);
    const [own, other] = [one.difference?.interval, seven.difference?.interval];
    assert.ok(own && other && Math.abs(own.lower - other.lower) < 0.02);
    assert.ok(Math.abs(own.upper - other.upper) < 0.02);
  });

  test('with the providers swapped, the difference has the other sign', () => {
    const groups = [group(3, 4, 1, 6), group(2, 2, 1, 5), group(0, 3, 0, 4)];
    const turned = groups.map((each) => ({
      ...each,
      onlyFirst: each.onlySecond,
      onlySecond: each.onlyFirst,
    }));
    const [own, other] = [agreementOf(groups).difference, agreementOf(turned).difference];
    assert.ok(own && other);
    assert.equal(own.value, -other.value);
    assert.ok(Math.abs(own.interval.lower + other.interval.upper) < 1e-12);
  });

  test('intervals contain the truth in 95 of 100 panels whose questions differ', () => {
    const draw = generator(11);
    const runs = effort(400, 4000);
    let [agreeing, differing] = [0, 0];
    for (let run = 0; run < runs; run++) {
      // On each question, providers agree nearly always, or about half of the time; the first provider says
      // it more often.
      const groups = Array.from({ length: 24 }, () => {
        const disagree = draw() < 0.5 ? 0.05 : 0.5;
        const counts = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 };
        for (let pair = 0; pair < 10; pair++) {
          const isApart = draw() < disagree;
          const isFirst = draw() < (isApart ? 0.7 : 0.4);
          counts[isApart ? (isFirst ? 'onlyFirst' : 'onlySecond') : isFirst ? 'both' : 'neither'] += 1;
        }
        return counts;
      });
      const found = agreementOf(groups);
      const trials = found.pairs / found.designEffect;
      const interval = wilson({ events: (found.agreeing / found.pairs) * trials, trials });
      if (interval.lower <= 0.725 && 0.725 <= interval.upper) agreeing += 1;
      const { lower, upper } = found.difference?.interval ?? assert.fail();
      if (lower <= 0.11 && 0.11 <= upper) differing += 1;
    }
    for (const [what, times] of Object.entries({ agreeing, differing }))
      assert.ok(times / runs >= 0.925 && times / runs <= 0.995, `${what}: ${times} of ${runs}`);
  });
});
