import { BASELINE_DAYS, CURRENT_DAYS } from '../../domain/alerts/alert-rules.ts';
import { independent } from '../../domain/figures/proportion.ts';
import { newcombe, sideOf } from '../rates/intervals.ts';
import type { Effects } from './gates.ts';

/** Sizes are multiples of a tenth of a point. */
const STEPS = 1000;

/**
 * The smallest significant change from a share: its 95% interval (Newcombe) excludes zero upward and downward, as far
 * as the share can change. From 0 to 1; null if there is none.
 *
 * @param trials effective sample size of each window
 */
export function leastDifference(
  share: number,
  trials: { readonly current: number; readonly baseline: number },
): number | null {
  const found = ([1, -1] as const)
    .map((direction) => leastDifferenceIn(direction, share, trials))
    .filter((each) => each !== null);
  return found.length === 0 ? null : Math.max(...found);
}

/** The smallest significant change from a share in one direction, from 0 to 1; null if there is none. */
export function leastDifferenceIn(
  direction: 1 | -1,
  share: number,
  { current, baseline }: { readonly current: number; readonly baseline: number },
): number | null {
  const room = direction > 0 ? 1 - share : share;
  const before = { events: share * baseline, trials: baseline };
  for (let step = 1; step / STEPS <= room; step += 1) {
    const now = { events: (share + (direction * step) / STEPS) * current, trials: current };
    if (sideOf(newcombe(now, before)) === direction) return step / STEPS;
  }
  return null;
}

/** The effective sample sizes of an alert's windows, at this many answers a day. */
export function independentTrials(perDay: number, { current, baseline }: Effects) {
  const told = (days: number, effect: number | null) =>
    independent({ events: 0, trials: days * perDay }, effect).trials;
  return { current: told(CURRENT_DAYS, current), baseline: told(BASELINE_DAYS, baseline) };
}
