import type { ComparedKind } from '../domain/alert-rules.ts';
import { compareEven, gateOf, KIND_RULES, type Thresholds } from './gates.ts';

/** The shares of two windows, as they would be if every prompt were asked without end. */
export interface TrueShares {
  readonly current: number;
  readonly baseline: number;
  /** How alike the answers to one prompt are, from 0 to 1 (stats/correlation.ts). */
  readonly correlation: number;
}

const UNKNOWN = -1;

/**
 * One look at two windows of so many answers each, to the same prompts in the same mix: how likely it is that a kind passes
 * every gate of the alerts before persistence. It asks those gates themselves, for every pair of counts that may come up.
 */
export class Look {
  readonly #kind: ComparedKind;
  readonly #trials: { readonly current: number; readonly baseline: number };
  readonly #thresholds: Thresholds;
  readonly #isUp: boolean;
  /** By the number of events before: the least number in the current window that passes; for a fall, that does not. */
  readonly #edges: Int32Array;
  /** The last one asked for: most looks of a plan have the same baseline. */
  #before: { readonly share: number; readonly correlation: number; readonly counts: Counts } | null = null;
  /** Where the chances of either window are put: a plan takes thousands of looks. */
  readonly #room: { readonly current: Float64Array; readonly baseline: Float64Array };

  /** @param trials whole numbers above 0 */
  constructor(
    kind: ComparedKind,
    trials: { readonly current: number; readonly baseline: number },
    thresholds: Thresholds,
  ) {
    this.#kind = kind;
    this.#trials = trials;
    this.#thresholds = thresholds;
    this.#isUp = KIND_RULES[kind].direction > 0;
    this.#edges = new Int32Array(trials.baseline + 1).fill(UNKNOWN);
    this.#room = { current: roomFor(trials.current), baseline: roomFor(trials.baseline) };
  }

  chance({ current, baseline, correlation }: TrueShares): number {
    const { first, chances } = this.#countsBefore(baseline, correlation);
    const now = countsOf(this.#trials.current, current, correlation, this.#room.current);
    const atMost = cumulate(now.chances);
    const [edges, isUp, most] = [this.#edges, this.#isUp, atMost.length - 1];
    let passed = 0;
    // The loop of a plan: nothing is called in it.
    for (let index = 0; index < chances.length; index += 1) {
      const place = (edges[first + index] ?? 0) - 1 - now.first;
      const below = place < 0 ? 0 : (atMost[place > most ? most : place] ?? 0);
      passed += (chances[index] ?? 0) * (isUp ? 1 - below : below);
    }
    return passed;
  }

  /** With the edges of all numbers that are possible. */
  #countsBefore(share: number, correlation: number): Counts {
    const known = this.#before;
    if (known?.share === share && known.correlation === correlation) return known.counts;
    const counts = countsOf(this.#trials.baseline, share, correlation, this.#room.baseline);
    for (let index = 0; index < counts.chances.length; index += 1) {
      if ((counts.chances[index] ?? 0) > 0) this.#edgeAt(counts.first + index);
    }
    this.#before = { share, correlation, counts };
    return counts;
  }

  /** One beyond all that can be, where every number is on the one side. */
  #edgeAt(events: number): number {
    const known = this.#edges[events] ?? UNKNOWN;
    if (known !== UNKNOWN) return known;
    const neighbor = this.#edges[events - 1] ?? UNKNOWN;
    // More events before need more now: an edge is never below that of the neighbor.
    let edge = neighbor === UNKNOWN ? this.#startBelow(events) : neighbor;
    while (edge <= this.#trials.current && this.#passes(edge, events) !== this.#isUp) edge += 1;
    this.#edges[events] = edge;
    return edge;
  }

  /** No number beyond the edge, and close to it. */
  #startBelow(events: number): number {
    const { current, baseline } = this.#trials;
    let start = Math.round((events * current) / baseline);
    while (start > 0 && this.#passes(start - 1, events) === this.#isUp) start -= 1;
    return start;
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

/** How many numbers of events on either side of the mean are within reach. */
const reachOf = (trials: number, share: number) =>
  Math.ceil(REACH * Math.sqrt(trials * share * (1 - share))) + 1;

/** As many as it may be for any share. */
export const roomFor = (trials: number) => new Float64Array(2 * reachOf(trials, 0.5) + 1);

/**
 * How many of the answers to a fixed panel are events. Prompts that differ make the number vary less than independent draws
 * would: by 1 - correlation. So that part of the answers is drawn, and the rest is fixed at the same share: the mean is the
 * same, and so is the variance. Without correlation this is the binomial distribution.
 *
 * @param room where they are put, until it is used again; without it, they have their own
 */
export function countsOf(
  trials: number,
  share: number,
  correlation: number,
  room: Float64Array = roomFor(trials),
): Counts {
  const [fixed, drawn] = [correlation * trials * share, (1 - correlation) * trials];
  const middle = Math.round(fixed + drawn * share);
  if (share <= 0 || share >= 1 || drawn === 0) return { first: middle, chances: Float64Array.of(1) };
  const odds = share / (1 - share);
  const reach = reachOf(drawn, share);
  const chances = room.subarray(0, 2 * reach + 1).fill(0);
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
