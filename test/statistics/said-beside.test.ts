import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Random, seeded } from '../../bench/data/random.ts';
import { newcombeOverlapping } from '../../src/stats/rates/intervals.ts';
import { effort, firstAndLast } from '../support/effort.ts';

/** Simulated brand pairs; enough to know 95% within 1.5 points in `npm test`. */
const PAIRS = effort(2000, 20_000);

interface Pair {
  /** Answers about the first brand alone, the second alone, and both. */
  readonly answers: readonly [first: number, second: number, both: number];
  readonly rates: readonly [first: number, second: number];
  /** How often an answer about both gives them the same label. */
  readonly alike: number;
}

function drawn(random: Random, { answers: [alone, other, shared], rates: [p, q], alike }: Pair) {
  const times = (many: number, rate: number) =>
    Array.from({ length: many }, random).filter((each) => each < rate).length;
  const both = { trials: shared, first: 0, second: 0, both: 0 };
  for (let index = 0; index < shared; index += 1) {
    const level = random();
    const [one, two] = [level < p, (random() < alike ? level : random()) < q];
    both.first += Number(one);
    both.second += Number(two);
    both.both += Number(one && two);
  }
  return {
    first: { events: times(alone, p) + both.first, trials: alone + shared },
    second: { events: times(other, q) + both.second, trials: other + shared },
    shared: both,
  };
}

const CASES: readonly Pair[] = [
  { answers: [40, 40, 0], rates: [0.3, 0.1], alike: 0 },
  { answers: [20, 30, 20], rates: [0.3, 0.1], alike: 0 },
  { answers: [10, 10, 30], rates: [0.4, 0.4], alike: 0.7 },
  { answers: [10, 10, 30], rates: [0.1, 0.05], alike: 0.7 },
  { answers: [0, 0, 60], rates: [0.5, 0.3], alike: 0.9 },
  { answers: [2, 5, 8], rates: [0.3, 0.2], alike: 0.5 },
];

for (const pair of firstAndLast(CASES)) {
  const { answers, rates, alike } = pair;
  test(`the interval contains the difference of ${rates} in ${answers} answers, ${alike} alike, in at least 94%`, (context) => {
    const random = seeded(20_261_123);
    const truth = rates[0] - rates[1];
    let covered = 0;
    for (let index = 0; index < PAIRS; index += 1) {
      const { lower, upper } = newcombeOverlapping(drawn(random, pair));
      if (lower <= truth && truth <= upper) covered += 1 / PAIRS;
    }
    context.diagnostic(`${covered}`);
    assert.ok(covered >= 0.94 - 3 * Math.sqrt((0.06 * 0.94) / PAIRS), `${covered}`);
  });
}
