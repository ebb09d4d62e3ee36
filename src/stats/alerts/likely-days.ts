import type { Proportion } from '../../domain/figures/proportion.ts';

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
export function likelyDays(days: readonly CountedDay[], gain: Gain): LikelyDays | null {
  const gains = days.map((_, first) =>
    first < LEAST_BEFORE || days.length - first < LEAST_AFTER
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

/**
 * The gain for two shares, counting changes in one direction only.
 *
 * @param designEffect their design effect
 */
export function binomialGain(direction: 1 | -1, designEffect: number): Gain {
  return (before, after) => {
    const rise = after.events * before.trials - before.events * after.trials;
    if (rise * direction <= 0) return 0;
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

/** The sum of days. */
export function pooledOf(days: readonly Proportion[]): Proportion {
  let [events, trials] = [0, 0];
  for (const each of days) {
    events += each.events;
    trials += each.trials;
  }
  return { events, trials };
}
