import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { effort } from '../../../test/support/effort.ts';
import { type Compared, compare, compareEven } from '../alerts/gates.ts';
import { FARTHEST } from '../distributions/normal.ts';
import { findRoot } from '../distributions/root-finding.ts';
import { newcombe } from '../rates/intervals.ts';
import { evidenceOfCompared, exactDifferencePValue } from './claim-evidence.ts';
import { evidenceOfRates, gatesOfChanges, isBeyondDoubt, type WindowChange } from './window-changes.ts';

const THRESHOLDS = { minDeltaPoints: 10, minSampleEachSide: 30 };

const even = (events: number, trials: number, before: number, beforeTrials = trials) =>
  compareEven({ current: { events, trials }, baseline: { events: before, trials: beforeTrials } });

const changeOf = (compared: Compared, held: WindowChange['priorGate'] = null): WindowChange => ({
  compared,
  priorGate: held,
  evidence: () => evidenceOfRates(compared),
});

const gateOf = (compared: Compared) => gatesOfChanges([changeOf(compared)], THRESHOLDS)[0];

describe('one change', () => {
  for (const [what, compared, gate] of [
    ['a clear rise', even(70, 100, 40), null],
    ['a clear fall', even(40, 100, 70), null],
    ['too few answers now', even(20, 29, 10, 300), 'too_few_answers'],
    ['too few answers before', even(70, 100, 0, 29), 'too_few_answers'],
    ['no answer at all', even(0, 0, 0), 'too_few_answers'],
    ['fewer points than alerts ask for', even(5_400, 10_000, 4_500), 'below_min_delta'],
    ['no difference', even(50, 100, 50), 'below_min_delta'],
    ['a difference that may be noise', even(55, 100, 43), 'within_noise'],
    ['an interval that an exact test does not bear out', even(11, 30, 4), 'stricter_test'],
  ] as const) {
    test(`${what}: ${gate ?? 'exceeds noise'}`, () => assert.equal(gateOf(compared), gate));
  }

  test('needs as many answers to questions of both windows', () => {
    const side = { events: 20, trials: 29 };
    const strata = [{ current: side, baseline: { events: 0, trials: 100 } }];
    assert.equal(
      gateOf(compare({ strata, totals: { current: 100, baseline: 100 } })),
      'too_few_shared_prompts',
    );
  });

  test('must remain with the same mix of questions', () => {
    // Each question has equal rates in both windows; only the numbers of answers differ.
    const strata = [
      { current: { events: 90, trials: 100 }, baseline: { events: 18, trials: 20 } },
      { current: { events: 2, trials: 20 }, baseline: { events: 10, trials: 100 } },
    ];
    const compared = compare({ strata, totals: { current: 120, baseline: 120 } });
    assert.ok((compared.difference?.interval.lower ?? 0) > 0.1);
    assert.equal(gateOf(compared), 'below_min_delta');
  });

  test('do not include changes held back before', () => {
    const change = { ...changeOf(even(70, 100, 40), 'mixed_readings'), evidence: () => assert.fail('it is') };
    assert.deepEqual(gatesOfChanges([change], THRESHOLDS), ['mixed_readings']);
  });
});

describe('changes of one table', () => {
  const rise = even(62, 100, 45);

  test('need stronger evidence, the more of them there are', () => {
    assert.equal(gateOf(rise), null);
    const none = Array.from({ length: 20 }, () => changeOf(even(50, 100, 50)));
    assert.equal(gatesOfChanges([changeOf(rise), ...none], THRESHOLDS)[0], 'not_after_correction');
  });

  test('do not count those with too few answers', () => {
    const few = Array.from({ length: 20 }, () => changeOf(even(3, 4, 1)));
    const mixed = Array.from({ length: 20 }, () => changeOf(even(90, 100, 10), 'mixed_readings'));
    assert.equal(gatesOfChanges([changeOf(rise), ...few, ...mixed], THRESHOLDS)[0], null);
  });

  test('do not depend on the order', () => {
    const side = fc.record({ events: fc.nat(60), more: fc.integer({ min: 1, max: 60 }) });
    fc.assert(
      fc.property(fc.array(fc.tuple(side, side), { minLength: 1, maxLength: 12 }), (drawn) => {
        const changes = drawn.map(([now, before]) =>
          changeOf(even(now.events, now.events + now.more, before.events, before.events + before.more)),
        );
        const [gates, reversed] = [changes, changes.toReversed()].map((all) =>
          gatesOfChanges(all, THRESHOLDS),
        );
        assert.deepEqual(reversed?.toReversed(), gates);
      }),
      { numRuns: effort(20, 60) },
    );
  });
});

describe('a skipped exact test', () => {
  /** The smallest counts, least clear differences, and most unequal windows: a test differs most there. */
  const sizes = [[40, 40], [60, 60], [30, 300], [300, 30], [60, 1000], [1000, 60], [400, 400], [1500, 300], [200, 20_000], [20_000, 200]] as const; // biome-ignore format: pairs

  test('would have found a chance of less than one in 100,000', () => {
    let tried = 0;
    for (const [n, m] of sizes) {
      for (let step = 0; step <= 24; step += 1) {
        const before = Math.max(20, Math.min(m - 20, Math.round((m * step) / 24)));
        const sides = (events: number) => ({
          current: { events, trials: n },
          baseline: { events: before, trials: m },
        });
        let events = Math.round((n * before) / m);
        while (events <= n && !isBeyondDoubt(sides(events))) events += 1;
        if (events > n) continue;
        const { current, baseline } = sides(events);
        const z = findRoot((at) => newcombe(current, baseline, at).lower, 0, FARTHEST);
        const exact = exactDifferencePValue({ current, baseline }, { side: 'above', value: 0, z });
        assert.ok(z >= 6 && exact < 1e-5, JSON.stringify({ current, baseline, z, exact }));
        tried += 1;
      }
    }
    assert.ok(tried > 100, `${tried}`);
  });

  test('runs wherever there is doubt: with few answers, and differences that are not as clear', () => {
    for (const compared of [even(19, 19, 0), even(62, 100, 45), even(300, 320, 5)]) {
      const [exact] = evidenceOfRates(compared);
      assert.notEqual(exact?.exact, undefined);
      assert.deepEqual(evidenceOfRates(compared).length, evidenceOfCompared(compared).length);
    }
    assert.equal(evidenceOfRates(even(7_000, 10_000, 4_000))[0]?.exact, undefined);
  });
});
