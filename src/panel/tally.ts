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
  readonly #root: Node = { next: null, group: null };
  #counts: Float64Array;

  constructor(width: number) {
    this.width = width;
    this.#counts = new Float64Array(FIRST_ROOM * width);
  }

  /** A key's group, which exists from then on. */
  groupOf(key: Key): number {
    let node = this.#root;
    for (const part of key) {
      node.next ??= new Map();
      let next = node.next.get(part);
      if (next === undefined) {
        next = { next: null, group: null };
        node.next.set(part, next);
      }
      node = next;
    }
    node.group ??= this.#newGroup(key);
    return node.group;
  }

  keyOf(group: number): Key {
    const key = this.keys[group];
    if (key === undefined) throw new RangeError(`no group ${group} among ${this.keys.length}`);
    return key;
  }

  add(group: number, each: number, count = 1): void {
    addTo(this.#counts, group * this.width + each, count);
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
      // Sums come from tallies with such keys.
      const key = [...keys.subarray(index * parts, (index + 1) * parts)] as readonly number[] as Key;
      const group = this.groupOf(key);
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

/** One part of the keys that begin alike. */
interface Node {
  next: Map<number, Node> | null;
  group: number | null;
}

/** Adds to the count at a place. */
export function addTo(counts: Float64Array | Uint32Array, place: number, count: number): void {
  counts[place] = at(counts, place) + count;
}

/** Remembers a function of small numbers. */
export function remembered<Value extends NonNullable<unknown>>(
  make: (number: number) => Value,
): (number: number) => Value {
  const known: (Value | undefined)[] = [];
  return (number) => {
    known[number] ??= make(number);
    return known[number];
  };
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

/**
 * Counts by number, `width` each, for numbers from 0 that are too many for keys: pages and queries.
 */
export class LongTally {
  readonly #width: number;
  #counts = new Uint32Array(1024);

  constructor(width: number) {
    this.#width = width;
  }

  add(number: number, each: number): void {
    const place = number * this.#width + each;
    if (place >= this.#counts.length) this.#grow(place);
    addTo(this.#counts, place, 1);
  }

  /** 0 for a number that is new. */
  count(number: number, each: number): number {
    return this.#counts[number * this.#width + each] ?? 0;
  }

  /** All of a number's counts together. */
  sum(number: number): number {
    let sum = 0;
    for (let each = 0; each < this.#width; each++) sum += this.count(number, each);
    return sum;
  }

  /** The numbers with a count. */
  numbers(): number[] {
    const found: number[] = [];
    const size = this.#counts.length / this.#width;
    for (let number = 0; number < size; number++) if (this.sum(number) > 0) found.push(number);
    return found;
  }

  #grow(place: number): void {
    const larger = new Uint32Array(Math.max(place + this.#width, 2 * this.#counts.length));
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
  let largest = 0;
  for (const thing of things) largest = Math.max(largest, countOf(thing));
  const having = new Uint32Array(largest + 1);
  for (const thing of things) addTo(having, countOf(thing), 1);
  let [least, found] = [largest, at(having, largest)];
  while (found < limit && least > 0) {
    least -= 1;
    found += at(having, least);
  }
  return things.filter((thing) => countOf(thing) >= least);
}
