import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { wilson } from '../../domain/figures/proportion.ts';
import { newcombe } from '../rates/intervals.ts';
import { type ChosenChange, changeSize } from './change-size.ts';

/** Six of ten answers a day for 28 days, then two of ten. */
const days = Array.from({ length: 42 }, (_, day) => ({ day, events: day < 28 ? 6 : 2, trials: 10 }));
const before = { events: 168, trials: 280 };
const since = { events: 28, trials: 140 };
const CHANGE: ChosenChange = {
  days,
  direction: -1,
  likely: { first: 28, last: 28 },
  steps: [],
  designEffects: { before: null, since: null },
  choice: {
    current: { from: 28, to: 35, trials: 70 },
    baseline: { from: 0, to: 28, trials: 280 },
    least: 0.1,
  },
  shown: { before, since },
};
const width = ({ lower, upper }: { readonly lower: number; readonly upper: number }) => upper - lower;
const sizeOf = (change: Partial<ChosenChange>) => changeSize({ ...CHANGE, ...change }) ?? assert.fail();
const close = (one: object, other: object) =>
  assert.deepEqual(
    Object.values(one).map((each: number) => each.toFixed(3)),
    Object.values(other).map((each: number) => each.toFixed(3)),
  );

describe('how large a change is', () => {
  test('with a known day and far beyond its threshold, has the usual intervals', () => {
    const size = sizeOf({});
    close(size.before, wilson(before));
    close(size.since, wilson(since));
    close(size.difference, newcombe(since, before));
  });

  test('just at its threshold, may be far smaller; days after the alert weaken that', () => {
    const barely = { ...CHANGE.choice, least: 0.4 };
    const [early, late] = [days.slice(0, 35), days].map((some) => sizeOf({ days: some, choice: barely }));
    close(early?.difference ?? {}, { lower: -0.414, upper: 0.11 });
    close(late?.difference ?? {}, { lower: -0.461, upper: -0.196 });
    close(late?.since ?? {}, { lower: 0.149, upper: 0.332 });
  });

  test('with several likely days, is less certain', () => {
    const gradual = days.map((each) => ({
      ...each,
      events: each.day === 28 || each.day === 29 ? 4 : each.events,
    }));
    const [known, unknown] = [29, 31].map((last) => sizeOf({ days: gradual, likely: { first: 29, last } }));
    assert.ok(width(unknown?.since ?? assert.fail()) > width(known?.since ?? assert.fail()));
  });

  test('with answers that repeat each other, is less certain', () => {
    const size = sizeOf({ designEffects: { before: 4, since: 4 } });
    assert.ok(width(size.before) > 1.9 * width(sizeOf({}).before));
  });

  test('with a second step, has the level before the first, and the one after the last', () => {
    const stepped = days.map((each) => ({ ...each, events: each.day < 28 ? 6 : each.day < 36 ? 4 : 1 }));
    const last = { direction: -1, from: 29, first: 36, last: 36, z: 3 } as const;
    const newest = { events: 5, trials: 50 };
    const { difference, ...size } = sizeOf({
      days: stepped,
      steps: [last],
      shown: { before, since: newest },
    });
    assert.ok(size.before.lower > 0.53 && size.before.upper < 0.67, JSON.stringify(size.before));
    assert.ok(size.since.lower > 0.03 && size.since.upper < 0.35, JSON.stringify(size.since));
    assert.ok(difference.lower > -0.6 && difference.upper < -0.25, JSON.stringify(difference));
  });

  test('small, and still found weeks later, may be smaller yet', () => {
    const weak = days.map((each) => ({ ...each, events: each.day < 28 ? 6 : 5 }));
    const counts = { events: 70, trials: 140 };
    const { upper } = sizeOf({ days: weak, shown: { before, since: counts } }).difference;
    assert.ok(upper > newcombe(counts, before).upper + 0.02, `${upper}`);
  });

  test('never excludes the shares that people see', () => {
    const size = sizeOf({ shown: { before: { events: 0, trials: 9 }, since: { events: 9, trials: 9 } } });
    assert.deepEqual([size.before.lower, size.since.upper, size.difference.upper], [0, 1, 1]);
  });

  test('is unknown without answers on a likely day or before it', () => {
    assert.equal(changeSize({ ...CHANGE, likely: { first: 50, last: 51 } }), null);
    assert.equal(changeSize({ ...CHANGE, likely: { first: 0, last: 0 } }), null);
  });
});
