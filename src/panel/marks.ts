import type { Column } from './bytes.ts';
import { NAMED } from './row.ts';
import type { Tally } from './scan.ts';
import type { Looked, Mentions } from './segment.ts';

/** What countings ask of the answers of a segment. */

/** The places that a segment has these tracked brands at, those that it has. */
export function placesOf(tracked: ArrayLike<number>, ids: readonly number[]): number[] {
  const places: number[] = [];
  for (let place = 0; place < tracked.length; place++) {
    if (ids.includes(tracked[place] as number)) places.push(place);
  }
  return places;
}

/** For each answer, what it says of a tracked brand: the cell, the list position, or 0 for nothing. */
export function saidOf(
  { n, tracked, lists }: Mentions,
  trackedId: number,
  what: 'cell' | 'rank',
): Float64Array {
  const said = new Float64Array(n);
  for (const place of placesOf(tracked, [trackedId])) {
    const end = lists.end[place] as number;
    for (let index = lists.start[place] as number; index < end; index++) {
      said[lists.row[index] as number] = lists[what][index] as number;
    }
  }
  return said;
}

/** A position beyond this counts as this one where positions are squared, so that an absurd import cannot overflow a sum. */
export const LAST_RANK = 10_000;

/** For each answer, 1 if it names any of these brands. */
export function naming({ n, lists, tracked }: Mentions, ids: readonly number[]): Uint8Array {
  const marks = new Uint8Array(n);
  for (const place of placesOf(tracked, ids)) {
    const end = lists.end[place] as number;
    for (let index = lists.start[place] as number; index < end; index++) {
      if (((lists.cell[index] as number) & NAMED) !== 0) marks[lists.row[index] as number] = 1;
    }
  }
  return marks;
}

/** A word of a set of brands has a bit for each of so many. */
const BITS = 32;

/** How many words a set of these brands takes. */
export function wordsFor(brands: readonly number[]): number {
  return Math.ceil(brands.length / BITS);
}

/** For each answer some words, in which the bits of those of these brands are set that it names, in their order. */
export function wordsNaming({ n, lists, tracked }: Mentions, brands: readonly number[]): Uint32Array {
  const each = wordsFor(brands);
  const words = new Uint32Array(n * each);
  for (const place of placesOf(tracked, brands)) {
    const brand = brands.indexOf(tracked[place] as number);
    const [word, bit] = [Math.floor(brand / BITS), 1 << (brand % BITS)];
    const end = lists.end[place] as number;
    for (let index = lists.start[place] as number; index < end; index++) {
      if (((lists.cell[index] as number) & NAMED) === 0) continue;
      const at = (lists.row[index] as number) * each + word;
      words[at] = (words[at] as number) | bit;
    }
  }
  return words;
}

/** The place of a brand in a set, by the lowest bit of a word that is set. */
export function brandAt(word: number, bits: number): number {
  return BITS * word + 31 - Math.clz32(bits & -bits);
}

/** For each answer, 1 if all of these brands were looked for in it. */
export function lookedForAll(
  { looked, tracked }: { readonly looked: Looked; readonly tracked: ArrayLike<number> },
  ids: readonly number[],
): Uint8Array {
  const places = placesOf(tracked, ids);
  const most = new Set(ids).size;
  const isWhole = looked.sets.map((set) => {
    const found = places.filter((place) => set.includes(place)).length;
    return found === most ? 1 : 0;
  });
  const marks = new Uint8Array(looked.codes.length);
  for (let row = 0; row < marks.length; row++) {
    marks[row] = isWhole[looked.codes[row] as number] as number;
  }
  return marks;
}

/**
 * The numbers of answers, all lower than `most`, with `most` itself for those that do not count. So a loop over lists need not ask which
 * count: it adds up one group more, which nobody reads.
 */
export function countedAs(numbers: Column, most: number, keep: Uint8Array | null): Column {
  if (keep === null) return numbers;
  const marked = most < 256 ? new Uint8Array(keep.length) : new Uint32Array(keep.length);
  for (let row = 0; row < keep.length; row++) {
    marked[row] = keep[row] === 0 ? most : (numbers[row] as number);
  }
  return marked;
}

/**
 * Counts the answers in which each brand was looked for as the first count of a group: the place of the brand times `most`, plus a number
 * of the answer, as `countedAs` gives it.
 */
export function addLooked(tally: Tally, { n, looked }: Mentions, numbers: Column, most: number): void {
  // Few sets of brands are looked for, so answers are counted by set first.
  const width = most + 1;
  const bySet = new Float64Array(looked.sets.length * width);
  for (let row = 0; row < n; row++) {
    const at = (looked.codes[row] as number) * width + (numbers[row] as number);
    bySet[at] = (bySet[at] as number) + 1;
  }
  looked.sets.forEach((set, code) => {
    for (const brand of set) {
      for (let each = 0; each < most; each++) {
        tally.add(brand * most + each, 0, bySet[code * width + each] as number);
      }
    }
  });
}
