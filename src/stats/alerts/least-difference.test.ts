import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newcombe } from '../rates/intervals.ts';
import { leastDifference } from './least-difference.ts';

const trials = { current: 70, baseline: 280 };

function excludesZero(share: number, difference: number): boolean {
  const now = { events: (share + difference) * trials.current, trials: trials.current };
  const { lower, upper } = newcombe(now, { events: share * trials.baseline, trials: trials.baseline });
  return lower > 0 || upper < 0;
}

describe('the smallest change outside noise', () => {
  test('is detected both up and down, and one a tenth of a point smaller is not', () => {
    for (const share of [0.3, 0.5, 0.72]) {
      const least = leastDifference(share, trials) ?? assert.fail();
      assert.ok(excludesZero(share, least) && excludesZero(share, -least));
      const smaller = least - 0.001;
      assert.ok(!(excludesZero(share, smaller) && excludesZero(share, -smaller)));
    }
  });

  test("is the only possible direction's", () => {
    const up = leastDifference(0, trials) ?? assert.fail();
    assert.ok(excludesZero(0, up) && !excludesZero(0, up - 0.001));
    assert.equal(leastDifference(1, trials)?.toFixed(3), up.toFixed(3));
  });

  test('is smaller with more answers, and null with very few', () => {
    const more = leastDifference(0.3, { current: 700, baseline: 2800 }) ?? assert.fail();
    assert.ok(more < (leastDifference(0.3, trials) ?? 0));
    assert.equal(leastDifference(0.5, { current: 1, baseline: 4 }), null);
  });
});
