import { growthOf, meanOf, type Point } from '../support/slope.ts';

/** One of the server's figures over the time after its warm-up. */
export interface Course {
  readonly name: string;
  readonly mean: number;
  readonly most: number;
  /** How much its floor rises, from the first part to the last. */
  readonly growth: number;
  readonly mayGrow: number;
  readonly grows: boolean;
}

/** The first third does not count for figures that must stay flat, because caches and heaps fill up. */
const WARM_UP_SHARE = 1 / 3;

/** Each part of the rest has a floor: its lowest sample. */
const PARTS = 6;

/** The floor's largest allowed rise, as a share of the mean. */
const MAY_GROW_SHARE = 0.1;

/**
 * Judges whether a figure grows without end. A busy machine collects garbage late and works in bursts, so
 * single samples say little: a leak raises the floor under them. A figure that only fills up slowly, because
 * little happened during the warm-up, stops rising. So a failure needs a floor that rises beyond its limit,
 * and as fast in the second half.
 *
 * @param mayGrow growth that is always allowed: the noise of a heap, or of connection pools
 */
export function courseOf(name: string, points: readonly Point[], mayGrow: number): Course {
  const counted = points.slice(Math.floor(points.length * WARM_UP_SHARE));
  const values = counted.map(({ value }) => value);
  const mean = meanOf(values);
  const most = Math.max(mayGrow, MAY_GROW_SHARE * mean);
  const floors = floorsOf(counted);
  const growth = growthOf(floors);
  const later = growthOf(floors.slice(Math.floor(floors.length / 2)));
  // The second half has half of the parts, but fewer than half of the steps between them.
  const laterMost = (most * (PARTS / 2 - 1)) / (PARTS - 1);
  const isFlat = growth <= most || later <= laterMost;
  return { name, mean, most: Math.max(...values), growth, mayGrow: most, grows: !isFlat };
}

function floorsOf(points: readonly Point[]): Point[] {
  const size = points.length / PARTS;
  return Array.from({ length: PARTS }, (_, index) => {
    const part = points.slice(Math.floor(index * size), Math.floor((index + 1) * size));
    return { seconds: index, value: Math.min(...part.map(({ value }) => value)) };
  });
}

/** Tells hanging work from slow work: hanging work stands still. */
export class Standstill {
  readonly #mostMs: number;
  #state = '';
  #since = Number.NaN;

  constructor(mostMs: number) {
    this.#mostMs = mostMs;
  }

  /** @param state the progress: work stands still while this stays the same */
  isReached(state: string, now: number): boolean {
    if (state !== this.#state || Number.isNaN(this.#since)) [this.#state, this.#since] = [state, now];
    return now - this.#since > this.#mostMs;
  }
}
