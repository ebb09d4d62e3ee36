import { bitsIn } from '../domain/figures/bits.ts';

/** Days from `from` to before `to`. */
export interface DayRun {
  readonly from: number;
  readonly to: number;
}

/**
 * A non-negative integer per day for several series, stored as bit planes: one word holds the same binary digit of 32
 * days. Multiplying 32 days at once counts answer pairs at every distance in a few milliseconds.
 */
export class DayCounts {
  /** Words per series, plus one that stays 0. */
  readonly #words: number;
  /** By digit, lowest first: all series' words in turn. */
  readonly #digits: Int32Array[] = [new Int32Array()];

  constructor(days: number) {
    this.#words = Math.ceil(days / 32) + 1;
  }

  hold(series: number): void {
    const needed = series * this.#words;
    if (needed <= (this.#digits[0] as Int32Array).length) return;
    this.#digits.forEach((words, digit) => {
      const more = new Int32Array(2 * needed);
      more.set(words);
      this.#digits[digit] = more;
    });
  }

  /** Adds 1 to a series' day. */
  add(series: number, day: number): void {
    const at = series * this.#words + (day >>> 5);
    let carry = 1 << (day & 31);
    for (let digit = 0; carry !== 0; digit++) {
      if (digit === this.#digits.length)
        this.#digits.push(new Int32Array((this.#digits[0] as Int32Array).length));
      const words = this.#digits[digit] as Int32Array;
      const before = words[at] as number;
      words[at] = before ^ carry;
      carry &= before;
    }
  }

  /** A series, cleared outside the run. */
  inRun(series: number, { from, to }: DayRun): DayRow {
    const at = series * this.#words;
    const digits = this.#digits.map((all) => {
      const words = all.slice(at, at + this.#words);
      for (let word = 0; word < words.length; word++) {
        words[word] = (words[word] as number) & daysBefore(to, word) & ~daysBefore(from, word);
      }
      return words;
    });
    // High digits are mostly 0.
    return new DayRow(digits.slice(0, 1 + digits.findLastIndex((words) => words.some((word) => word !== 0))));
  }
}

export class DayRow {
  readonly sum: number;
  /** The first and last day with a number above 0; infinite if none. */
  readonly first: number;
  readonly last: number;
  /** By digit, lowest first. */
  readonly #digits: readonly Int32Array[];

  constructor(digits: readonly Int32Array[]) {
    this.#digits = digits;
    let sum = 0;
    let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    digits.forEach((words, digit) => {
      words.forEach((word, index) => {
        if (word === 0) return;
        sum += bitsIn(word) * 2 ** digit;
        first = Math.min(first, 32 * index + 31 - Math.clz32(word & -word));
        last = Math.max(last, 32 * index + 31 - Math.clz32(word));
      });
    });
    [this.sum, this.first, this.last] = [sum, first, last];
  }

  equals(other: DayRow): boolean {
    if (this.#digits.length !== other.#digits.length) return false;
    return this.#digits.every((words, digit) => {
      const others = other.#digits[digit] as Int32Array;
      return words.every((word, index) => word === others[index]);
    });
  }

  /** Sums number(day) * other(day + distance) over all days; distance < 32. */
  productWith(other: DayRow, distance: number): number {
    let [sum, value] = [0, 1];
    for (const one of this.#digits) {
      let product = value;
      for (const later of other.#digits) {
        sum += product * commonBits(one, later, distance);
        product *= 2;
      }
      value *= 2;
    }
    return sum;
  }
}

/** Bits for a word's days before a day. */
function daysBefore(day: number, word: number): number {
  const days = day - 32 * word;
  if (days <= 0) return 0;
  return days >= 32 ? -1 : (1 << days) - 1;
}

function commonBits(one: Int32Array, other: Int32Array, distance: number): number {
  let bits = 0;
  for (let word = 0; word + 1 < one.length; word++) {
    // A shift by 32 would return the whole next word.
    const next = distance === 0 ? 0 : (other[word + 1] as number) << (32 - distance);
    bits += bitsIn((one[word] as number) & (((other[word] as number) >>> distance) | next));
  }
  return bits;
}
