import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Detectable } from './detectable.ts';
import { INDEPENDENT } from './gates.ts';

describe('the changes that alerts would report', () => {
  const thresholds = { minDeltaPoints: 10, minSampleEachSide: 30 };
  const pace = {
    ...({ kind: 'visibility_drop', perDay: 20, share: 0.5, correlation: 0.3 } as const),
    effects: INDEPENDENT,
  } as const;

  test('answers that repeat each other see as much as fewer fresh ones, and are enough if these are not', () => {
    const doubled = { ...pace, perDay: 40, effects: { current: 2, baseline: 2 } };
    const [repeated, fresh] = [doubled, pace].map((each) => new Detectable(each, thresholds).smallest(7));
    assert.equal(repeated, fresh);
    const few = { ...pace, perDay: 5, effects: { current: 3, baseline: 3 } };
    assert.equal(new Detectable({ ...few, perDay: 4 }, thresholds).reason, 'too_few_answers');
    assert.equal(new Detectable({ ...few, share: 0.9 }, thresholds).reason, null);
  });

  test('more answers see smaller changes, and a longer time does', () => {
    const smallest = [6, 12, 24].map((perDay) => new Detectable({ ...pace, perDay }, thresholds));
    const [few = 0, more = 0, most = 0] = smallest.map((each) => each.smallest(7) ?? 0);
    assert.ok(few > more && more > most && most > 10, `${few}, ${more}, ${most}`);
    for (const each of smallest) assert.ok((each.smallest(28) ?? 0) < (each.smallest(7) ?? 0));
  });

  test('calls the smallest change in time, and not half a point less', () => {
    const found = new Detectable(pace, thresholds);
    for (const days of [7, 28]) {
      const smallest = found.smallest(days) ?? assert.fail();
      assert.ok((found.daysUntil(smallest) ?? 99) <= days);
      assert.deepEqual([found.isCalled(smallest, days), found.isCalled(smallest - 0.5, days)], [true, false]);
      const before = found.daysUntil(smallest - 0.5);
      assert.ok(before === null || before > days);
    }
  });

  test('no change below the answers that an alert needs, and none beyond 0%', () => {
    const few = new Detectable({ ...pace, perDay: 4 }, thresholds);
    assert.deepEqual([few.reason, few.smallest(28), few.daysUntil(50)], ['too_few_answers', null, null]);
    assert.equal(few.isCalled(50, 28), false);
    const rare = new Detectable({ ...pace, share: 0.08 }, thresholds);
    assert.deepEqual([rare.reason, rare.daysUntil(20)], ['no_change_large_enough', null]);
  });

  test("raises a threshold below a rate's minimum to the minimum", () => {
    const sparse = new Detectable({ ...pace, perDay: 0.5 }, { ...thresholds, minSampleEachSide: 1 });
    assert.equal(sparse.reason, 'too_few_answers');
  });
});
