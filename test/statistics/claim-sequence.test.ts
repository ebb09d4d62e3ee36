import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Random, seeded } from '../../bench/data/random.ts';
import {
  type DayCount,
  levelSequence,
  pairSequence,
  type RepeatEffects,
} from '../../src/stats/claims/claim-sequence.ts';
import { ALPHA_PER_SIDE } from '../../src/stats/claims/claims.ts';
import type { Sequence } from '../../src/stats/claims/confidence-sequence.ts';
import { designEffect, repetitionOf } from '../../src/stats/rates/design-effect.ts';
import { effort, firstAndLast } from '../support/effort.ts';
import { pairsAmong, repeatingAnswers } from '../support/repeating.ts';
import { betaVariate } from '../support/simulation.ts';

/** Simulated claims; enough to know 5% within 7 points in `npm test`, and 1 nightly. */
const CLAIMS = effort(40, 2000);

const DAYS = 200;

const FRESH: RepeatEffects = { all: 1, days: 1 };

interface Course {
  readonly days: readonly DayCount[];
  /** The true rate or difference. */
  readonly truth: number;
  readonly effects: RepeatEffects;
}

/** How many courses are ever wrong in a daily look, on the worse side. */
function wrongEver(
  courses: () => Course,
  sequenceOf: (days: readonly DayCount[], alpha: number, effects: RepeatEffects) => Sequence | null,
): number {
  let [low, high] = [0, 0];
  for (let index = 0; index < CLAIMS; index += 1) {
    const { days, truth, effects } = courses();
    const seen = days.map((_, day) => sequenceOf(days.slice(0, day + 1), 2 * ALPHA_PER_SIDE, effects));
    if (seen.some((each) => each !== null && each.lower > truth)) low += 1 / CLAIMS;
    if (seen.some((each) => each !== null && each.upper < truth)) high += 1 / CLAIMS;
  }
  return Math.max(low, high);
}

function assertRight(wrong: number): void {
  assert.ok(
    wrong <= ALPHA_PER_SIDE + 3 * Math.sqrt((ALPHA_PER_SIDE * (1 - ALPHA_PER_SIDE)) / CLAIMS),
    `${wrong}`,
  );
}

function chancesOf(prompts: number, mean: number, spread: number, random: Random): number[] {
  return Array.from({ length: prompts }, () => (spread === 0 ? mean : betaVariate(mean, spread, random)));
}

/** Prompts asked once a day. */
function fresh(
  prompts: number,
  [mean, other]: readonly [number, number | null],
  spread: number,
  random: Random,
): Course {
  const own = chancesOf(prompts, mean, spread, random);
  const others = chancesOf(prompts, other ?? 0.5, spread, random);
  const day = (): DayCount => {
    const count = (chances: readonly number[]) => chances.filter((chance) => random() < chance).length;
    return { trials: prompts, first: count(own), second: count(others) };
  };
  const average = (chances: readonly number[]) => chances.reduce((sum, each) => sum + each, 0) / prompts;
  const truth = average(own) - (other === null ? 0 : average(others));
  return { days: Array.from({ length: DAYS }, day), truth, effects: FRESH };
}

const WORLDS = [
  [12, 0.3, 0],
  [12, 0.3, 0.7],
  [5, 0.3, 0.7],
  [12, 0.05, 0.3],
  [30, 0.05, 0],
  [30, 0.95, 0.3],
  [10, 0.01, 0],
  [30, 0.5, 0.3],
] as const;

for (const [prompts, mean, spread] of firstAndLast(WORLDS)) {
  test(`a rate of ${mean} over ${prompts} prompts (correlation ${spread}) is right on all of ${DAYS} days at once`, (context) => {
    const random = seeded(20_261_123);
    const wrong = wrongEver(() => fresh(prompts, [mean, null], spread, random), levelSequence);
    context.diagnostic(`${wrong}`);
    assertRight(wrong);
  });
}

for (const [prompts, mean, other, spread] of firstAndLast([
  [12, 0.3, 0.3, 0.3],
  [30, 0.4, 0.05, 0.3],
  [5, 0.05, 0.05, 0.3],
  [12, 0.3, 0.3, 0],
] as const)) {
  test(`two brands named in ${mean} and ${other} by ${prompts} prompts (correlation ${spread}), too`, (context) => {
    const random = seeded(20_261_124);
    const wrong = wrongEver(() => fresh(prompts, [mean, other], spread, random), pairSequence);
    context.diagnostic(`${wrong}`);
    assertRight(wrong);
  });
}

test("an engine that repeats itself is right with the days' part of the design effect, and not without", (context) => {
  const random = seeded(20_261_125);
  const world = { prompts: 12, perDay: 1, mean: 0.3, spread: 0, stick: 0.8 };
  const course = (): Course => {
    const before = pairsAmong(repeatingAnswers({ ...world, days: 90 }, random), 1, [0, 90]);
    const repetition = repetitionOf(before, [before]);
    assert.ok(repetition);
    const all = designEffect(repetition, DAYS);
    const answers = repeatingAnswers({ ...world, days: DAYS }, random);
    const days = Array.from({ length: DAYS }, (_, day) => ({
      trials: world.prompts,
      second: 0,
      first: answers.reduce((sum, named) => sum + (named[day] ?? 0), 0),
    }));
    return { days, truth: world.mean, effects: { all, days: all / designEffect(repetition, 1) } };
  };
  const wrong = wrongEver(course, levelSequence);
  const without = wrongEver(() => ({ ...course(), effects: FRESH }), levelSequence);
  context.diagnostic(`${wrong} with, ${without} without`);
  assertRight(wrong);
  assert.ok(without > 0.1, `${without}`);
});
