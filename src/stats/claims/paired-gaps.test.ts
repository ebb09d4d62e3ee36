import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newcombePaired } from '../rates/intervals.ts';
import { judgePair, pairedGaps } from './paired-gaps.ts';

const pair = (both: number, onlyFirst: number, onlySecond: number, neither: number) => ({
  both,
  onlyFirst,
  onlySecond,
  neither,
});

test("a gap is the first brand's own answers minus the second's, with the interval for pairs", () => {
  const counted = pair(4, 14, 1, 1);
  const [found] = pairedGaps([{ pair: counted, designEffect: null }].map(judgePair));
  assert.equal(found?.gap, 13 / 20);
  assert.deepEqual([found?.interval(), found?.standsOut], [newcombePaired(counted), true]);
});

test('below five answers there is none, and it is not judged with the others', () => {
  const few = { pair: pair(0, 4, 0, 0), designEffect: null };
  // Two-sided McNemar: 2 * (1 + 8) / 256 is 0.0703; at a false discovery rate of a tenth it passes alone, but
  // not as one of two.
  const clear = { pair: pair(0, 7, 1, 2), designEffect: null };
  const even = { pair: pair(0, 3, 3, 2), designEffect: null };
  const found = pairedGaps([few, clear].map(judgePair)).map((each) => each?.standsOut ?? null);
  assert.deepEqual(found, [null, true]);
  const told = pairedGaps([clear, even].map(judgePair)).map((each) => each?.standsOut ?? null);
  assert.deepEqual(told, [false, false]);
});

test('answers that repeat each other count as fewer', () => {
  const counted = pair(4, 14, 1, 1);
  const [once, often] = [1, 4].map(
    (designEffect) => pairedGaps([{ pair: counted, designEffect }].map(judgePair))[0],
  );
  assert.equal(often?.gap, once?.gap);
  assert.ok((often?.interval().lower ?? 1) < (once?.interval().lower ?? 0));
  assert.equal(often?.standsOut, false);
});

test('a gap to the other side stands out equally, and none does not', () => {
  const [other] = pairedGaps([{ pair: pair(4, 1, 14, 1), designEffect: null }].map(judgePair));
  assert.deepEqual([other?.gap, other?.standsOut], [-13 / 20, true]);
  assert.deepEqual(
    pairedGaps([{ pair: pair(5, 0, 0, 5), designEffect: null }].map(judgePair))[0]?.standsOut,
    false,
  );
});
