/**
 * Engines, tracked brands, models, and themes have numbers below these, so a group can combine one with something
 * else (scan.ts).
 */
export const MOST_ENGINES = 32;
export const MOST_BRANDS = 1 << 20;
export const MOST_MODELS = 1 << 20;
export const MOST_THEMES = 1 << 20;

/** Approximate memory per value, without its characters: an entry in a list and in a map. */
const BYTES_OF_VALUE = 50;
/** Approximate memory per number in a list. */
const BYTES_OF_NUMBER = 8;

/** Numbers values from 0, in order of first appearance. */
export class Interned<Value extends string | number | null> {
  readonly values: Value[] = [];
  readonly #codes = new Map<Value, number>();
  readonly #most: number;
  #characters = 0;

  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  /** Approximate memory. */
  get bytes(): number {
    return this.#characters + BYTES_OF_VALUE * this.values.length;
  }

  /** @throws RangeError if there are too many values: two would share a number and their counts would mix */
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

  /** Undefined if the value is new. */
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
 * Numbers ids from 0, in order of first appearance. Arrays hold the numbers, smaller and faster than a map: there are
 * very many ids, counted from 1 within each brand.
 */
class NumberedIds {
  #ids = new Uint32Array(IDS_AT_ONCE);
  #size = 0;
  /** Blocks of numbers from 1, by id; 0 for none. Empty blocks are undefined. */
  readonly #numbers: (Uint32Array | undefined)[] = [];
  #arrays = 0;

  get size(): number {
    return this.#size;
  }

  /** Memory in bytes. */
  get bytes(): number {
    return this.#size === 0
      ? 0
      : this.#ids.byteLength + IDS_AT_ONCE * Uint32Array.BYTES_PER_ELEMENT * this.#arrays;
  }

  idOf(number: number): number {
    return this.#ids[number] as number;
  }

  /** @param id an integer of at most 32 bits */
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
 * The numbering that all segments of a brand share. Each segment numbers its own engines, questions, hosts, and so
 * on; sums use these shared numbers.
 */
export class PanelNames {
  readonly engines = new Interned<string>(MOST_ENGINES);
  /** By id, like tracked brands, markets, queries, and pages. */
  readonly prompts = new Interned<number>();
  readonly tracked = new Interned<number>(MOST_BRANDS);
  readonly markets = new Interned<number>();
  /** A tracked brand with a theme: `3 price` (row.ts). */
  readonly themes = new Interned<string>(MOST_THEMES);
  readonly models = new Interned<string | null>(MOST_MODELS);
  readonly hosts = new Interned<string>();
  readonly sites = new Interned<string>();
  readonly queries = new NumberedIds();
  readonly pages = new NumberedIds();
  /** Host number by page number, and site number by host number. */
  readonly hostOfPage: number[] = [];
  readonly siteOfHost: number[] = [];

  /** Approximate memory, without the small lists. */
  get bytes(): number {
    const { prompts, hosts, sites, queries, pages, hostOfPage } = this;
    const named = prompts.bytes + hosts.bytes + sites.bytes;
    return named + queries.bytes + pages.bytes + BYTES_OF_NUMBER * hostOfPage.length;
  }
}
