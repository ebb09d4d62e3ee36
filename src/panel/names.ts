/** Engines, tracked brands, models, and themes of brands have lower numbers than these, so that a group may be of one of them and something else (scan.ts). */
export const MOST_ENGINES = 32;
export const MOST_BRANDS = 1 << 20;
export const MOST_MODELS = 1 << 20;
export const MOST_THEMES = 1 << 20;

/** What a value takes up in memory beside its characters, about: a place in a list and in a map. */
const BYTES_OF_VALUE = 50;
/** The same of a number in a list. */
const BYTES_OF_NUMBER = 8;

/** Numbers, from 0 on, for values in the order in which they were first seen. */
export class Interned<Value extends string | number | null> {
  readonly values: Value[] = [];
  readonly #codes = new Map<Value, number>();
  readonly #most: number;
  #characters = 0;

  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  /** What it takes up in memory, about. */
  get bytes(): number {
    return this.#characters + BYTES_OF_VALUE * this.values.length;
  }

  /** @throws RangeError for one value too many: two would share a number, and their counts would be added */
  codeOf(value: Value): number {
    const known = this.#codes.get(value);
    if (known !== undefined) return known;
    const code = this.values.length;
    if (code >= this.#most) throw new RangeError(`there are more than ${this.#most} values to number`);
    this.#codes.set(value, code);
    this.values.push(value);
    if (typeof value === 'string') this.#characters += value.length;
    return code;
  }

  /** Undefined if the value was never seen. */
  known(value: Value): number | undefined {
    return this.#codes.get(value);
  }

  codesOf(values: ArrayLike<Value>): Int32Array {
    const codes = new Int32Array(values.length);
    for (let index = 0; index < codes.length; index++) codes[index] = this.codeOf(values[index] as Value);
    return codes;
  }
}

const IDS_AT_ONCE = 1024;

/**
 * Numbers, from 0 on, for ids in the order in which they were first seen. There are very many of them, and each brand counts its ids by itself, so
 * that their numbers are in arrays, which are smaller and faster than a map.
 */
class NumberedIds {
  /** By their numbers. */
  #ids = new Uint32Array(IDS_AT_ONCE);
  #size = 0;
  /** The numbers of the first ids, of as many after these, and so on, counted from 1; 0 for none. Arrays without any are left out. */
  readonly #numbers: (Uint32Array | undefined)[] = [];
  #arrays = 0;

  /** How many ids have a number. */
  get size(): number {
    return this.#size;
  }

  /** What it takes up in memory. */
  get bytes(): number {
    return this.#size === 0
      ? 0
      : this.#ids.byteLength + IDS_AT_ONCE * Uint32Array.BYTES_PER_ELEMENT * this.#arrays;
  }

  idOf(number: number): number {
    return this.#ids[number] as number;
  }

  /** @param id a whole number of at most 32 bits */
  numberOf(id: number): number {
    const numbers = this.#arrayOf(Math.floor(id / IDS_AT_ONCE));
    const at = id % IDS_AT_ONCE;
    if (numbers[at] === 0) {
      this.#add(id);
      numbers[at] = this.#size;
    }
    return (numbers[at] as number) - 1;
  }

  numbersOf(ids: ArrayLike<number>): Uint32Array {
    const numbers = new Uint32Array(ids.length);
    for (let index = 0; index < ids.length; index++) numbers[index] = this.numberOf(ids[index] as number);
    return numbers;
  }

  #arrayOf(place: number): Uint32Array {
    const known = this.#numbers[place];
    if (known !== undefined) return known;
    while (this.#numbers.length < place) this.#numbers.push(undefined);
    const numbers = new Uint32Array(IDS_AT_ONCE);
    this.#numbers[place] = numbers;
    this.#arrays += 1;
    return numbers;
  }

  #add(id: number): void {
    if (this.#size === this.#ids.length) {
      const larger = new Uint32Array(2 * this.#size);
      larger.set(this.#ids);
      this.#ids = larger;
    }
    this.#ids[this.#size] = id;
    this.#size += 1;
  }
}

/**
 * What the segments of a brand have in common in memory: each segment numbers its engines, questions, hosts and so on by itself, and these
 * are the numbers that all of them are added up by.
 */
export class PanelNames {
  readonly engines = new Interned<string>(MOST_ENGINES);
  /** By their ids, as are tracked brands, markets, queries and pages. */
  readonly prompts = new Interned<number>();
  readonly tracked = new Interned<number>(MOST_BRANDS);
  readonly markets = new Interned<number>();
  /** Tracked brands with a theme each: `3 price` (row.ts). */
  readonly themes = new Interned<string>(MOST_THEMES);
  readonly models = new Interned<string | null>(MOST_MODELS);
  readonly hosts = new Interned<string>();
  readonly sites = new Interned<string>();
  readonly queries = new NumberedIds();
  readonly pages = new NumberedIds();
  /** By the numbers of pages, that of the host that each is on, and by the numbers of hosts, that of the site. */
  readonly hostOfPage: number[] = [];
  readonly siteOfHost: number[] = [];

  /** What they take up in memory, about. Names of few are left out. */
  get bytes(): number {
    const { prompts, hosts, sites, queries, pages, hostOfPage } = this;
    const named = prompts.bytes + hosts.bytes + sites.bytes;
    return named + queries.bytes + pages.bytes + BYTES_OF_NUMBER * hostOfPage.length;
  }
}
