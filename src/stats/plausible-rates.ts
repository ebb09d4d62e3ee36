import { binomialAtLeast } from './normal.ts';

/** The chance that a true rate is not among the plausible ones. It is added to that of a test, so that the test stays exact. */
export const IMPLAUSIBLE = 1e-6;

/** How far apart the rates that are tried are, in standard errors: chances change little in between. */
const STEP = 0.25;

/**
 * Rates under which this many events would not be surprising, at even distances on the arcsine scale.
 *
 * Source: Berger and Boos (1994), J. Am. Stat. Assoc. 89:1012-1016, for trying these alone.
 */
export function* plausibleRates(events: number, trials: number): Generator<number> {
  const middle = Math.asin(Math.sqrt(events / trials));
  const step = STEP / (2 * Math.sqrt(trials));
  for (let angle = middle; angle < Math.PI / 2; angle += step) {
    const rate = Math.sin(angle) ** 2;
    if (rate > 0 && binomialAtLeast(trials - events, trials, 1 - rate) < IMPLAUSIBLE / 2) break;
    yield rate;
  }
  for (let angle = middle - step; angle > 0; angle -= step) {
    const rate = Math.sin(angle) ** 2;
    if (binomialAtLeast(events, trials, rate) < IMPLAUSIBLE / 2) break;
    yield rate;
  }
}
