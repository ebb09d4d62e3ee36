import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { effort } from '../../../test/support/effort.ts';
import { Z95 } from '../../domain/figures/proportion.ts';
import { binomialSurvival, normalCdf } from '../distributions/normal.ts';
import { excludesZero } from '../rates/intervals.ts';
import {
  evidenceOfDifference,
  evidenceOfPair,
  evidenceOfRate,
  evidenceOfWeightedDifference,
} from './claim-evidence.ts';
import { ALPHA_PER_SIDE, answersMultiple, holm, isDecidedByInterval, weigh } from './claims.ts';

const close = (actual: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);

describe('distributions', () => {
  test('the binomial one, as added up by hand', () => {
    close(binomialSurvival(2, 3, 0.5), 0.5, 1e-12);
    close(binomialSurvival(0, 3, 0.5), 1, 1e-12);
    close(binomialSurvival(10, 12, 0.5), 0.03857422 / 2, 1e-8);
    close(binomialSurvival(25, 35, 0.5), 0.01667385 / 2, 1e-8);
    close(binomialSurvival(30_000, 60_000, 0.5), 0.5 + 0.5 * 0.003257335, 1e-6);
  });
});

describe('a claim', () => {
  const rate = (events: number, trials: number) => [evidenceOfRate({ events, trials })];

  test('is supported where all of the interval is in its region, contradicted where none is', () => {
    const verdict = (events: number) => weigh({ region: { above: 0.4 }, evidence: rate(events, 100) });
    const [low, middle, high] = [28, 45, 55].map(verdict);
    assert.equal(high?.leaning, 'supported');
    assert.ok((high?.p ?? 1) < ALPHA_PER_SIDE);
    assert.ok((middle?.p ?? 0) > ALPHA_PER_SIDE);
    assert.equal(low?.leaning, 'contradicted');
    assert.ok((low?.p ?? 1) < ALPHA_PER_SIDE);
  });

  test('supports "nothing changed" by a narrow interval alone, never by a wide one', () => {
    const verdict = (trials: number) => {
      const side = { events: trials / 2, trials };
      return weigh({
        region: { within: 0.1, small: 0.1 },
        evidence: [evidenceOfDifference({ current: side, baseline: side })],
      });
    };
    assert.ok(verdict(40).p > ALPHA_PER_SIDE);
    assert.deepEqual(verdict(400).leaning, 'supported');
    assert.ok(verdict(400).p < ALPHA_PER_SIDE);
  });

  test('property: p is at most 2.5% exactly where the interval excludes zero, and mirrors', () => {
    const side = fc
      .integer({ min: 5, max: 200 })
      .chain((trials) =>
        fc.record({ events: fc.integer({ min: 0, max: trials }), trials: fc.constant(trials) }),
      );
    fc.assert(
      fc.property(side, side, (current, baseline) => {
        const evidence = evidenceOfWeightedDifference({ current, baseline });
        const up = weigh({ region: { above: 0 }, evidence: [evidence] });
        const down = weigh({ region: { below: 0 }, evidence: [evidence] });
        assert.equal(up.p <= ALPHA_PER_SIDE, excludesZero(evidence.interval(Z95)));
        assert.equal(up.p, down.p);
        if (up.p < 1) assert.notEqual(up.leaning, down.leaning);
      }),
      { numRuns: effort(40, 200) },
    );
  });

  test('about two brands also passes the exact test over the answers that separate them', () => {
    const evidence = [evidenceOfPair({ both: 0, onlyFirst: 7, onlySecond: 1, neither: 300 })];
    assert.ok(evidence.every((each) => each.interval(Z95).lower > 0));
    close(weigh({ region: { above: 0 }, evidence }).p, binomialSurvival(7, 8, 0.5), 1e-12);
  });

  test('is as likely as the quantile at which its interval reaches the value, for any form of interval', () => {
    const ends: ((z: number) => number)[] = [
      (z) => 1 - z / 3,
      (z) => 1 - (z / 3) ** 9,
      (z) => (z <= 3 ? 1e-9 : -1e9),
      (z) => Math.max(-1e-12, (3 - z) ** 3),
    ];
    for (const end of ends) {
      const evidence = [{ estimate: 1, interval: (z: number) => ({ lower: end(z), upper: 2 }) }];
      close(weigh({ region: { above: 0 }, evidence }).p, normalCdf(-3), 1e-7);
    }
    const always = [{ estimate: 1, interval: () => ({ lower: 0.5, upper: 2 }) }];
    assert.ok(weigh({ region: { above: 0 }, evidence: always }).p < 1e-15);
  });

  test('states how many answers would decide it, and that none would where there is no difference', () => {
    const needed = answersMultiple({ region: { above: 0.4 }, evidence: rate(45, 100) }, 1000, 1) ?? 0;
    const weighed = (times: number) =>
      weigh({ region: { above: 0.4 }, evidence: rate(45 * times, 100 * times) }).p;
    assert.ok(needed > 1 && needed < 10);
    const interval = (times: number) =>
      evidenceOfRate({ events: 45 * times, trials: 100 * times }).interval(Z95);
    assert.ok(interval(needed * 1.001).lower > 0.4 && interval(needed * 0.9).lower < 0.4);
    assert.ok(weighed(Math.ceil(needed) + 1) < ALPHA_PER_SIDE);
    assert.equal(answersMultiple({ region: { above: 0.45 }, evidence: rate(45, 100) }, 1000, 1), null);
    const ofFive = answersMultiple({ region: { above: 0.4 }, evidence: rate(45, 100) }, 1000, 5) ?? 0;
    assert.ok(ofFive > needed);
  });

  test('that any number of answers would decide needs none: the search for the smallest number ends', () => {
    const ofNone = { lower: Number.NaN, upper: Number.NaN };
    const interval = (_z: number, times = 1) => (times < 1e-320 ? ofNone : { lower: -0.05, upper: 0.05 });
    const question = { region: { within: 0.1, small: 0.1 }, evidence: [{ estimate: 0, interval }] };
    assert.ok((answersMultiple(question, 1000, 1) ?? 1) < 1e-6);
  });

  test('asks for more answers where only an exact test leaves it open', () => {
    const evidence = [
      evidenceOfDifference({ current: { events: 3, trials: 30 }, baseline: { events: 2, trials: 120 } }),
    ];
    const question = { region: { above: 0 }, evidence };
    assert.ok(isDecidedByInterval(question));
    const times = answersMultiple(question, 1000, 1) ?? 0;
    assert.ok(times > 1 && times < 2, `${times}`);
  });
});

test("Holm's correction: published example, order, and no chance above 1", () => {
  // R 4: p.adjust(c(0.01, 0.02, 0.03, 0.04), 'holm'), and one out of order.
  const rounded = (list: readonly number[]) => holm(list).map((each) => Math.round(each * 1e6) / 1e6);
  assert.deepEqual(rounded([0.01, 0.02, 0.03, 0.04]), [0.04, 0.06, 0.06, 0.06]);
  assert.deepEqual([rounded([0.5, 0.005, 0.4, 0.011]), holm([0.02])], [[0.8, 0.02, 0.8, 0.033], [0.02]]);
  assert.deepEqual(holm([]), []);
});
