import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Random, seeded } from '../../bench/data/random.ts';
import { prevalence } from '../../src/stats/rates/prevalence.ts';
import { effort, firstAndLast } from '../support/effort.ts';

/** Simulated readers; enough to know 95% within 1.5 points in `npm test`. */
const READERS = effort(2000, 20_000);

function drawn(chance: number, trials: number, random: Random) {
  let events = 0;
  for (let index = 0; index < trials; index += 1) if (random() < chance) events += 1;
  return { events, trials };
}

for (const [truth, sensitivity, labeled, specificity, others, answers] of firstAndLast([
  [0.3, 0.78, 77, 0.99, 222, 200],
  [0.1, 0.78, 77, 0.99, 222, 200],
  [0.5, 0.66, 177, 0.98, 450, 50],
  [0.05, 0.82, 51, 0.96, 159, 1000],
  [0.3, 0.6, 19, 0.98, 49, 200],
  [0.02, 0.78, 77, 0.99, 222, 200],
] as const)) {
  test(`the range contains ${truth}, read with ${sensitivity} and ${specificity} in ${answers} answers, in at least 94%`, (context) => {
    const random = seeded(20_261_123);
    let covered = 0;
    for (let index = 0; index < READERS; index += 1) {
      const read = drawn(truth * sensitivity + (1 - truth) * (1 - specificity), answers, random);
      const errors = {
        sensitivity: drawn(sensitivity, labeled, random),
        specificity: drawn(specificity, others, random),
      };
      const range = prevalence(read, errors);
      if (range !== null && range.lower <= truth && truth <= range.upper) covered += 1 / READERS;
    }
    context.diagnostic(`${covered}`);
    assert.ok(covered >= 0.94 - 3 * Math.sqrt((0.06 * 0.94) / READERS), `${covered}`);
  });
}
