import type { AlertKind } from '../../domain/alerts/alert-rules.ts';
import { compareEven, gateOf, KIND_RULES, type Thresholds } from './gates.ts';

/** The true shares in two windows, as if every prompt had endless answers. */
export interface TrueShares {
  readonly current: number;
  readonly baseline: number;
  /** The intraclass correlation of answers to one prompt, from 0 to 1 (stats/rates/correlation.ts). */
  readonly correlation: number;
}

const UNKNOWN = -1;

/**
 * The chance that a kind passes every gate before persistence in one evaluation, for windows of fixed size with the
 * same prompts in the same mix. Exact: runs the alert gates on every possible pair of counts.
 */
export class EvaluationPower {
  readonly #kind: AlertKind;
  readonly #trials: { readonly current: number; readonly baseline: number };
  readonly #thresholds: Thresholds;
  readonly #isUp: boolean;
  /** By baseline events: the least current count that passes; for a fall, the least that does not. */
  readonly #edges: Int32Array;
  /** Caches one: most evaluations in a plan have the same baseline. */
  #before: { readonly share: number; readonly correlation: number; readonly counts: Counts } | null = null;
  /** Buffers for each window's chances: a plan runs thousands of evaluations. */
  readonly #room: { readonly current: Float64Array; readonly baseline: Float64Array };

  constructor(
    kind: AlertKind,
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
    // A plan's hot loop: no calls inside.
    for (let index = 0; index < chances.length; index += 1) {
      const place = (edges[first + index] ?? 0) - 1 - now.first;
      const below = place < 0 ? 0 : (atMost[place > most ? most : place] ?? 0);
      passed += (chances[index] ?? 0) * (isUp ? 1 - below : below);
    }
    return passed;
  }

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

  /** One beyond the maximum if all counts are on one side. */
  #edgeAt(events: number): number {
    const known = this.#edges[events] ?? UNKNOWN;
    if (known !== UNKNOWN) return known;
    const neighbor = this.#edges[events - 1] ?? UNKNOWN;
    // Edges never fall as baseline events rise.
    let edge = neighbor === UNKNOWN ? this.#startBelow(events) : neighbor;
    while (edge <= this.#trials.current && this.#passes(edge, events) !== this.#isUp) edge += 1;
    this.#edges[events] = edge;
    return edge;
  }

  /** A lower bound close to the edge. */
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

/** The chance for each number of events, from the first possible one. */
export interface Counts {
  readonly first: number;
  readonly chances: Float64Array;
}

/** Counts further than this many standard deviations from the mean are ignored. */
const REACH = 5;

/** Counts on either side of the mean within reach. */
const reachOf = (trials: number, share: number) =>
  Math.ceil(REACH * Math.sqrt(trials * share * (1 - share))) + 1;

/** The size needed for any share. */
export const roomFor = (trials: number) => new Float64Array(2 * reachOf(trials, 0.5) + 1);

/**
 * The distribution of events among answers to a fixed panel. Prompts that differ make the count vary less than
 * independent draws by the factor 1 - correlation, so that part of the answers is drawn and the rest is fixed at the
 * same share, which keeps mean and variance. Without correlation this is the binomial distribution.
 *
 * @param room a buffer for the result, valid until its next use; by default a new one
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

/** Turns chances into cumulative chances, in place. */
function cumulate(chances: Float64Array): Float64Array {
  for (let at = 1; at < chances.length; at += 1) chances[at] = (chances[at] ?? 0) + (chances[at - 1] ?? 0);
  return chances;
}
