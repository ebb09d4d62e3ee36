import { binomialSurvival } from '../distributions/normal.ts';

/** The chance that the true rate is outside the plausible range. Added to a test's p-value, it keeps the test exact. */
export const IMPLAUSIBLE = 1e-6;

/** The grid spacing in standard errors: p-values change little in between. */
const STEP = 0.25;

/**
 * The rates at which this many events would not be surprising, evenly spaced on the arcsine scale.
 *
 * Source: Berger and Boos (1994), J. Am. Stat. Assoc. 89:1012-1016, for trying these alone.
 */
export function* plausibleRates(events: number, trials: number): Generator<number> {
  const middle = Math.asin(Math.sqrt(events / trials));
  const step = STEP / (2 * Math.sqrt(trials));
  for (let angle = middle; angle < Math.PI / 2; angle += step) {
    const rate = Math.sin(angle) ** 2;
    if (rate > 0 && binomialSurvival(trials - events, trials, 1 - rate) < IMPLAUSIBLE / 2) break;
    yield rate;
  }
  for (let angle = middle - step; angle > 0; angle -= step) {
    const rate = Math.sin(angle) ** 2;
    if (binomialSurvival(events, trials, rate) < IMPLAUSIBLE / 2) break;
    yield rate;
  }
}
