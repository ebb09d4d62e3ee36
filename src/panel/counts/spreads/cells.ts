import { withEngine } from '../../scan.ts';
import type { Mentions } from '../../segment.ts';

export interface Cell {
  /** Question number, in order of appearance. */
  readonly question: number;
  /** Shared engine number. */
  readonly engine: number;
}

/** Numbers questions and engines densely, in order of appearance, so that arrays can hold counts. */
export class Cells {
  readonly all: Cell[] = [];
  readonly #placeOf = new Map<number, number>();
  readonly #questions = new Map<number, number>();

  /** Cell places, by the segment's `promptAndEngine` numbers. */
  placesIn({ prompt, engine }: Mentions): Int32Array {
    const places: number[] = [];
    for (const question of prompt.of) for (const each of engine.of) places.push(this.#place(question, each));
    return new Int32Array(places);
  }

  #place(prompt: number, engine: number): number {
    const key = withEngine(prompt, engine);
    const known = this.#placeOf.get(key);
    if (known !== undefined) return known;
    const question = this.#questions.get(prompt) ?? this.#questions.size;
    this.#questions.set(prompt, question);
    const place = this.all.push({ question, engine }) - 1;
    this.#placeOf.set(key, place);
    return place;
  }
}

/** Grows the array if it is too small. */
export function withRoom<Counts extends Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>>(
  counts: Counts,
  needed: number,
): Counts {
  if (needed <= counts.length) return counts;
  const larger = new (counts.constructor as new (length: number) => Counts)(2 * needed);
  larger.set(counts);
  return larger;
}
