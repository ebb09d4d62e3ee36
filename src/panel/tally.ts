import { at, type Column, narrow } from './bytes.ts';

/**
 * Numbers keys: one or several numbers from 0, such as engine and prompt. All sums of a brand share it, so that they add
 * up without looking up keys. A key of one number is its own number.
 */
export class KeyNumbers {
  readonly #length: number;
  readonly #root = new Node();
  #size = 0;
  /** The keys' numbers, one key after the other. */
  #parts: Uint32Array<ArrayBuffer>;

  /** @param length numbers per key */
  constructor(length: number) {
    this.#length = length;
    this.#parts = new Uint32Array(FIRST_ROOM * length);
  }

  /** Approximate memory: a key's numbers, and its place in a list. */
  get bytes(): number {
    return this.#parts.byteLength + 2 * Float64Array.BYTES_PER_ELEMENT * this.#size;
  }

  numberOf(key: readonly number[]): number {
    let node = this.#root;
    const last = this.#length - 1;
    const place = key[last] ?? 0;
    if (last === 0) return place;
    for (let part = 0; part < last; part++) node = node.next(key[part] ?? 0);
    const known = node.numbers[place];
    if (known !== undefined) return known;
    const number = this.#add(key);
    node.numbers[place] = number;
    return number;
  }

  /** A key's number at a place. */
  part(number: number, place: number): number {
    return this.#length === 1 ? number : at(this.#parts, number * this.#length + place);
  }

  keyOf(number: number): number[] {
    const key: number[] = [];
    for (let place = 0; place < this.#length; place++) key.push(this.part(number, place));
    return key;
  }

  #add(key: readonly number[]): number {
    if ((this.#size + 1) * this.#length > this.#parts.length) {
      this.#parts = larger(this.#parts, 2 * this.#parts.length);
    }
    this.#parts.set(key, this.#size * this.#length);
    this.#size += 1;
    return this.#size - 1;
  }
}

/** The keys that begin alike. */
class Node {
  /** By the last number. */
  readonly numbers: number[] = [];
  readonly #next = new Map<number, Node>();

  next(part: number): Node {
    const known = this.#next.get(part);
    if (known !== undefined) return known;
    const node = new Node();
    this.#next.set(part, node);
    return node;
  }
}

/** Counts by group, `width` each. */
export interface Sums {
  readonly keys: Column;
  readonly counts: Column;
}

const FIRST_ROOM = 64;
const NO_GROUP = -1;

/** Adds up counts by group, `width` each. Each group has a key. */
export class Tally<Key extends readonly number[]> {
  readonly width: number;
  readonly #numbers: KeyNumbers;
  #size = 0;
  /** Each group's key, by number, in order of appearance. */
  #keys = new Uint32Array(FIRST_ROOM);
  /** Groups by their key's number, from 1; 0 for none. */
  #groups = new Uint32Array(FIRST_ROOM);
  #counts: Float64Array;

  constructor(width: number, numbers: KeyNumbers) {
    this.width = width;
    this.#numbers = numbers;
    this.#counts = new Float64Array(FIRST_ROOM * width);
  }

  get size(): number {
    return this.#size;
  }

  groupOf(key: Key): number {
    return this.#groupOf(this.#numbers.numberOf(key));
  }

  keyOf(group: number): Key {
    // Groups come from keys of this kind.
    return this.#numbers.keyOf(at(this.#keys, group)) as readonly number[] as Key;
  }

