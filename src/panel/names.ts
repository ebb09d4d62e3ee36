import { at, type Column } from './bytes.ts';
import { KeyNumbers } from './tally.ts';

/** Approximate memory per value, without its characters: an entry in a list and in a map. */
const BYTES_OF_VALUE = 50;
/** Approximate memory per number in a list. */
const BYTES_OF_NUMBER = 8;

/** Numbers values from 0, in order of first appearance. */
export class Interned<Value extends string | number | null> {
  readonly values: Value[] = [];
  readonly #codes = new Map<Value, number>();
  #characters = 0;

  get bytes(): number {
    return this.#characters + BYTES_OF_VALUE * this.values.length;
  }

  codeOf(value: Value): number {
    const known = this.#codes.get(value);
    if (known !== undefined) return known;
    const code = this.values.length;
    this.#codes.set(value, code);
    this.values.push(value);
    if (typeof value === 'string') this.#characters += value.length;
    return code;
  }

  /** @throws RangeError if no value has this number */
  at(code: number): Value {
    const value = this.values[code];
    if (value === undefined) throw new RangeError(`no value has the number ${code}`);
    return value;
  }

  /** Undefined if the value is new. */
  known(value: Value): number | undefined {
    return this.#codes.get(value);
  }

  codesOf(values: Iterable<Value>): Uint32Array {
    return Uint32Array.from(values, (value) => this.codeOf(value));
  }

  /** By number, 1 for the values that hold. */
  marks(holds: (value: Value) => boolean): Uint8Array {
    return Uint8Array.from(this.values, (value) => (holds(value) ? 1 : 0));
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
    return at(this.#ids, number);
  }

  /** @param id an integer of at most 32 bits */
  numberOf(id: number): number {
    const numbers = this.#arrayOf(Math.floor(id / IDS_AT_ONCE));
    const place = id % IDS_AT_ONCE;
    if (numbers[place] === 0) {
      this.#add(id);
      numbers[place] = this.#size;
    }
    return at(numbers, place) - 1;
  }

  numbersOf(ids: Column | readonly number[]): Uint32Array {
    const numbers = new Uint32Array(ids.length);
    let place = 0;
    for (const id of ids) numbers[place++] = this.numberOf(id);
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
  readonly engines = new Interned<string>();
  /** By id, like tracked brands, markets, queries, and pages. */
  readonly prompts = new Interned<number>();
  readonly markets = new Interned<number>();
  /** A tracked brand with a theme: `3 price` (row.ts). */
  readonly themes = new Interned<string>();
  readonly models = new Interned<string | null>();
  /** Models' readings, as from `judgeKey` (row.ts). */
  readonly judges = new Interned<string>();
  readonly hosts = new Interned<string>();
  readonly sites = new Interned<string>();
  readonly queries = new NumberedIds();
  readonly pages = new NumberedIds();
  readonly #hostOfPage: number[] = [];
  readonly #siteOfHost: number[] = [];
  readonly #keys = new Map<string, KeyNumbers>();

  /** Notes a page's host and the host's site, all by number. */
  addPage(page: number, host: number, site: number): void {
    this.#hostOfPage[page] = host;
    this.#siteOfHost[host] = site;
  }

  /** @throws RangeError if no segment has this page */
  hostOf(page: number): number {
    return known(this.#hostOfPage[page]);
  }

  /** @throws RangeError if no segment has this host */
  siteOf(host: number): number {
    return known(this.#siteOfHost[host]);
  }

  /** The numbers of keys in sums, such as those of engine and prompt. */
  keysOf(names: readonly string[]): KeyNumbers {
    const name = names.join(' ');
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const keys = new KeyNumbers(names.length);
    this.#keys.set(name, keys);
    return keys;
  }

  /** Approximate memory, without the small lists. */
  get bytes(): number {
    const { prompts, hosts, sites, queries, pages } = this;
    let named = prompts.bytes + hosts.bytes + sites.bytes;
    for (const keys of this.#keys.values()) named += keys.bytes;
    return named + queries.bytes + pages.bytes + BYTES_OF_NUMBER * this.#hostOfPage.length;
  }
}

function known(number: number | undefined): number {
  if (number === undefined) throw new RangeError('no segment has it');
  return number;
}
