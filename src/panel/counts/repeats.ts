import { DAY_MS, dayOf, type Period } from '../../domain/period.ts';
import { FAR_TO } from '../../domain/repeats.ts';
import { lookedForAll, naming } from '../marks.ts';
import type { CountedAnswers } from '../panel.ts';
import { eachSegment } from '../scan.ts';
import type { Mentions } from '../segment.ts';

/**
 * Pairs of answers to one prompt on one engine in one market in which a tracked brand was looked for, by how many days apart
 * they are, and how many of them disagree on whether it is named.
 */
export interface RepeatCount {
  readonly engine: string;
  readonly trackedId: number;
  readonly answers: number;
  /** From the first day with such an answer to the last one. */
  readonly days: number;
  /** By distance in days, from 0 (two answers of one day) to 28. */
  readonly pairs: readonly number[];
  readonly disagreements: readonly number[];
}

/** By engine, stretches of time whose answers make no pairs, nor do those before with those after. */
export type Breaks = ReadonlyMap<string, readonly Period[]>;

/**
 * Counts pairs for these tracked brands, over whole days.
 *
 * k answers of one day, x of which name the brand, make k (k - 1) / 2 pairs with x (k - x) disagreements; those of two days make
 * as many pairs as the product of their numbers. So answers are counted by day first.
 */
export async function countRepeats(
  answers: CountedAnswers,
  brands: readonly number[],
  breaks: Breaks,
): Promise<RepeatCount[]> {
  const days = new DayCounts(answers.period, brands.length);
  await eachSegment(answers, ['mentions'], ({ data: { mentions }, keep }) => {
    const cells = days.cellsOf(mentions);
    brands.forEach((brand, place) => {
      const isLooked = lookedForAll(mentions, [brand]);
      const isNamed = naming(mentions, [brand]);
      for (let row = 0; row < mentions.n; row++) {
        if (isLooked[row] === 0 || (keep !== null && keep[row] === 0)) continue;
        days.add(cells[row] as number, place, isNamed[row] as number);
      }
    });
  });
  const { engines } = answers.panel.names;
  return [...days.byEngine()].flatMap(([engine, cells]) => {
    const slug = engines.values[engine] as string;
    const runs = days.runsBetween(breaks.get(slug) ?? []);
    return brands
      .map((trackedId, place) => ({ engine: slug, trackedId, ...days.pairsOf(cells, place, runs) }))
      .filter((each) => each.answers > 0);
  });
}

/** Days in a row, counted from the first one. */
interface Run {
  readonly from: number;
  readonly to: number;
}

/** Answers, and those that name a brand, by cell (a prompt, engine, and market), brand, and day. */
class DayCounts {
  readonly #period: Period;
  readonly #days: number;
  readonly #brands: number;
  /** By prompt, engine, and market. */
  readonly #cells = new Map<string, number>();
  /** By cell, the number of its engine. */
  readonly #engines: number[] = [];
  #looked = new Uint32Array();
  #named = new Uint32Array();

  constructor(period: Period, brands: number) {
    this.#period = period;
    this.#days = Math.ceil((period.to - period.from) / DAY_MS);
    this.#brands = brands;
  }