  /** The group of a key's number; -1 for none. A key of one number is its own number. */
  groupAt(number: number): number {
    return (this.#groups[number] ?? 0) - 1;
  }

  /** The group with the key of another tally's group; -1 for none. Both number keys alike. */
  groupLike(other: Tally<Key>, group: number): number {
    return this.groupAt(at(other.#keys, group));
  }

  part(group: number, place: number): number {
    return this.#numbers.part(at(this.#keys, group), place);
  }

  /** @param group from `groupOf` */
  add(group: number, each: number, count = 1): void {
    const place = group * this.width + each;
    this.#counts[place] = (this.#counts[place] ?? 0) + count;
  }

  /**
   * Adds counts by place, `width` each, such as those of a segment's pages; skips places without counts.
   *
   * @param keys each place's key, which is one number
   */
  addPlaces(counts: Uint32Array, keys: Uint32Array): void {
    const { width } = this;
    this.#reserve(this.#size + keys.length);
    for (let place = 0; place < keys.length; place++) {
      let group = NO_GROUP;
      for (let each = 0; each < width; each++) {
        const count = counts[place * width + each] ?? 0;
        if (count === 0) continue;
        if (group === NO_GROUP) group = this.#groupOf(keys[place] ?? 0);
        this.add(group, each, count);
      }
    }
  }

  /** 0 for a group that does not exist. */
  count(group: number, each: number): number {
    return this.#counts[group * this.width + each] ?? 0;
  }

  map<Row>(rowOf: (key: Key, count: (each: number) => number) => Row): Row[] {
    return Array.from({ length: this.#size }, (_, group) => {
      return rowOf(this.keyOf(group), (each) => this.count(group, each));
    });
  }

  /**
   * Maps the groups with the `limit` largest sums of all counts, and ties for the last.
   *
   * @param isWanted filters groups by their key's number
   */
  mapMost<Row>(
    limit: number,
    rowOf: (key: Key, count: (each: number) => number) => Row,
    isWanted: (number: number) => boolean = () => true,
  ): Row[] {
    const { width } = this;
    const [sums, counts] = [new Uint32Array(this.#size), this.#counts];
    for (let group = 0; group < sums.length; group++) {
      if (!isWanted(at(this.#keys, group))) continue;
      let sum = 0;
      for (let place = group * width; place < (group + 1) * width; place++) sum += counts[place] ?? 0;
      sums[group] = sum;
    }
    const least = leastOf(sums, limit);
    const rows: Row[] = [];
    for (let group = 0; group < sums.length; group++) {
      if (at(sums, group) >= least) rows.push(rowOf(this.keyOf(group), (each) => this.count(group, each)));
    }
    return rows;
  }

  /** Compact, to keep. */
  sums(): Sums {
    const counts = this.#counts.subarray(0, this.#size * this.width);
    return { keys: narrow(this.#keys.subarray(0, this.#size)), counts: narrow(counts) };
  }

  /** Adds sums of keys with the same numbers: the groups whose key begins with `first`; undefined for all. */
  addSums(sums: Sums, first?: number): void {
    if (this.#size === 0 && first === undefined && sums.keys.length > 0) this.#copy(sums);
    else this.#addTimes(1, sums, first);
  }

  /** Subtracts sums, likewise, and removes groups whose counts are then all 0. */
  subtractSums(sums: Sums, first?: number): void {
    this.#addTimes(-1, sums, first);
    for (let index = 0; index < sums.keys.length; index++) {
      const group = (this.#groups[at(sums.keys, index)] ?? 0) - 1;
      if (group >= 0 && this.#isEmpty(group)) this.#remove(group);
    }
  }

  /** Puts the last group into an empty one's place. */
  #remove(group: number): void {
    const { width } = this;
    const last = this.#size - 1;
    this.#groups[at(this.#keys, last)] = group + 1;
    this.#groups[at(this.#keys, group)] = 0;
    this.#keys[group] = at(this.#keys, last);
    this.#counts.copyWithin(group * width, last * width, (last + 1) * width);
    this.#counts.fill(0, last * width, (last + 1) * width);
    this.#size = last;
  }

  #isEmpty(group: number): boolean {
    for (let each = 0; each < this.width; each++) if (this.count(group, each) !== 0) return false;
    return true;
  }

  #addTimes(times: number, { keys, counts }: Sums, first: number | undefined): void {
    const { width } = this;
    this.#reserve(this.#size + keys.length);
    for (let index = 0; index < keys.length; index++) {
      const number = at(keys, index);
      if (first !== undefined && this.#numbers.part(number, 0) !== first) continue;
      const [from, to] = [index * width, this.#groupOf(number) * width];
      for (let each = 0; each < width; each++)
        addTo(this.#counts, to + each, times * at(counts, from + each));
    }
  }

  /** Adds sums to no groups. */
  #copy({ keys, counts }: Sums): void {
    this.#size = keys.length;
    this.#keys = new Uint32Array(keys);
    this.#counts = new Float64Array(counts);
    for (let group = 0; group < keys.length; group++) {
      const number = at(keys, group);
      if (number >= this.#groups.length) this.#groups = larger(this.#groups, 2 * number);
      this.#groups[number] = group + 1;
    }
  }

  #groupOf(number: number): number {
    const known = this.#groups[number] ?? 0;
    return known > 0 ? known - 1 : this.#newGroup(number);
  }

  #newGroup(number: number): number {
    const group = this.#size;
    this.#size += 1;
    this.#reserve(this.#size);
    if (number >= this.#groups.length) this.#groups = larger(this.#groups, 2 * number);
    this.#keys[group] = number;
    this.#groups[number] = this.#size;
    return group;
  }

  /** Makes room for this many groups. */
  #reserve(size: number): void {
    if (size <= this.#keys.length) return;
    const room = Math.max(size, 2 * this.#keys.length);
    this.#keys = larger(this.#keys, room);
    const counts = new Float64Array(room * this.width);
    counts.set(this.#counts);
    this.#counts = counts;
  }
}

function larger(numbers: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const all = new Uint32Array(length);
  all.set(numbers);
  return all;
}

export function addTo(counts: Float64Array | Uint32Array, place: number, count: number): void {
  counts[place] = at(counts, place) + count;
}

/** Remembers what it made for small numbers. A class, because V8 does not inline calls of closures made many times. */
export class Memo<Value extends NonNullable<unknown>> {
  readonly #make: (number: number) => Value;
  readonly #known: (Value | undefined)[];

  /** @param size above most numbers; without it, V8 makes a slow table of numbers with gaps */
  constructor(make: (number: number) => Value, size = 0) {
    this.#make = make;
    this.#known = new Array(size);
  }

  of(number: number): Value {
    const known = this.#known[number];
    if (known !== undefined) return known;
    const made = this.#make(number);
    this.#known[number] = made;
    return made;
  }
}

export function numbered<Name extends string>(names: readonly Name[]): Readonly<Record<Name, number>> {
  return Object.fromEntries(names.map((name, each) => [name, each])) as Record<Name, number>;
}

/** A group's counts under the names that have these numbers. */
export function byName<Name extends string>(
  numbers: Readonly<Record<Name, number>>,
  count: (each: number) => number,
): Record<Name, number> {
  // From an empty object: V8 stores into a copy of another five times more slowly.
  const counts = {} as Record<Name, number>;
  for (const name in numbers) counts[name] = count(numbers[name]);
  return counts;
}

/** Counts by number, for numbers from 0 that are too many for keys: pages and queries. */
export class LongTally {
  #counts = new Uint32Array(64);

  add(number: number): void {
    if (number >= this.#counts.length) this.#grow(number + 1);
    this.#counts[number] = this.count(number) + 1;
  }

  /** 0 for a number that is new. */
  count(number: number): number {
    return this.#counts[number] ?? 0;
  }

  /** The numbers with a count of at least `least`. */
  numbers(least = 1): number[] {
    const found: number[] = [];
    let number = 0;
    for (const count of this.#counts) {
      if (count >= least) found.push(number);
      number += 1;
    }
    return found;
  }

  /** The numbers with the `limit` largest counts, and ties for the last. */
  most(limit: number): number[] {
    return this.numbers(leastOf(this.#counts, limit));
  }

  #grow(least: number): void {
    this.#counts = larger(this.#counts, Math.max(least, 2 * this.#counts.length));
  }
}

/** Those with the `limit` largest counts, and ties for the last. */
export function mostOf<Thing>(
  things: readonly Thing[],
  limit: number,
  countOf: (thing: Thing) => number,
): Thing[] {
  const least = leastOf(Uint32Array.from(things, countOf), limit);
  return things.filter((thing) => countOf(thing) >= least);
}

/** The `limit`-th largest count, or 1 if fewer are above 0. Sorts nothing: counts are many but small. */
function leastOf(counts: Uint32Array, limit: number): number {
  const having: number[] = [];
  for (const count of counts) having[count] = (having[count] ?? 0) + 1;
  let [least, found] = [having.length, 0];
  while (found < limit && least > 1) {
    least -= 1;
    found += having[least] ?? 0;
  }
  return least;
}
