import type { AlertKind } from '../domain/alert-rules.ts';
import { compareEven, gateOf, KIND_RULES, type Thresholds } from './gates.ts';

/** The shares of two windows, as they would be if every prompt were asked without end. */
export interface TrueShares {
  readonly current: number;
  readonly baseline: number;
  /** How alike the answers to one prompt are, from 0 to 1 (stats/correlation.ts). */
  readonly correlation: number;
}

const UNKNOWN = -2;

/**
 * One look at two windows of so many answers each, to the same prompts in the same mix: how likely it is that a kind passes
 * every gate of the alerts before persistence. It asks those gates themselves, for every pair of counts that may come up.
 */
export class Look {
  readonly #kind: AlertKind;
  readonly #trials: { readonly current: number; readonly baseline: number };
  readonly #thresholds: Thresholds;
  readonly #isUp: boolean;
  /** The least number of events in the current window that passes (for a fall, the most), by that of the baseline. */
  readonly #bounds: Int32Array;
  /** The last one asked for: most looks of a plan have the same baseline. */
  #before: { readonly share: number; readonly correlation: number; readonly counts: Counts } | null = null;

  /** @param trials whole numbers above 0 */
  constructor(
    kind: AlertKind,
    trials: { readonly current: number; readonly baseline: number },
    thresholds: Thresholds,
  ) {
    this.#kind = kind;
    this.#trials = trials;
    this.#thresholds = thresholds;
    this.#isUp = KIND_RULES[kind].direction > 0;
    this.#bounds = new Int32Array(trials.baseline + 1).fill(UNKNOWN);
  }

  chance({ current, baseline, correlation }: TrueShares): number {
    const before = this.#countsBefore(baseline, correlation);
    const now = countsOf(this.#trials.current, current, correlation);
    const atMost = cumulate(now.chances);
    let passed = 0;
    for (let index = 0; index < before.chances.length; index += 1) {
      const chance = before.chances[index] ?? 0;
      if (chance === 0) continue;
      const bound = this.#boundAt(before.first + index) - now.first;
      const place = Math.min(this.#isUp ? bound - 1 : bound, atMost.length - 1);
      const below = place < 0 ? 0 : (atMost[place] ?? 0);
      passed += chance * (this.#isUp ? 1 - below : below);
    }
    return passed;
  }

  #countsBefore(share: number, correlation: number): Counts {
    const known = this.#before;
    if (known?.share === share && known.correlation === correlation) return known.counts;
    const counts = countsOf(this.#trials.baseline, share, correlation);
    this.#before = { share, correlation, counts };
    return counts;
  }

  /** More events before need more events now, so the bound of the neighbor is close. */
  #boundAt(events: number): number {
    const known = this.#bounds[events] ?? UNKNOWN;
    if (known !== UNKNOWN) return known;
    const { current, baseline } = this.#trials;
    const neighbor = this.#bounds[events - 1] ?? UNKNOWN;
    const near = neighbor === UNKNOWN ? Math.round((events * current) / baseline) : neighbor;
    const bound = this.#search(events, near);
    this.#bounds[events] = bound;
    return bound;
  }

  /** One beyond all that can be, where nothing passes. */
  #search(before: number, near: number): number {
    const step = this.#isUp ? 1 : -1;
    const isIn = (bound: number) => bound >= 0 && bound <= this.#trials.current;
    let bound = Math.min(this.#trials.current, Math.max(0, near));
    while (isIn(bound - step) && this.#passes(bound - step, before)) bound -= step;
    while (isIn(bound) && !this.#passes(bound, before)) bound += step;
    return bound;
  }

  #passes(now: number, before: number): boolean {
    const { current, baseline } = this.#trials;
    const compared = compareEven({
      current: { events: now, trials: current },
      baseline: { events: before, trials: baseline },
    });
    return gateOf(this.#kind, compared, this.#thresholds) === null;
  }
}

/** How likely each number of events is, from the first that is at all. */
export interface Counts {
  readonly first: number;
  readonly chances: Float64Array;
}

/** What is further from the mean than so many standard deviations is left out. */
const REACH = 5;

/**
 * How many of the answers to a fixed panel are events. Prompts that differ make the number vary less than independent draws
 * would: by 1 - correlation. So that part of the answers is drawn, and the rest is fixed at the same share: the mean is the
 * same, and so is the variance. Without correlation this is the binomial distribution.
 */
export function countsOf(trials: number, share: number, correlation: number): Counts {
  const [fixed, drawn] = [correlation * trials * share, (1 - correlation) * trials];
  const middle = Math.round(fixed + drawn * share);
  if (share <= 0 || share >= 1 || drawn === 0) return { first: middle, chances: Float64Array.of(1) };
  const odds = share / (1 - share);
  const reach = Math.ceil(REACH * Math.sqrt(drawn * share * (1 - share))) + 1;
  const chances = new Float64Array(2 * reach + 1);
  chances[reach] = 1;
  let sum = 1;
  for (let y = middle - fixed, at = reach + 1, chance = 1; y < drawn && at <= 2 * reach; y += 1, at += 1) {
    chance *= ((drawn - y) / (y + 1)) * odds;
    chances[at] = chance;
    sum += chance;
  }
  for (let y = middle - fixed, at = reach - 1, chance = 1; y > 0 && at >= 0; y -= 1, at -= 1) {
    chance *= y / (drawn - y + 1) / odds;
    chances[at] = chance;
    sum += chance;
  }
  for (let at = 0; at < chances.length; at += 1) chances[at] = (chances[at] ?? 0) / sum;
  return { first: middle - reach, chances };
}

/** The chance of each number of events or fewer, in place of the chance of each. */
function cumulate(chances: Float64Array): Float64Array {
  for (let at = 1; at < chances.length; at += 1) chances[at] = (chances[at] ?? 0) + (chances[at - 1] ?? 0);
  return chances;
}
