import { growthOf, meanOf, type Point } from './slope.ts';

/** A figure of the server over the time after its warm-up. */
export interface Course {
  readonly name: string;
  readonly mean: number;
  readonly most: number;
  /** How much its floor rises, from the first part of the time to the last. */
  readonly growth: number;
  readonly mayGrow: number;
  readonly grows: boolean;
}

/** The first third of the time does not count for what must stay flat: caches and heaps fill up. */
const WARM_UP_SHARE = 1 / 3;

/** Of the rest, each part has a floor: its lowest sample. */
const PARTS = 6;

/** What a floor may rise, as a share of the mean. */
const MAY_GROW_SHARE = 0.1;

/**
 * Judges whether a figure grows without end. A busy machine collects garbage late and works in bursts, so single samples say little: what
 * is not given back raises the floor under them. And what only fills up slowly, because little was done during the warm-up,
 * stops rising. So the floor must have risen by more than it may, and must go on rising as fast in the second half.
 *
 * @param mayGrow what it may grow in any case: the noise of a heap that breathes, or of pools of connections
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

/** Tells work that hangs from work that takes long: the former stands still. */
export class Standstill {
  readonly #mostMs: number;
  #state = '';
  #since = Number.NaN;

  constructor(mostMs: number) {
    this.#mostMs = mostMs;
  }

  /** @param state how far it is: it stands still as long as this stays the same */
  isReached(state: string, now: number): boolean {
    if (state !== this.#state || Number.isNaN(this.#since)) [this.#state, this.#since] = [state, now];
    return now - this.#since > this.#mostMs;
  }
}
