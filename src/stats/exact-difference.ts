import type { Clear } from './claims.ts';
import { newcombe } from './intervals.ts';
import { type Counts, countsOf, roomFor } from './one-look.ts';
import { IMPLAUSIBLE, plausibleRates } from './plausible-rates.ts';
import type { Sides } from './same-mix.ts';

/**
 * The chance of a difference at least as clear as this one if it were `value`, for those rates for which it is largest: an
 * exact test, of whole answers that are independent. One difference is clearer than another if Newcombe's interval
 * excludes the value at a larger quantile.
 *
 * Source: Barnard (1947), Biometrika 34:123-138, with the rates of plausible-rates.ts.
 */
export function exactChanceOfDifference({ current, baseline }: Sides, { side, value, z }: Clear): number {
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

/** The least number of events on the higher side that is clear, by that of the lower side; one beyond all where none is. */
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

/** The more events on the lower side, the more it takes on the higher one. */
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
