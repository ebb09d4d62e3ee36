import type { Random } from '../../bench/data/random.ts';
import { FAR_TO } from '../../src/domain/answers/repeats.ts';
import type { Pairs } from '../../src/stats/rates/design-effect.ts';
import { betaVariate } from './simulation.ts';

/** Daily prompts to an engine that may repeat itself. */
export interface RepeatingWorld {
  readonly prompts: number;
  readonly perDay: number;
  readonly days: number;
  readonly mean: number;
  /** How much the prompts differ: the correlation of answers to one prompt. */
  readonly spread: number;
  /** The chance that a prompt's reading stays until the next day, equal within a day; 0: all drawn alone. */
  readonly stick?: number;
  /** The correlation between a day's answers to one prompt, given the prompt. */
  readonly within?: number;
}

/** For each prompt, how many of each day's answers name the brand. */
export function repeatingAnswers(world: RepeatingWorld, random: Random): Uint8Array[] {
  const { prompts, mean, spread } = world;
  return Array.from({ length: prompts }, () =>
    ofPrompt(world, spread === 0 ? mean : betaVariate(mean, spread, random), random),
  );
}

function ofPrompt(world: RepeatingWorld, own: number, random: Random): Uint8Array {
  const { days, perDay, stick = 0, within = 0 } = world;
  const named = new Uint8Array(days);
  let isNamed = random() < own;
  for (let day = 0; day < days; day += 1) {
    const ofDay = within > 0 && own > 1e-9 && own < 1 - 1e-9 ? betaVariate(own, within, random) : own;
    if (random() >= stick) isNamed = random() < own;
    for (let sample = 0; sample < perDay; sample += 1) {
      if (stick > 0 ? isNamed : random() < ofDay) named[day] = (named[day] ?? 0) + 1;
    }
  }
  return named;
}

/** The answer pairs from one day to before another. */
export function pairsAmong(
  answers: readonly Uint8Array[],
  perDay: number,
  [from, to]: readonly [number, number],
): Pairs {
  const [pairs, disagreements] = [
    new Array<number>(FAR_TO + 1).fill(0),
    new Array<number>(FAR_TO + 1).fill(0),
  ];
  for (const named of answers) {
    for (let day = from; day < to; day += 1) {
      const x = named[day] ?? 0;
      pairs[0] = (pairs[0] ?? 0) + (perDay * (perDay - 1)) / 2;
      disagreements[0] = (disagreements[0] ?? 0) + x * (perDay - x);
      for (let distance = 1; distance <= FAR_TO && day + distance < to; distance += 1) {
        const y = named[day + distance] ?? 0;
        pairs[distance] = (pairs[distance] ?? 0) + perDay * perDay;
        disagreements[distance] = (disagreements[distance] ?? 0) + x * (perDay - y) + (perDay - x) * y;
      }
    }
  }
  return { answers: answers.length * perDay * (to - from), days: to - from, pairs, disagreements };
}
