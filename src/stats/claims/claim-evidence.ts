import { type Proportion, wilson } from '../../domain/figures/proportion.ts';
import type { Compared } from '../alerts/gates.ts';
import { type Counts, countsOf, roomFor } from '../alerts/single-evaluation-power.ts';
import { binomialSurvival } from '../distributions/normal.ts';
import type { Sides } from '../rates/common-mix.ts';
import { newcombe, newcombePaired, type PairedCounts } from '../rates/intervals.ts';
import { IMPLAUSIBLE, plausibleRates } from '../rates/plausible-rates.ts';
import type { Clearance, Evidence } from './claims.ts';
import { exactPairPValue } from './exact-pair.ts';

/** Evidence on a rate. The exact test is the binomial tail. */
export function evidenceOfRate(counted: Proportion): Evidence {
  return {
    estimate: counted.events / counted.trials,
    interval: (z, times = 1) => wilson(scaled(counted, times), z),
    exact: ({ side, value }, times = 1) => {
      const { events, trials } = whole(counted, times);
      if (value <= 0 || value >= 1) return 0;
      return side === 'above'
        ? binomialSurvival(events, trials, value)
        : binomialSurvival(trials - events, trials, 1 - value);
    },
  };
}

/** Evidence on the difference between two rates over different answers. */
export function evidenceOfDifference(counted: Sides): Evidence {
  return {
    ...evidenceOfWeightedDifference(counted),
    exact: (clear, times = 1) =>
      exactDifferencePValue(
        { current: whole(counted.current, times), baseline: whole(counted.baseline, times) },
        clear,
      ),
  };
}

/** Evidence on a difference of weighted rates, for which there is no exact test. */
export function evidenceOfWeightedDifference({ current, baseline }: Sides): Evidence {
  return {
    estimate: current.events / current.trials - baseline.events / baseline.trials,
    interval: (z, times = 1) => newcombe(scaled(current, times), scaled(baseline, times), z),
  };
}

/** Evidence on both differences of a comparison, plain and common mix; none if a side has no trials. */
export function evidenceOfCompared({
  difference,
  sameMix,
}: Pick<Compared, 'difference' | 'sameMix'>): Evidence[] {
  if (difference === null || sameMix === null) return [];
  const plain = evidenceOfDifference(difference);
  return sameMix === difference ? [plain] : [plain, evidenceOfWeightedDifference(sameMix)];
}

/**
 * Evidence on a difference of two rates over the same answers, at least one.
 *
 * @param designEffect their design effect
 */
export function evidenceOfPair(pair: PairedCounts, designEffect: number | null = null): Evidence {
  const { both, onlyFirst, onlySecond, neither } = pair;
  const trials = both + onlyFirst + onlySecond + neither;
  const each = designEffect ?? 1;
  return {
    estimate: (onlyFirst - onlySecond) / trials,
    interval: (z, times = 1) => newcombePaired(scaledPair(pair, times / each), z),
    exact: ({ side, value }, times = 1) => exactPairPValue(wholePair(pair, times / each), side, value),
  };
}

function scaledPair({ both, onlyFirst, onlySecond, neither }: PairedCounts, times: number): PairedCounts {
  return {
    both: both * times,
    onlyFirst: onlyFirst * times,
    onlySecond: onlySecond * times,
    neither: neither * times,
  };
}

/** Scales to whole numbers: all answers, and the discordant ones as `whole` rounds them. */
function wholePair({ both, onlyFirst, onlySecond, neither }: PairedCounts, times: number): PairedCounts {
  const all = whole(
    { events: onlyFirst + onlySecond, trials: both + onlyFirst + onlySecond + neither },
    times,
  );
  const first = all.events === 0 ? 0 : Math.round((onlyFirst / (onlyFirst + onlySecond)) * all.events);
  const alike = all.trials - all.events;
  const neitherOf = both + neither === 0 ? 0 : Math.round((neither / (both + neither)) * alike);
  return {
    both: alike - neitherOf,
    onlyFirst: first,
    onlySecond: all.events - first,
    neither: neitherOf,
  };
}

function scaled({ events, trials }: Proportion, times: number): Proportion {
  return { events: events * times, trials: trials * times };
}

/** Rounds down to whole answers, with the nearest rate, for an exact test. */
function whole({ events, trials }: Proportion, times: number): Proportion {
  // Floating point can make a product slightly less than a whole number.
  const most = Math.max(1, Math.floor(trials * times + 1e-9));
  return { events: Math.round((events / trials) * most), trials: most };
}

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
