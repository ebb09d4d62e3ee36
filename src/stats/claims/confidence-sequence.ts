import type { Interval } from '../../domain/figures/proportion.ts';
import { studentOf } from '../../domain/figures/student.ts';
import { logBeta } from '../distributions/beta.ts';
import { findRoot } from '../distributions/root-finding.ts';

/** A running figure with its interval. */
export interface Sequence extends Interval {
  readonly estimate: number;
}

/** Fewer days don't show the variance between days. */
export const LEAST_DAYS = 10;

/** Minimum number of effectively independent days. */
const LEAST_INDEPENDENT = 5;

/** With fewer days that differ from the most common one, the variance between days is unreliable. */
const LEAST_DIFFERENT = 10;

/** The day at which the sequence is narrowest relative to its guarantee. */
const NARROWEST_AT = 20;

/**
 * A confidence sequence for the mean of days, valid on all days at once: the chance that it ever excludes the mean, for
 * any number of looks and any stopping rule, tends to at most `alpha`. On the 30th day it is 1.6 times as wide as an
 * interval for one look.
 *
 * With t days, their mean m and variance s², times the part of the design effect due to correlated days: m ± s √(2 (tτ²
 * + 1) / (t²τ²) · ln(√(tτ² + 1) / α)), where τ² makes it narrowest on the 20th day. The factor of s then comes from
 * Student's distribution instead of the normal one, at the same tail: otherwise, 6% of intervals excluded the mean on
 * one side instead of at most 2.5%.
 *
 * @param means one a day, in order, each from -1 to 1
 * @param dayEffect the design effect of correlated days, at least 1
 * @returns null before the tenth day, before ten days differ from the most common one, or with fewer than five effectively independent days
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
  // Correlated days show less variance between days.
  const error = Math.sqrt(((squares / (days - dayEffect)) * dayEffect) / days);
  const width = studentOf(quantile, days / dayEffect - 1) * error;
  return { estimate: mean, lower: mean - width, upper: mean + width };
}

/**
 * A confidence sequence for a share near 0 or 1, where days hardly differ: it needs no variance estimate. It is valid
 * for independent answers, also to different questions, for which it is wider than necessary.
 *
 * It contains every p for which the answers are at most 1/α times as likely if p comes from a beta(½, ½) distribution
 * than if it is p.
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
  return { estimate: share, lower: findRoot(room, share, 0), upper: findRoot(room, share, 1) };
}

/** The search ends here beyond the interval: at 0 and 1 it has no end. */
const LEAST_ROOM = -50;

/** log(p^n), where 0^0 is 1. */
function logPower(p: number, n: number): number {
  return n === 0 ? 0 : n * Math.log(Math.max(0, p));
}
