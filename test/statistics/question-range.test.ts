import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Random, seeded } from '../../bench/data/random.ts';
import { type Interval, wilson } from '../../src/domain/figures/proportion.ts';
import { rangeOfQuestions, spreadOf } from '../../src/domain/figures/question-range.ts';
import { effort } from '../support/effort.ts';

/** A sample of people's questions: the brand's rate, and the correlation of a question's answers. */
interface World {
  readonly share: number;
  /** The correlation of two answers to one question, from 0 to 1. */
  readonly within: number;
  readonly questions: number;
  /** For each question. */
  readonly answers: number;
}

/** A number from the beta distribution. Source: Jöhnk (1964), Metrika 8:5-15. */
function beta(a: number, b: number, random: Random): number {
  for (;;) {
    const [x, y] = [random() ** (1 / a), random() ** (1 / b)];
    if (x + y <= 1 && x + y > 0) return x / (x + y);
  }
}

function simulate({ share, within, questions, answers }: World, random: Random) {
  const scale = 1 / within - 1;
  const events = Array.from({ length: questions }, () => {
    const chance = beta(share * scale, (1 - share) * scale, random);
    let named = 0;
    for (let answer = 0; answer < answers; answer += 1) named += random() < chance ? 1 : 0;
    return named;
  });
  const trials = events.map(() => answers);
  const spread = spreadOf(events, trials, new Uint8Array(questions));
  return { range: rangeOfQuestions(spread), interval: wilson({ events: spread.x, trials: spread.n }) };
}

/** How many ranges and intervals contain the share, among panels with a range; and how many have one. */
function coverageOf(world: World, panels: number) {
  const random = seeded(31);
  const contains = ({ lower, upper }: Interval) => (lower <= world.share && world.share <= upper ? 1 : 0);
  let [told, byRange, byInterval] = [0, 0, 0];
  for (let panel = 0; panel < panels; panel += 1) {
    const { range, interval } = simulate(world, random);
    if (range === null) continue;
    told += 1;
    byRange += contains(range);
    byInterval += contains(interval);
  }
  return { told: told / panels, range: byRange / told, interval: byInterval / told };
}

describe('the range of questions contains the share over all questions', () => {
  for (const within of [0.3, 0.7]) {
    for (const questions of [10, 30, 100, 300]) {
      for (const answers of [7, 30, 90]) {
        const world = { share: 0.3, within, questions, answers };
        test(`in 93 to 97 of 100 panels with ${questions} questions, ${answers} answers each, at a correlation of ${within}`, () => {
          const { range, interval } = coverageOf(world, effort(100, 4000));
          const noise = effort(0.05, 0.01);
          assert.ok(range > 0.93 - noise && range < 0.975 + noise, `${range}`);
          assert.ok(interval < range, `${interval}`);
        });
      }
    }
  }

  for (const within of [0.3, 0.7]) {
    for (const questions of [100, 300]) {
      test(`in 90 to 97 of 100 panels with ${questions} questions for a brand in 3 of 100 answers, at a correlation of ${within}`, () => {
        const world = { share: 0.03, within, questions, answers: 30 };
        const { range } = coverageOf(world, effort(100, 4000));
        const noise = effort(0.05, 0.01);
        assert.ok(range > 0.9 - noise && range < 0.97 + noise, `${range}`);
      });
    }
  }
});
