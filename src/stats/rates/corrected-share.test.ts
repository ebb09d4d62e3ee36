import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Calibration, correctedShare, labelsToHalve } from './corrected-share.ts';

const labelsOf = (truePositives: number, positives: number, trueNegatives: number, negatives: number) =>
  ({ truePositives, positives, trueNegatives, negatives }) satisfies Calibration;

test("is Rogan and Gladen's estimate", () => {
  const { share, interval } =
    correctedShare({ events: 30, trials: 100 }, labelsOf(16, 20, 76, 80)) ?? assert.fail();
  assert.ok(Math.abs(share - (0.3 + 0.95 - 1) / (0.8 + 0.95 - 1)) < 1e-12);
  assert.ok(interval.lower < share && share < interval.upper);
});

test('stays what it is where a perfect reader is known exactly', () => {
  const { share, interval } =
    correctedShare({ events: 30, trials: 100 }, labelsOf(1e6, 1e6, 1e6, 1e6)) ?? assert.fail();
  assert.ok(Math.abs(share - 0.3) < 1e-6);
  // The likelihood interval of 30 of 100.
  assert.ok(Math.abs(interval.lower - 0.2166) < 1e-3, `${interval.lower}`);
  assert.ok(Math.abs(interval.upper - 0.3936) < 1e-3, `${interval.upper}`);
});

test('is unknown for a reader that guesses, and without answers', () => {
  assert.equal(correctedShare({ events: 30, trials: 100 }, labelsOf(5, 10, 5, 10)), null);
  assert.equal(correctedShare({ events: 0, trials: 0 }, labelsOf(10, 10, 10, 10)), null);
});

test('reaches to one end where no label tells how much the reader misses', () => {
  const { interval } = correctedShare({ events: 10, trials: 100 }, labelsOf(0, 0, 40, 40)) ?? assert.fail();
  assert.equal(interval.upper, 1);
  assert.ok(interval.lower < 0.1);
});

test('holds its estimate', () => {
  const count = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(count, count, count, count, count, count, (a, b, c, d, yes, no) => {
      const one = correctedShare(
        { events: yes, trials: yes + no },
        labelsOf(a + b, a + b + c, a + c, a + c + d),
      );
      if (one === null) return;
      const { lower, upper } = one.interval;
      assert.ok(0 <= lower && lower <= one.share && one.share <= upper && upper <= 1);
    }),
    { numRuns: 40 },
  );
});

test('tells how many more labels halve the interval, and when labels alone cannot', () => {
  const read = { events: 400, trials: 1000 };
  const widthWith = (times: number) => {
    const { interval } =
      correctedShare(read, labelsOf(8 * times, 10 * times, 27 * times, 30 * times)) ?? assert.fail();
    return interval.upper - interval.lower;
  };
  const more = labelsToHalve(read, labelsOf(8, 10, 27, 30), widthWith(1)) ?? assert.fail();
  const halved = widthWith(1 + more / 40) / widthWith(1);
  assert.ok(Math.abs(halved - 0.5) < 0.02, `${halved}`);
  assert.equal(labelsToHalve({ events: 4, trials: 10 }, labelsOf(95, 100, 95, 100), 0.6), null);
});
