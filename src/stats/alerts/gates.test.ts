import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { effort } from '../../../test/support/effort.ts';
import { ALERT_KINDS, type AlertKind, type Gate } from '../../domain/alerts/alert-rules.ts';
import type { Stratum } from '../rates/common-mix.ts';
import {
  compare,
  floorGate,
  gateOf,
  isOutage,
  KIND_RULES,
  kindsOf,
  MEASURES,
  type Observation,
  reachesPoints,
} from './gates.ts';

/** One prompt: events and trials now, and before. */
function stratum(nowEvents: number, now: number, beforeEvents: number, before: number): Stratum {
  return { current: { events: nowEvents, trials: now }, baseline: { events: beforeEvents, trials: before } };
}

function observed(...strata: Stratum[]): Observation {
  const total = (side: keyof Stratum) => strata.reduce((sum, each) => sum + each[side].trials, 0);
  return { strata, totals: { current: total('current'), baseline: total('baseline') } };
}

const DEFAULTS = { minDeltaPoints: 10, minSampleEachSide: 30 };

function gate(kind: AlertKind, observation: Observation, thresholds = DEFAULTS): Gate | null {
  return gateOf(kind, compare(observation), thresholds);
}

describe('points, in integers', () => {
  const sides = (x1: number, n1: number, x2: number, n2: number) => stratum(x1, n1, x2, n2);
  for (const [x1, n1, x2, n2, points, reached] of [
    [7, 20, 5, 20, 10, true],
    [7, 20, 5, 20, 11, false],
    [5, 20, 7, 20, -10, true],
    [5, 20, 7, 20, -11, false],
    [5, 20, 7, 20, 10, false],
    [7, 20, 5, 20, -10, false],
    [58, 100, 28, 100, 30, true],
    [57, 100, 28, 100, 30, false],
    [10, 10, 0, 10, 100, true],
  ] as const) {
    test(`${x1}/${n1} against ${x2}/${n2} ${reached ? 'reaches' : 'does not reach'} ${points}`, () =>
      assert.equal(reachesPoints(sides(x1, n1, x2, n2), points), reached));
  }

  test('property: it agrees with exact fractions', () => {
    const side = fc
      .integer({ min: 1, max: 5000 })
      .chain((trials) => fc.integer({ min: 0, max: trials }).map((events) => ({ events, trials })));
    fc.assert(
      fc.property(side, side, fc.integer({ min: 1, max: 100 }), (current, baseline, points) => {
        const change =
          BigInt(100 * current.events) * BigInt(baseline.trials) -
          BigInt(100 * baseline.events) * BigInt(current.trials);
        const asked = BigInt(points) * BigInt(current.trials) * BigInt(baseline.trials);
        assert.equal(reachesPoints({ current, baseline }, points), change >= asked);
        assert.equal(reachesPoints({ current, baseline }, -points), change <= -asked);
      }),
    );
  });
});

