/** Engines and tracked brands have lower numbers than these, so that a group may be of one of them and something else (scan.ts). */
export const MOST_ENGINES = 32;
export const MOST_BRANDS = 1 << 20;

/** What a value takes up in memory beside its characters, about: a place in a list and in a map. */
const BYTES_OF_VALUE = 50;

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
    return Int32Array.from({ length: values.length }, (_, index) => this.codeOf(values[index] as Value));
  }
}

/**
 * What the segments of a brand have in common in memory: each segment numbers its engines, questions, hosts and so on by itself, and these
 * are the numbers that all of them are added up by.
 */
export class PanelNames {
  readonly engines = new Interned<string>(MOST_ENGINES);
  /** By their ids, as are tracked brands, markets and queries. */
  readonly prompts = new Interned<number>();
  readonly tracked = new Interned<number>(MOST_BRANDS);
  readonly markets = new Interned<number>();
  readonly models = new Interned<string | null>();
  readonly hosts = new Interned<string>();
  readonly sites = new Interned<string>();
  readonly queries = new Interned<number>();

  /** What they take up in memory, about. Names of few are left out. */
  get bytes(): number {
    return this.prompts.bytes + this.hosts.bytes + this.sites.bytes + this.queries.bytes;
  }
}
