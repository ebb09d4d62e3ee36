import { at, type Column, narrow } from './bytes.ts';

/** Counts by group: `width` each, and the numbers of each group's key, one group after the other. */
export interface Sums {
  readonly size: number;
  readonly keys: Column;
  readonly counts: Column;
}

const FIRST_ROOM = 64;

/** Adds up counts by group, `width` each. A group's key is one or several shared numbers, such as engine and prompt. */
export class Tally<Key extends readonly number[]> {
  readonly width: number;
  /** By group, in order of appearance. */
  readonly keys: Key[] = [];
  readonly #root = new Node();
  #counts: Float64Array;

  constructor(width: number) {
    this.width = width;
    this.#counts = new Float64Array(FIRST_ROOM * width);
  }

  /** A key's group, which exists from then on. */
  groupOf(key: Key): number {
    let node = this.#root;
    let last = 0;
    for (let part = 0; part < key.length; part++) {
      if (part > 0) node = node.next(last);
      last = key[part] ?? 0;
    }
    const known = node.groups.get(last);
    if (known !== undefined) return known;
    const group = this.#newGroup(key);
    node.groups.set(last, group);
    return group;
  }

  keyOf(group: number): Key {
    const key = this.keys[group];
    if (key === undefined) throw new RangeError(`no group ${group} among ${this.keys.length}`);
    return key;
  }

  /** @param group from `groupOf` */
  add(group: number, each: number, count = 1): void {
    const place = group * this.width + each;
    this.#counts[place] = (this.#counts[place] ?? 0) + count;
  }

  count(group: number, each: number): number {
    return at(this.#counts, group * this.width + each);
  }

  map<Row>(rowOf: (key: Key, count: (each: number) => number) => Row): Row[] {
    return this.keys.map((key, group) => rowOf(key, (each) => this.count(group, each)));
  }

  /** Compact, to keep. */
  sums(): Sums {
    const { length } = this.keys;
    const counts = narrow(this.#counts.subarray(0, length * this.width));
    return { size: length, keys: narrow(this.keys.flat()), counts };
  }

  /** Adds the groups whose key begins with `first`; undefined for all. */
  addSums({ size, keys, counts }: Sums, first?: number): void {
    const parts = keys.length / size;
    for (let index = 0; index < size; index++) {
      if (first !== undefined && at(keys, index * parts) !== first) continue;
      const key: number[] = [];
      for (let part = 0; part < parts; part++) key.push(at(keys, index * parts + part));
      // Sums come from tallies with such keys.
      const group = this.groupOf(key as readonly number[] as Key);
      for (let each = 0; each < this.width; each++)
        this.add(group, each, at(counts, index * this.width + each));
    }
  }

  #newGroup(key: Key): number {
    const group = this.keys.push(key) - 1;
    if (this.keys.length * this.width > this.#counts.length) {
      const larger = new Float64Array(2 * this.#counts.length);
      larger.set(this.#counts);
      this.#counts = larger;
    }
    return group;
  }
}

/** The keys that begin alike. */
class Node {
  /** By the last part. */
  readonly groups = new Map<number, number>();
  #next: Map<number, Node> | null = null;

  next(part: number): Node {
    this.#next ??= new Map();
    const known = this.#next.get(part);
    if (known !== undefined) return known;
    const node = new Node();
    this.#next.set(part, node);
    return node;
  }
}

/** Adds to the count at a place. */
export function addTo(counts: Float64Array | Uint32Array, place: number, count: number): void {
  counts[place] = at(counts, place) + count;
}

/** Remembers what it made for small numbers. A class, because V8 does not inline calls of closures made many times. */
export class Memo<Value extends NonNullable<unknown>> {
  readonly #make: (number: number) => Value;
  readonly #known: (Value | undefined)[] = [];

  constructor(make: (number: number) => Value) {
    this.#make = make;
  }

  of(number: number): Value {
    const known = this.#known[number];
    if (known !== undefined) return known;
    const made = this.#make(number);
    this.#known[number] = made;
    return made;
  }
}

/** Numbers for counts with these names. */
export function numbered<Name extends string>(names: readonly Name[]): Readonly<Record<Name, number>> {
  return Object.fromEntries(names.map((name, each) => [name, each])) as Record<Name, number>;
}

/** A group's counts under the names that have these numbers. */
export function byName<Name extends string>(
  numbers: Readonly<Record<Name, number>>,
  count: (each: number) => number,
): Record<Name, number> {
  const counts: Record<Name, number> = { ...numbers };
  for (const name in counts) counts[name] = count(numbers[name]);
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
    const larger = new Uint32Array(Math.max(least, 2 * this.#counts.length));
    larger.set(this.#counts);
    this.#counts = larger;
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