describe('the gates, each at its very edge', () => {
  for (const [what, kind, observation, expected] of [
    ['29 answers now', 'visibility_drop', observed(stratum(0, 29, 60, 120)), 'too_few_answers'],
    ['30 answers now', 'visibility_drop', observed(stratum(0, 30, 60, 120)), null],
    ['29 answers before', 'visibility_rise', observed(stratum(30, 30, 0, 29)), 'too_few_answers'],
    ['30 answers before', 'visibility_rise', observed(stratum(30, 30, 0, 30)), null],
    ['a change of 10 points', 'visibility_rise', observed(stratum(300, 500, 1000, 2000)), null],
    ['a change of 9.8 points', 'visibility_rise', observed(stratum(299, 500, 1000, 2000)), 'below_min_delta'],
    ['a drop of 10 points', 'visibility_drop', observed(stratum(200, 500, 1000, 2000)), null],
    ['an interval that ends just below zero', 'visibility_drop', observed(stratum(10, 30, 64, 120)), null],
    [
      'an interval that ends just above zero',
      'visibility_drop',
      observed(stratum(11, 30, 64, 120)),
      'within_noise',
    ],
    ['an interval that begins just above zero', 'visibility_rise', observed(stratum(12, 30, 27, 120)), null],
    ['a rise, asked for a drop', 'visibility_drop', observed(stratum(30, 30, 0, 30)), 'below_min_delta'],
    ['a drop, asked for a rise', 'visibility_rise', observed(stratum(0, 30, 30, 30)), 'below_min_delta'],
    ['nothing named any more', 'engine_blackout', observed(stratum(0, 30, 15, 120)), null],
    [
      'nothing named, and one answer fewer before',
      'engine_blackout',
      observed(stratum(0, 30, 14, 120)),
      'within_noise',
    ],
    ['one answer that names it', 'engine_blackout', observed(stratum(1, 30, 60, 120)), 'condition_not_met'],
    ['ahead in half before, in more now', 'competitor_overtook', observed(stratum(50, 60, 60, 120)), null],
    ['ahead in half now', 'competitor_overtook', observed(stratum(30, 60, 12, 120)), 'condition_not_met'],
    [
      'ahead in more than half before',
      'competitor_overtook',
      observed(stratum(58, 60, 61, 120)),
      'condition_not_met',
    ],
    ['more often negative', 'negative_framing', observed(stratum(12, 40, 2, 120)), null],
    ['less often negative', 'negative_framing', observed(stratum(2, 40, 40, 120)), 'below_min_delta'],
    ['more often cited without a name', 'cited_not_named', observed(stratum(20, 40, 12, 120)), null],
  ] as const) {
    test(`${kind}: ${what}: ${expected ?? 'passes'}`, () => assert.equal(gate(kind, observation), expected));
  }

  test("raises thresholds below a rate's minimum to it", () => {
    const low = { minDeltaPoints: 10, minSampleEachSide: 1 };
    assert.equal(gate('visibility_drop', observed(stratum(0, 4, 20, 20)), low), 'too_few_answers');
    assert.equal(gate('visibility_drop', observed(stratum(0, 5, 20, 20)), low), null);
  });

  test('answers enough, but not on prompts of both windows', () => {
    const observation = { strata: [stratum(0, 29, 60, 120)], totals: { current: 80, baseline: 200 } };
    assert.equal(gate('visibility_drop', observation), 'too_few_shared_prompts');
  });

  test('no prompt of both windows has a trial on either side', () => {
    const observation = observed(stratum(0, 40, 0, 0), stratum(0, 0, 40, 40));
    assert.equal(gate('negative_framing', observation), 'too_few_shared_prompts');
  });
});

describe('an unevenly asked panel', () => {
  test('is no change in the engine: the same rate for each prompt is not a change', () => {
    // Always named on one prompt, never on the other; the second was added at the end of the baseline.
    const observation = observed(stratum(40, 40, 160, 160), stratum(0, 40, 0, 8));
    const { difference, sameMix } = compare(observation);
    assert.ok(difference && difference.interval.upper < -0.3);
    assert.ok(sameMix && Math.abs(sameMix.interval.upper + sameMix.interval.lower) < 0.2);
    assert.equal(gate('visibility_drop', observation), 'below_min_delta');
  });

  test('and a change that holds with one weight for each prompt stays one', () => {
    const observation = observed(stratum(4, 40, 130, 160), stratum(2, 40, 6, 8));
    assert.equal(gate('visibility_drop', observation), null);
  });

  test('a change of exactly the points is one on an uneven panel too', () => {
    const observation = observed(stratum(120, 400, 400, 1000), stratum(150, 500, 280, 700));
    assert.equal(gate('visibility_drop', observation), null);
  });

  test('an even panel has one difference', () => {
    const { difference, sameMix } = compare(observed(stratum(3, 10, 20, 40), stratum(6, 7, 10, 28)));
    assert.equal(sameMix, difference);
  });
});

