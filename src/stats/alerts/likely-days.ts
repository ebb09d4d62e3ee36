import { type Proportion, pooledOf } from '../../domain/figures/proportion.ts';
import { normalQuantile } from '../distributions/normal.ts';

/** A UTC day, in whole days since 1970, with its counts. */
export interface CountedDay extends Proportion {
  readonly day: number;
}

/** A change's first and last likely day. */
export interface LikelyDays {
  readonly first: number;
  readonly last: number;
}

/** How much better two levels fit than one, as twice the gain in log likelihood. */
export type Gain = (before: Proportion, after: Proportion) => number;

/** Minimum days on either side: fewer don't show a level, and a change has persisted this long before an alert. */
const LEAST_BEFORE = 7;
const LEAST_AFTER = 3;

/** What a split needs to count. */
interface Needed {
  /** Days before it. */
  readonly before: number;
}

/** Splits within this distance of the best gain are still likely. */
const NEARLY_AS_GOOD = 6;

/**
 * When a change most likely began: the days whose split into two levels fits nearly as well as the best one.
 *
 * Source: Hinkley and Hinkley (1970), Biometrika 57:477-488, the likelihood of a change of binomials. That a difference of 6 holds the day in at least 90% of
 * cases is simulated (test/statistics/likely-days.test.ts).
 *
 * @param days in the order of time, each with a trial
 * @returns null with fewer than 10 days, or if no split fits better than one level
 */
export function likelyDays(
  days: readonly CountedDay[],
  gain: Gain,
  needed: Needed = { before: LEAST_BEFORE },
): LikelyDays | null {
  const gains = days.map((_, first) =>
    first < needed.before || days.length - first < LEAST_AFTER
      ? 0
      : gain(pooledOf(days.slice(0, first)), pooledOf(days.slice(first))),
  );
  const best = Math.max(0, ...gains);
  if (best === 0) return null;
  const isLikely = (each: number) => each > 0 && best - each <= NEARLY_AS_GOOD;
  const [earliest, latest] = [gains.findIndex(isLikely), gains.findLastIndex(isLikely)];
  // It may have begun on any day after the previous one with answers.
  return { first: (days[earliest - 1] as CountedDay).day + 1, last: (days[latest] as CountedDay).day };
}

/** Where days change from one level to another. */
export interface Step extends LikelyDays {
  readonly direction: 1 | -1;
  /** The first day of the level before it. */
  readonly from: number;
  /** Standard errors that its difference had to exceed. */
  readonly z: number;
}

/** The chance to find a step in the days of one level. */
const FALSE_STEP = 0.05;

/**
 * The steps between the levels of some days, oldest first; none if one level fits them all. Another step has to make the days as much
 * likelier as the best of all splits would by chance in at most this part of searches (Bonferroni).
 *
 * Source: optimal partitioning, Jackson et al. (2005), IEEE Signal Process. Lett. 12:105-108.
 *
 * @param days in the order of time, each with a trial
 * @param chance to find a step in the days of one level
 */
export function stepsIn(days: readonly CountedDay[], designEffect: number, chance = FALSE_STEP): Step[] {
  const splits = Math.max(1, days.length - 2 * LEAST_AFTER + 1);
  const z = -normalQuantile(chance / 2 / splits);
  const starts = partition(days, designEffect, z * z);
  return starts.slice(1).flatMap((_, index) => {
    const around = days.slice(starts[index], starts[index + 2]);
    const found = likelyDays(around, binomialGain(0, designEffect), { before: LEAST_AFTER });
    if (found === null) return [];
    const [before, after] = [
      around.filter(({ day }) => day < found.first),
      around.filter(({ day }) => day > found.last),
    ];
    const direction = shareOf(pooledOf(after)) < shareOf(pooledOf(before)) ? -1 : 1;
    return [{ ...found, direction, from: (around[0] as CountedDay).day, z }];
  });
}

/** Where the levels start that fit best, if each costs a penalty; at least the first day. */
function partition(days: readonly CountedDay[], designEffect: number, penalty: number): number[] {
  const sums = [{ events: 0, trials: 0 }];
  for (const day of days) sums.push(pooledOf([sums.at(-1) as Proportion, day]));
  const fits = [{ fit: 0, from: 0 }];
  for (let to = 1; to <= days.length; to += 1) {
    let best = { fit: Number.NEGATIVE_INFINITY, from: 0 };
    for (let from = 0; from <= Math.max(0, to - LEAST_AFTER); from += 1) {
      const [start, end] = [sums[from] as Proportion, sums[to] as Proportion];
      const level = { events: end.events - start.events, trials: end.trials - start.trials };
      const fit = (fits[from]?.fit ?? 0) + (2 * logLikelihood(level)) / designEffect - penalty;
      if ((from === 0 || from >= LEAST_AFTER) && fit > best.fit) best = { fit, from };
    }
    fits.push(best);
  }
  const starts: number[] = [];
  for (let to = days.length; to > 0; to = fits[to]?.from ?? 0) starts.unshift(fits[to]?.from ?? 0);
  return starts;
}

function shareOf({ events, trials }: Proportion): number {
  return events / trials;
}

/**
 * The gain for two shares.
 *
 * @param direction of changes that count; 0 for both
 * @param designEffect their design effect
 */
export function binomialGain(direction: 1 | 0 | -1, designEffect: number): Gain {
  return (before, after) => {
    const rise = after.events * before.trials - before.events * after.trials;
    if (rise * direction < 0 || rise === 0) return 0;
    return (
      (2 * (logLikelihood(before) + logLikelihood(after) - logLikelihood(pooledOf([before, after])))) /
      designEffect
    );
  };
}

function logLikelihood({ events, trials }: Proportion): number {
  return termOf(events, trials) + termOf(trials - events, trials);
}

function termOf(count: number, trials: number): number {
  return count === 0 ? 0 : count * Math.log(count / trials);
}
