import type { Column } from './bytes.ts';
import { NAMED } from './row.ts';
import type { Tally } from './scan.ts';
import type { BrandSets, Mentions } from './segment.ts';

/** A segment's places for these tracked brands; omits brands it does not have. */
export function placesOf(tracked: ArrayLike<number>, ids: readonly number[]): number[] {
  const places: number[] = [];
  for (let place = 0; place < tracked.length; place++) {
    if (ids.includes(tracked[place] as number)) places.push(place);
  }
  return places;
}

/** For each answer: a tracked brand's cell, its list position, or 0 for nothing. */
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

/** Bits per word in a brand set. */
const BITS = 32;

/** Words that a set of these brands takes. */
export function wordsFor(brands: readonly number[]): number {
  return Math.ceil(brands.length / BITS);
}

/** A brand set for each answer: the bits of the brands it names, in their order. */
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

/** A brand's place in a set, by a word's lowest set bit. */
export function brandAt(word: number, bits: number): number {
  return BITS * word + 31 - Math.clz32(bits & -bits);
}

/** For each answer, 1 if it looked for all these brands. */
export function lookedForAll(
  { looked, tracked }: { readonly looked: BrandSets; readonly tracked: ArrayLike<number> },
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
 * Each answer's number, all below `most`; excluded answers get `most` itself. Loops then need no filter: they add up
 * one extra group that nobody reads.
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
 * Counts the answers that looked for each brand, as a group's first count. A group is the brand's place times `most`,
 * plus the answer's number from `countedAs`.
 */
export function addLooked(tally: Tally, { n, looked }: Mentions, numbers: Column, most: number): void {
  // There are few brand sets, so count answers by set first.
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
