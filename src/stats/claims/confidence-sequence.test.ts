import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { seeded } from '../../../bench/data/random.ts';
import { evaluateDaily } from './claim-sequence.ts';
import { meanSequence, shareSequence } from './confidence-sequence.ts';

const close = (actual: number, expected: number, tolerance = 1e-6) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);

describe('a confidence sequence for the mean over days', () => {
  const random = seeded(4);
  const MEANS = Array.from({ length: 60 }, () => Math.round(12 * random()) / 12);

  // Python: t, a = 800, 0.05; t2 = (-2*log(a) + log(-2*log(a)+1))/20; sqrt(t/(t-1)) *
  // sqrt(2*(t*t2+1)/(t*t*t2) * log(sqrt(t*t2+1)/a)). With so many days, Student's distribution is nearly
  // normal.
  test('is formula 2.2 of Waudby-Smith and others with many days', () => {
    const days = Array.from({ length: 800 }, (_, day) => (day % 2 === 0 ? 1 : -1));
    const sequence = meanSequence(days, 0.05, 1);
    assert.ok(sequence);
    close(sequence.estimate, 0);
    close(sequence.upper, 0.12148408364886988, 0.0006);
  });

  test('is null before the tenth day, and until ten days differ from the commonest one', () => {
    assert.equal(meanSequence([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9], 0.05, 1), null);
    const rare = (others: number) => [...Array(100).fill(0), ...Array(others).fill(0.1)];
    assert.equal(meanSequence(rare(9), 0.05, 1), null);
    assert.notEqual(meanSequence(rare(10), 0.05, 1), null);
  });

  test('widens by the square root of the repetition, and is null where five independent days would hold more information', () => {
    const [fresh, repeated, tooFew] = [1, 4, 13].map((effect) => meanSequence(MEANS, 0.05, effect));
    assert.ok(fresh && repeated);
    const times = (repeated.upper - repeated.lower) / (fresh.upper - fresh.lower);
    assert.ok(times > 2 && times < 2.5, `${times}`);
    assert.equal(tooFew, null);
  });

  test('is wider for a smaller chance to be wrong', () => {
    const widths = [0.05, 0.01, 0.001].map((alpha) => {
      const sequence = meanSequence(MEANS, alpha, 1);
      assert.ok(sequence);
      return sequence.upper - sequence.lower;
    });
    assert.deepEqual(
      widths,
      widths.toSorted((one, other) => one - other),
    );
  });
});

describe('a confidence sequence of a share', () => {
  // To 40 digits, by mpmath: where log(beta(x+1/2, n-x+1/2)/beta(1/2, 1/2)) - x*log(p) - (n-x)*log(1-p) is log(20).
  for (const [events, trials, lower, upper] of [
    [0, 100, 0, 0.0570285976388],
    [30, 100, 0.165651535388, 0.462839865142],
    [100, 100, 0.942971402361, 1],
    [3, 400, 0.000364121741816, 0.0340670975021],
  ] as const) {
    test(`is the beta-binomial mixture: ${events} of ${trials}`, () => {
      const sequence = shareSequence({ events, trials }, 0.05);
      close(sequence.lower, lower);
      close(sequence.upper, upper);
    });
  }

  test('contains the share, mirrors with the event, and shrinks with more answers', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 300 }), (some, others) => {
        const trials = some + others;
        const one = shareSequence({ events: some, trials }, 0.05);
        const other = shareSequence({ events: others, trials }, 0.05);
        assert.ok(one.lower <= one.estimate && one.estimate <= one.upper);
        close(one.lower, 1 - other.upper, 1e-7);
        const more = shareSequence({ events: 4 * some, trials: 4 * trials }, 0.05);
        assert.ok(more.upper - more.lower < one.upper - one.lower);
      }),
    );
  });
});

describe('looking every day', () => {
  const day = (first: number, second = 0) => ({ trials: 20, first, second });
  const rate = { side: 'above', value: 0.2, isPair: false } as const;
  const NONE = { all: 1, days: 1 };

  test('states the first day of the current verdict', () => {
    const days = Array.from({ length: 40 }, (_, index) => day(8 + (index % 3)));
    const { verdict, decidedAfter } = evaluateDaily(days, rate, 0.05, NONE);
    assert.equal(verdict, 'supported');
    assert.equal(evaluateDaily(days.slice(0, decidedAfter ?? 0), rate, 0.05, NONE).verdict, 'supported');
    assert.equal(evaluateDaily(days.slice(0, (decidedAfter ?? 0) - 1), rate, 0.05, NONE).verdict, null);
  });

  test('contradicts the other side, and has no verdict in between', () => {
    const days = Array.from({ length: 40 }, (_, index) => day(3 + (index % 3)));
    assert.equal(evaluateDaily(days, { ...rate, value: 0.4 }, 0.05, NONE).verdict, 'contradicted');
    assert.deepEqual([evaluateDaily(days, rate, 0.05, NONE).verdict], [null]);
  });

  test('decides about an event that never happens by answers, although no day differs', () => {
    const never = Array.from({ length: 12 }, () => day(0));
    const { verdict, sequence } = evaluateDaily(
      never,
      { side: 'below', value: 0.05, isPair: false },
      0.05,
      NONE,
    );
    assert.deepEqual([verdict, sequence?.lower], ['supported', 0]);
  });

  test('for two brands waits where no day separates them', () => {
    const same = Array.from({ length: 40 }, () => day(5, 5));
    assert.equal(evaluateDaily(same, { side: 'above', value: 0, isPair: true }, 0.05, NONE).sequence, null);
  });
});