  /** For each answer of a segment, where the counts of its cell and day are. */
  cellsOf({ n, at, prompt, engine, market }: Mentions): Int32Array {
    const [engines, markets] = [engine.of.length, market.of.length];
    const known = new Int32Array(prompt.of.length * engines * markets).fill(-1);
    const places = new Int32Array(n);
    const first = dayOf(this.#period.from);
    for (let row = 0; row < n; row++) {
      const codes = [
        prompt.codes[row] as number,
        engine.codes[row] as number,
        market.codes[row] as number,
      ] as const;
      const local = (codes[0] * engines + codes[1]) * markets + codes[2];
      if (known[local] === -1) {
        const shared = [
          prompt.of[codes[0]] as number,
          engine.of[codes[1]] as number,
          market.of[codes[2]] as number,
        ];
        known[local] = this.#cellOf(shared as [number, number, number]);
      }
      const day = dayOf(at[row] as number) - first;
      places[row] = (known[local] as number) * this.#brands * this.#days + day;
    }
    this.#makeRoom();
    return places;
  }

  add(place: number, brand: number, named: number): void {
    const at = place + brand * this.#days;
    this.#looked[at] = (this.#looked[at] as number) + 1;
    this.#named[at] = (this.#named[at] as number) + named;
  }

  /** Cells by the number of their engine. */
  byEngine(): Map<number, number[]> {
    return Map.groupBy(this.#engines.keys(), (cell) => this.#engines[cell] as number);
  }

  /** The days that are in no break, in runs between them. */
  runsBetween(breaks: readonly Period[]): Run[] {
    const first = dayOf(this.#period.from);
    const isFree = (day: number) =>
      !breaks.some(({ from, to }) => dayOf(from) <= first + day && first + day < dayOf(to));
    const ends = new Set(breaks.map(({ to }) => dayOf(to) - first));
    const runs: { from: number; to: number }[] = [];
    for (let day = 0; day < this.#days; day++) {
      if (!isFree(day)) continue;
      const last = runs.at(-1);
      if (last !== undefined && last.to === day && !ends.has(day)) last.to = day + 1;
      else runs.push({ from: day, to: day + 1 });
    }
    return runs;
  }

  pairsOf(
    cells: readonly number[],
    brand: number,
    runs: readonly Run[],
  ): Omit<RepeatCount, 'engine' | 'trackedId'> {
    const [pairs, disagreements] = [new Float64Array(FAR_TO + 1), new Float64Array(FAR_TO + 1)];
    let answers = 0;
    let [first, last] = [this.#days, -1];
    for (const cell of cells) {
      const at = (cell * this.#brands + brand) * this.#days;
      const looked = this.#looked.subarray(at, at + this.#days);
      const named = this.#named.subarray(at, at + this.#days);
      for (const run of runs)
        addPairs(looked.subarray(run.from, run.to), named.subarray(run.from, run.to), pairs, disagreements);
      for (let day = 0; day < this.#days; day++) {
        const count = looked[day] as number;
        if (count === 0) continue;
        answers += count;
        first = Math.min(first, day);
        last = Math.max(last, day);
      }
    }
    const days = Math.max(0, last - first + 1);
    return { answers, days, pairs: [...pairs], disagreements: [...disagreements] };
  }

  #cellOf([prompt, engine, market]: [number, number, number]): number {
    const key = `${prompt} ${engine} ${market}`;
    const known = this.#cells.get(key);
    if (known !== undefined) return known;
    const cell = this.#engines.push(engine) - 1;
    this.#cells.set(key, cell);
    return cell;
  }

  #makeRoom(): void {
    const needed = this.#engines.length * this.#brands * this.#days;
    if (needed <= this.#looked.length) return;
    const [looked, named] = [new Uint32Array(2 * needed), new Uint32Array(2 * needed)];
    looked.set(this.#looked);
    named.set(this.#named);
    [this.#looked, this.#named] = [looked, named];
  }
}

/** Adds the pairs of the answers of one cell, by day. */
function addPairs(
  looked: Uint32Array,
  named: Uint32Array,
  pairs: Float64Array,
  disagreements: Float64Array,
): void {
  for (let day = 0; day < looked.length; day++) {
    const [k, x] = [looked[day] as number, named[day] as number];
    if (k === 0) continue;
    pairs[0] = (pairs[0] as number) + (k * (k - 1)) / 2;
    disagreements[0] = (disagreements[0] as number) + x * (k - x);
    const end = Math.min(looked.length, day + FAR_TO + 1);
    for (let other = day + 1; other < end; other++) {
      const [n, y] = [looked[other] as number, named[other] as number];
      pairs[other - day] = (pairs[other - day] as number) + k * n;
      disagreements[other - day] = (disagreements[other - day] as number) + x * (n - y) + (k - x) * y;
    }
  }
}
