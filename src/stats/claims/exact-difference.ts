import { type Counts, countsOf, roomFor } from '../alerts/single-evaluation-power.ts';
import type { Sides } from '../rates/common-mix.ts';
import { newcombe } from '../rates/intervals.ts';
import { IMPLAUSIBLE, plausibleRates } from '../rates/plausible-rates.ts';
import type { Clearance } from './claims.ts';

/**
 * The p-value of a difference at least this clear if the true one were `value`, maximized over the rates: an exact test
 * for whole, independent answers. Clarity is the quantile at which Newcombe's interval excludes the value.
 *
 * Source: Barnard (1947), Biometrika 34:123-138, with the rates of plausible-rates.ts.
 */
export function exactDifferencePValue({ current, baseline }: Sides, { side, value, z }: Clearance): number {
  const [high, low] = side === 'above' ? [current, baseline] : [baseline, current];
  const more = side === 'above' ? value : -value;
  const leastClear = leastOf(
    high.trials,
    (events, others) =>
      newcombe({ events, trials: high.trials }, { events: others, trials: low.trials }, z).lower > more,
  );
  const all = high.trials + low.trials;
  const room = { low: roomFor(low.trials), high: roomFor(high.trials) };
  let largest = 0;
  for (const rate of plausibleRates(high.events + low.events, all)) {
    const near = rate - (more * high.trials) / all;
    const lower = Math.min(Math.min(1, 1 - more), Math.max(Math.max(0, -more), near));
    const counts = {
      low: countsOf(low.trials, lower, 0, room.low),
      high: countsOf(high.trials, lower + more, 0, room.high),
    };
    largest = Math.max(largest, chanceOfClear(counts, leastClear));
  }
  return Math.min(1, largest + IMPLAUSIBLE);
}

/** The least clear number of events on the higher side, by events on the lower side; one beyond the maximum if none is clear. */
function leastOf(
  trials: number,
  isClear: (events: number, others: number) => boolean,
): (others: number) => number {
  const known = new Map<number, number>();
  return (others) => {
    const found = known.get(others);
    if (found !== undefined) return found;
    let [least, beyond] = [0, trials + 1];
    while (least < beyond) {
      const middle = (least + beyond) >> 1;
      if (isClear(middle, others)) beyond = middle;
      else least = middle + 1;
    }
    known.set(others, least);
    return least;
  };
}

/** More events on the lower side need more on the higher one. */
function chanceOfClear(
  { low, high }: { readonly low: Counts; readonly high: Counts },
  leastClear: (others: number) => number,
): number {
  let [sum, reached, place] = [0, 0, high.chances.length - 1];
  for (let index = low.chances.length - 1; index >= 0; index -= 1) {
    const chance = low.chances[index] ?? 0;
    if (chance === 0) continue;
    const least = leastClear(low.first + index) - high.first;
    for (; place >= Math.max(0, least); place -= 1) reached += high.chances[place] ?? 0;
    sum += chance * reached;
  }
  return sum;
}
