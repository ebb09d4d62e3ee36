import type { Interval, Proportion } from '../../domain/figures/proportion.ts';
import { correlationWithin } from '../rates/correlation.ts';

/**
 * How usual it is that a person who tries an engine sees no mention. Shares are from 0 to 1. Tries of one question are more
 * alike than others, so their number with a mention has a beta-binomial distribution, drawn here as Pólya's urn.
 *
 * Sources: Skellam (1948), J. R. Stat. Soc. B 10:257-261, for the beta-binomial; Kleinman (1973), J. Am. Stat. Assoc.
 * 68:46-54, for its fit and a question's expected share.
 */

/** What an engine's stored answers say about tries. */
export interface Tendency {
  readonly share: number;
  /** The correlation of two answers to one question on different days; null if no question has two answers, or all are alike. */
  readonly overDays: number | null;
  /** By how much two answers of one day agree more, from 0 to 1. */
  readonly repeats: number;
}

/**
 * @param questions the stored answers by question, at least one
 * @param repeats as `Tendency` has it
 */
export function tendencyOf(questions: readonly Proportion[], repeats: number): Tendency {
  const events = questions.reduce((sum, each) => sum + each.events, 0);
  const trials = questions.reduce((sum, each) => sum + each.trials, 0);
  return { share: events / trials, overDays: correlationWithin(questions), repeats };
}

/** Two sources of agreement, the second in what the first leaves open. */
function together(first: number, second: number): number {
  return first + (1 - first) * second;
}

/** The chance of misses only, in tries of different questions. */
export function missesInARow(share: number, tries: number): number {
  return (1 - share) ** tries;
}

/** As `missesInARow`, for an interval of the share. */
export function missesInterval({ lower, upper }: Interval, tries: number): Interval {
  return { lower: missesInARow(upper, tries), upper: missesInARow(lower, tries) };
}

/** The chance of misses only, in tries of one question on one day; null if its answers' correlation is unknown. */
export function missesOnOneQuestion({ share, overDays, repeats }: Tendency, tries: number): number | null {
  if (overDays === null) return null;
  return chancesOfNamed(tries, share, together(overDays, repeats))[0] ?? null;
}

/** The chance that the next try is an event, never 0 or 1. Source: Laplace's rule of succession. */
export function nextTry({ events, trials }: Proportion): number {
  return (events + 1) / (trials + 2);
}

/** A person's tries of one question. */
export interface TriedQuestion {
  readonly tries: number;
  /** Tries that named the brand. */
  readonly named: number;
  /** The engine's stored answers to it, as independent ones; null if it has none. */
  readonly stored: Proportion | null;
  /** Where the share over questions is at 95%: those asked or, without stored answers, others like them. */
  readonly interval: Interval;
}

export interface TriesJudged {
  /** Tries that would name the brand. */
  readonly expected: number;
  /** The chance of so few or fewer mentions or, above the expected number, of so many or more. */
  readonly chance: number;
  /**
   * The two-sided p-value. Each side takes the end of the interval at which it is larger, so that what is unknown about the
   * share never looks like a difference.
   */
  readonly p: number;
}

/** Whether a person's tries have fewer or more mentions than the engine's stored answers. */
export function judgeTries(tendency: Tendency, questions: readonly TriedQuestion[]): TriesJudged {
  const named = questions.reduce((sum, each) => sum + each.named, 0);
  const [low, usual, high] = [
    chancesOver(tendency, questions, ({ lower }) => lower),
    chancesOver(tendency, questions, ({ lower, upper }) => Math.min(upper, Math.max(lower, tendency.share))),
    chancesOver(tendency, questions, ({ upper }) => upper),
  ];
  const expected = usual.reduce((sum, chance, count) => sum + chance * count, 0);
  return {
    expected,
    chance: named <= expected ? atMost(usual, named) : atLeast(usual, named),
    p: Math.min(1, 2 * atMost(low, named), 2 * atLeast(high, named)),
  };
}

/** The chances of 0, 1, … mentions in all tries. */
function chancesOver(
  tendency: Tendency,
  questions: readonly TriedQuestion[],
  shareIn: (interval: Interval) => number,
): number[] {
  return questions.reduce<number[]>(
    (sums, question) => convolved(sums, chancesOfQuestion(tendency, question, shareIn(question.interval))),
    [1],
  );
}

function chancesOfQuestion(
  { overDays, repeats }: Tendency,
  { tries, stored }: TriedQuestion,
  share: number,
): number[] {
  const differ = overDays ?? 0;
  if (stored === null || differ === 0) return chancesOfNamed(tries, share, together(differ, repeats));
  // The prior's weight in answers.
  const before = 1 / differ - 1;
  const known = before + stored.trials;
  return chancesOfNamed(tries, (before * share + stored.events) / known, together(1 / (known + 1), repeats));
}

/** The chances of 0, 1, … mentions in tries of one question. @param alike their correlation */
function chancesOfNamed(tries: number, share: number, alike: number): number[] {
  let chances = [1];
  for (let made = 0; made < tries; made += 1) {
    const weight = 1 - alike + alike * made;
    const next = Array.from({ length: made + 2 }, () => 0);
    for (const [named, chance] of chances.entries()) {
      const one = made === 0 ? share : ((1 - alike) * share + alike * named) / weight;
      next[named] = (next[named] ?? 0) + chance * (1 - one);
      next[named + 1] = (next[named + 1] ?? 0) + chance * one;
    }
    chances = next;
  }
  return chances;
}

function convolved(one: readonly number[], other: readonly number[]): number[] {
  const sums = Array.from({ length: one.length + other.length - 1 }, () => 0);
  for (const [i, first] of one.entries()) {
    for (const [j, second] of other.entries()) sums[i + j] = (sums[i + j] ?? 0) + first * second;
  }
  return sums;
}

function atMost(chances: readonly number[], count: number): number {
  return Math.min(
    1,
    chances.slice(0, count + 1).reduce((sum, chance) => sum + chance, 0),
  );
}

function atLeast(chances: readonly number[], count: number): number {
  return Math.min(
    1,
    chances.slice(count).reduce((sum, chance) => sum + chance, 0),
  );
}
