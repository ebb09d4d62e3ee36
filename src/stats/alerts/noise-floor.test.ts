import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { effort } from '../../../test/support/effort.ts';
import { generator } from '../distributions/generator.ts';
import { normalQuantile } from '../distributions/normal.ts';
import { bootstrapPaths, floorPoints, largestChange, noiseFloor, persistentChanges } from './noise-floor.ts';

/** White noise around 0 with a deviation of 1. */
function noise(days: number, random: () => number): Float64Array {
  return Float64Array.from({ length: days }, () => normalQuantile((random() + 2 ** -40) / (1 + 2 ** -39)));
}

/** Days with one answer each, whose event count is this fraction. */
const shares = (days: Iterable<number>) => [...days].map((events) => ({ events, trials: 1 }));
const samplePathOf = (days: Float64Array) => ({
  events: days,
  trials: new Float64Array(days.length).fill(1),
});

const floorOf = (days: Iterable<number>) => noiseFloor(bootstrapPaths(shares(days), generator(1)));

/** 28 days of 0, and then these. */
const after28 = (days: readonly number[]) =>
  samplePathOf(Float64Array.from([...new Array<number>(28).fill(0), ...days]));

describe('a change that holds', () => {
  test('is the mean over 7 days minus the 28 before, by the smallest of three days with one sign', () => {
    const days = Array.from({ length: 60 }, (_, day) => ((day * day * 7) % 23) - 11);
    const mean = (some: readonly number[]) => some.reduce((sum, each) => sum + each, 0) / some.length;
    const changes = Array.from(
      { length: 26 },
      (_, from) => mean(days.slice(from + 28, from + 35)) - mean(days.slice(from, from + 28)),
    );
    const expected = Array.from({ length: 24 }, (_, first) => {
      const three = changes.slice(first, first + 3);
      const isOneWay = three.every((each) => each > 0) || three.every((each) => each < 0);
      return isOneWay ? Math.sign(three[0] as number) * Math.min(...three.map(Math.abs)) : 0;
    });
    assert.ok(expected.includes(0) && expected.some((each) => each < 0) && expected.some((each) => each > 0));
    const held = persistentChanges(samplePathOf(Float64Array.from(days)));
    const found = [...held].map((each) => each.toFixed(9));
    assert.deepEqual(
      found,
      expected.map((each) => each.toFixed(9)),
    );
  });

  test("is over all the windows' answers, not days: a day with more of them counts more", () => {
    const events = Float64Array.from({ length: 37 }, (_, day) => (day < 28 ? 0 : day - 27));
    const trials = Float64Array.from({ length: 37 }, (_, day) => 1 + (day % 4));
    const [held] = persistentChanges({ events, trials });
    const sum = (all: Float64Array, from: number, to: number) =>
      all.slice(from, to).reduce((a, b) => a + b, 0);
    const share = (from: number, to: number) => sum(events, from, to) / sum(trials, from, to);
    const changes = [0, 1, 2].map((day) => share(28 + day, 35 + day) - share(day, 28 + day));
    assert.ok(Math.abs((held as number) - Math.min(...changes)) < 1e-12);
  });

  test('is 0 until there are three days of it', () => {
    assert.deepEqual([...persistentChanges(after28([0, 0, 0, 0, 0, 0, 0, 7, 0]))], [0]);
    assert.ok((persistentChanges(after28([0, 0, 0, 0, 0, 0, 7, 0, 0]))[0] as number) > 0.7);
  });
});

describe('the noise floor', () => {
  test("scales with the days' differences", () => {
    const days = noise(91, generator(4));
    const floor = floorOf(days);
    for (const factor of [0.5, 4, 64])
      assert.equal(floorOf(days.map((each) => factor * each)), factor * floor);
    assert.ok(Math.abs(floorOf(days.map((each) => each / 10)) - floor / 10) < 1e-12);
  });

  test('does not depend on the mean, and is 0 where all days are alike', () => {
    const days = noise(91, generator(5));
    assert.ok(Math.abs(floorOf(days) - floorOf(days.map((each) => each + 3))) < 1e-12);
    assert.equal(floorOf(new Array(60).fill(0.25)), 0);
  });

  const DRAWS = effort(800, 4000);

  // Directly, from 20,000 series of 125 days: 1.161. The floors of 300 quarters of white noise are 1.114 on average.
  test('for white noise is the 95% quantile of the same statistic, less 4%', () => {
    const random = generator(9);
    const direct = Array.from({ length: DRAWS }, () =>
      largestChange(persistentChanges(samplePathOf(noise(125, random)))),
    ).sort((one, other) => one - other)[0.95 * DRAWS - 1] as number;
    const floors = Array.from({ length: DRAWS / 40 }, () => floorOf(noise(91, random)));
    const mean = floors.reduce((sum, each) => sum + each, 0) / floors.length;
    assert.ok(Math.abs(mean / direct - 0.96) < 0.06, `${mean} for ${direct}`);
  });

  test('is shown in points, rounded up to tenths', () => {
    const points = (change: number) => floorPoints([Float64Array.of(change)]);
    assert.deepEqual([0, 0.05, 0.0501, -0.123].map(points), [0, 5, 5.1, 12.3]);
  });

  test('draws the same paths for the same seed, and others for another', () => {
    const days = shares(noise(91, generator(6)));
    assert.deepEqual(bootstrapPaths(days, generator(7)), bootstrapPaths(days, generator(7)));
    assert.notDeepEqual(bootstrapPaths(days, generator(7)), bootstrapPaths(days, generator(8)));
  });

  test('has 5 of 100 paths above it', () => {
    const paths = bootstrapPaths(shares(noise(91, generator(3))), generator(2));
    assert.equal(paths.filter((held) => largestChange(held) > noiseFloor(paths)).length, 15);
  });
});