describe('answers that repeat each other', () => {
  const drop = observed(stratum(18, 84, 150, 336));
  const gateWith = (effect: number | null) =>
    gateOf('visibility_drop', compare(drop, { current: effect, baseline: effect }), DEFAULTS);

  test('show less than as many fresh ones, and gates of counts stay as they are', () => {
    assert.deepEqual([null, 1, 2, 6].map(gateWith), [null, null, null, 'within_noise']);
    const { counted, totals } = compare(drop, { current: 6, baseline: 6 });
    assert.deepEqual(
      [counted.current, totals],
      [
        { events: 18, trials: 84 },
        { current: 84, baseline: 336 },
      ],
    );
  });

  test('property: never let a change through that fresh ones hold back', () => {
    const side = fc
      .integer({ min: 30, max: 300 })
      .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));
    const effect = fc.double({ min: 1, max: 12, noNaN: true });
    fc.assert(
      fc.property(
        side,
        side,
        effect,
        effect,
        fc.constantFrom(...ALERT_KINDS),
        (now, before, one, other, kind) => {
          const observation = observed(stratum(...now, ...before));
          const repeated = gateOf(kind, compare(observation, { current: one, baseline: other }), DEFAULTS);
          if (repeated === null) assert.equal(gate(kind, observation), null);
          if (repeated !== gate(kind, observation)) assert.equal(repeated, 'within_noise');
        },
      ),
      { numRuns: effort(100, 500) },
    );
  });
});

describe('the gate of a noise floor', () => {
  const fall = (...same: readonly Stratum[]) => compare(observed(...same));

  test("holds back a smaller change in its kind's direction, and not one of exactly that size", () => {
    const compared = fall(stratum(0, 30, 60, 120));
    assert.equal(floorGate('visibility_drop', compared, 50), null);
    assert.equal(floorGate('visibility_drop', compared, 50.1), 'below_noise_floor');
    assert.equal(floorGate('visibility_rise', compared, 0.1), 'below_noise_floor');
  });

  test('requires as much of the plain counts as of the same mix', () => {
    for (const [strata, plain, mixed] of [
      [[stratum(20, 40, 60, 120), stratum(0, 10, 60, 120)], -10, -12],
      [[stratum(5, 10, 60, 120), stratum(0, 40, 60, 120)], -40, -38],
    ] as const) {
      const compared = fall(...strata);
      const points = [compared.difference, compared.sameMix].map((each) => {
        const { current, baseline } = each ?? compared.counted;
        return Math.round(100 * (current.events / current.trials - baseline.events / baseline.trials));
      });
      assert.deepEqual(points, [plain, mixed]);
      const least = Math.min(-plain, -mixed);
      assert.equal(floorGate('visibility_drop', compared, least - 1), null);
      assert.equal(floorGate('visibility_drop', compared, least + 1), 'below_noise_floor');
    }
  });

  test('is none without a floor', () =>
    assert.equal(floorGate('visibility_drop', fall(stratum(0, 30, 60, 120)), null), null));
});

describe('an outage', () => {
  for (const [what, observation, expected] of [
    ['half of the answers expected', observed(stratum(0, 30, 60, 240)), false],
    ['fewer than half', observed(stratum(0, 29, 60, 240)), true],
    ['fewer than half, of too few to tell', observed(stratum(0, 3, 6, 29)), false],
    ['none at all', { strata: [], totals: { current: 0, baseline: 30 } }, true],
    ['none now and hardly any before', { strata: [], totals: { current: 0, baseline: 29 } }, false],
    [
      'none on the old prompts, others on new ones',
      { strata: [], totals: { current: 40, baseline: 120 } },
      false,
    ],
    [
      'half of the prompts were taken away',
      { ...observed(stratum(0, 30, 60, 120)), totals: { current: 30, baseline: 4000 } },
      false,
    ],
  ] as const) {
    test(`${what}: ${expected ? 'is one' : 'is none'}`, () =>
      assert.equal(isOutage(observation, DEFAULTS), expected));
  }
});

test('every kind belongs to one measure', () => {
  assert.deepEqual(Object.keys(KIND_RULES).sort(), [...ALERT_KINDS].sort());
  assert.deepEqual(MEASURES.flatMap(kindsOf).sort(), [...ALERT_KINDS].sort());
});
