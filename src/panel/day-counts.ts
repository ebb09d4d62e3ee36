import { bitsIn } from '../domain/bits.ts';

/** Days in a row, from the first to before the last. */
export interface DayRun {
  readonly from: number;
  readonly to: number;
}

/**
 * A whole number for each day of several series, as bits: numbers are binary, and the same digit of 32 days is a word. So 32 days
 * are multiplied with later ones at once, which makes all pairs of answers at every distance countable in a few milliseconds.
 */
export class DayCounts {
  /** Of a series, with one more that is 0. */
  readonly #words: number;
  /** By digit, the lowest first: the words of each series, one series after the other. */
  readonly #digits: Int32Array[] = [new Int32Array()];

  constructor(days: number) {
    this.#words = Math.ceil(days / 32) + 1;
  }

  /** Makes room for so many series. */
  hold(series: number): void {
    const needed = series * this.#words;
    if (needed <= (this.#digits[0] as Int32Array).length) return;
    this.#digits.forEach((words, digit) => {
      const more = new Int32Array(2 * needed);
      more.set(words);
      this.#digits[digit] = more;
    });
  }

  /** Adds 1 to a day of a series. */
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

  /** A series without the days outside of a run. */
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

/** A whole number for each day. */
export class DayRow {
  readonly sum: number;
  /** The first day with a number above 0, and the last one; infinite if there is none. */
  readonly first: number;
  readonly last: number;
  /** By digit, the lowest first. */
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

  /** The sum over all days of the number times that of another row so many days later, fewer than 32. */
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

/** Bits for the days of a word that are before one. */
function daysBefore(day: number, word: number): number {
  const days = day - 32 * word;
  if (days <= 0) return 0;
  return days >= 32 ? -1 : (1 << days) - 1;
}

function commonBits(one: Int32Array, other: Int32Array, distance: number): number {
  let bits = 0;
  for (let word = 0; word + 1 < one.length; word++) {
    // Shifted by 32, the next word would be there as a whole.
    const next = distance === 0 ? 0 : (other[word + 1] as number) << (32 - distance);
    bits += bitsIn((one[word] as number) & (((other[word] as number) >>> distance) | next));
  }
  return bits;
}
