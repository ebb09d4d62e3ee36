import type { Interval } from '../domain/proportion.ts';
import { studentOf } from '../domain/student.ts';
import { logBeta } from './beta.ts';
import { lastAbove } from './last-above.ts';

/** A figure of all days so far, and how far it may be off. */
export interface Sequence extends Interval {
  readonly estimate: number;
}

/** Fewer days say too little about how much days differ. */
export const LEAST_DAYS = 10;

/** As many independent days tell what they differ by at all. */
const LEAST_INDEPENDENT = 5;

/** With fewer days that differ from the commonest one, the variance of days is hardly known. */
const LEAST_DIFFERENT = 10;

/** The day at which the sequence is narrowest for what it promises of all days. */
const NARROWEST_AT = 20;

/**
 * An interval on the mean of days that holds for all days at once: the chance that it ever excludes the mean, however
 * often one looks and whenever one stops, tends to at most `alpha`. It is wider than an interval for one look, by 1.6 times on the 30th day.
 *
 * With t days, their mean m and variance s², times the part of the design effect that is due to days that resemble each other:
 * m ± s √(2 (tτ² + 1) / (t²τ²) · ln(√(tτ² + 1) / α)), where τ² makes it narrowest on the 20th day. The
 * factor of s is then taken from Student's distribution instead of the normal one, as far out: without that, 6% of intervals excluded the mean
 * on one side where 2.5% may.
 *
 * @param means one a day, in order, each from -1 to 1
 * @param dayEffect by how much days that resemble each other enlarge the variance of their mean, at least 1
 * @returns null before the tenth day, and until ten days differ from the commonest one; nor while they tell as little as fewer than five independent ones
 *
 * Source: Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024), Ann. Stat. 52:2613-2640, theorem 2.2 and its appendix for τ.
 */
export function meanSequence(means: readonly number[], alpha: number, dayEffect: number): Sequence | null {
  const days = means.length;
  if (days < LEAST_DAYS || days < LEAST_INDEPENDENT * dayEffect) return null;
  const commonest = Math.max(...[...Map.groupBy(means, (mean) => mean).values()].map(({ length }) => length));
  if (days - commonest < LEAST_DIFFERENT) return null;
  const mean = means.reduce((sum, each) => sum + each, 0) / days;
  const squares = means.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const logAlpha = -2 * Math.log(alpha);
  const spread = (days * (logAlpha + Math.log(logAlpha + 1))) / NARROWEST_AT;
  const quantile = Math.sqrt(((2 * (spread + 1)) / spread) * Math.log(Math.sqrt(spread + 1) / alpha));
  // Days that resemble each other show less of how much days differ.
  const error = Math.sqrt(((squares / (days - dayEffect)) * dayEffect) / days);
  const width = studentOf(quantile, days / dayEffect - 1) * error;
  return { estimate: mean, lower: mean - width, upper: mean + width };
}

/**
 * The same on the share of answers that count, for where next to none or nearly all do and days hardly differ: it needs no
 * estimate of a variance. It holds for independent answers, also to questions that differ from each other, and is then wider
 * than it has to be.
 *
 * It has all p for which the answers are at most 1/α times as likely if p is drawn from a beta(½, ½) distribution than if it is p.
 *
 * @param counted at least one answer; divided by the design effect, so not necessarily whole
 *
 * Source: Robbins (1970), Ann. Math. Stat. 41:1397-1409; Howard, Ramdas, McAuliffe and Sekhon (2021), Ann. Stat. 49:1055-1080.
 */
export function shareSequence(
  { events, trials }: { readonly events: number; readonly trials: number },
  alpha: number,
): Sequence {
  const others = trials - events;
  const mixed = logBeta(events + 0.5, others + 0.5) - logBeta(0.5, 0.5);
  const room = (p: number) =>
    Math.max(LEAST_ROOM, logPower(p, events) + logPower(1 - p, others) - mixed - Math.log(alpha));
  const share = events / trials;
  return { estimate: share, lower: lastAbove(room, share, 0), upper: lastAbove(room, share, 1) };
}

/** How far beyond the interval a share may seem to be: at 0 and 1 it is without an end. */
const LEAST_ROOM = -50;

/** The logarithm of p to the power of n, where 0 to the power of 0 is 1. */
function logPower(p: number, n: number): number {
  return n === 0 ? 0 : n * Math.log(Math.max(0, p));
}
