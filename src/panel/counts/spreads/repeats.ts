import { ENGINE_SLUGS } from '../../../domain/answers/engine.ts';
import { FAR_TO } from '../../../domain/answers/repeats.ts';
import { DAY_MS, dayOf, type Period } from '../../../domain/time/period.ts';
import { DayCounts, type DayRow, type DayRun } from '../../day-counts.ts';
import { lookedForAll, naming } from '../../marks.ts';
import type { CountedAnswers, Slice, Sums } from '../../panel.ts';
import { cachedOver, eachSegment, engineIn, otherIn, withEngine } from '../../scan.ts';
import type { Mentions } from '../../segment.ts';

/**
 * Pairs of answers to one prompt on one engine in one market in which a tracked brand was looked for, by distance in
 * days, and how many disagree about naming it.
 */
export interface RepeatCount {
  readonly engine: string;
  readonly trackedId: number;
  /** Answers outside breaks. */
  readonly answers: number;
  /** Days from the first to the last answer. */
  readonly days: number;
  /** By distance in days, from 0 (same day) to 28. */
  readonly pairs: readonly number[];
  readonly disagreements: readonly number[];
}

/** Ranges of days per engine whose answers form no pairs, and across which no pairs form. */
export type Breaks = (engine: string) => readonly Period[];

/**
 * Counts pairs for these tracked brands.
 *
 * One day with k answers, x naming the brand, gives k (k - 1) / 2 pairs, x (k - x) disagreeing; two days give k k'
 * pairs, x k' + k x' - 2 x x' disagreeing. So answers are counted by day first.
 *
 * @param answers whole days, in some or all markets
 */
export async function countRepeats(
  { panel, period, markets }: Pick<CountedAnswers, 'panel' | 'period'> & Pick<Slice, 'markets'>,
  brands: readonly number[],
  breaksOn: Breaks,
): Promise<RepeatCount[]> {
  const answers = { panel, period, only: { markets } };
  const { engines } = panel.names;
  const breaks = ENGINE_SLUGS.map((engine) => `${engine} ${breaksOn(engine).map(daysOf)}`);
  const name = `repeats ${brands.join(' ')} in ${markets ? [...markets].join(' ') : 'all'} but ${breaks.join()}`;
  const { groups, counts } = await cachedOver(answers, name, () => pairsWithin(answers, brands, breaksOn));
  return Array.from(groups, (group, index) => {
    const [answered = 0, days = 0, ...pairs] = counts.subarray(index * WIDTH, (index + 1) * WIDTH);
    return {
      engine: engines.values[engineIn(group)] as string,
      trackedId: brands[otherIn(group)] as number,
      answers: answered,
      days,
      pairs: pairs.slice(0, FAR_TO + 1),
      disagreements: pairs.slice(FAR_TO + 1),
    };
  });
}

function daysOf({ from, to }: Period): string {
  return `${dayOf(from)}-${dayOf(to)}`;
}

/** Answers, days, then pairs and disagreements by distance. */
const WIDTH = 2 + 2 * (FAR_TO + 1);

/** Groups are engine and brand place. */
async function pairsWithin(
  answers: CountedAnswers,
  brands: readonly number[],
  breaksOn: Breaks,
): Promise<Sums> {
  const cells = new Cells(answers.period, brands.length);
  await eachSegment(answers, ['mentions'], ({ data: { mentions }, keep }) => {
    const places = cells.placesOf(mentions);
    brands.forEach((brand, index) => {
      const isLooked = lookedForAll(mentions, [brand]);
      const isNamed = naming(mentions, [brand]);
      for (let row = 0; row < mentions.n; row++) {
        if (isLooked[row] === 0 || (keep !== null && keep[row] === 0)) continue;
        cells.add(places, row, index, isNamed[row] as number);
      }
    });
  });
  const { engines } = answers.panel.names;
  const [groups, counts]: [number[], number[]] = [[], []];
  for (const [engine, own] of cells.byEngine()) {
    const runs = cells.runsBetween(breaksOn(engines.values[engine] as string));
    const sums = brands.map(() => new PairSums());
    for (const cell of own) {
      for (const run of runs) addPairs(sums, cells.daysOf(cell, run));
      await answers.panel.breathe();
    }
    for (const [brand, { answers: n, first, last, pairs, disagreements }] of sums.entries()) {
      if (n === 0) continue;
      groups.push(withEngine(brand, engine));
      counts.push(n, last - first + 1, ...pairs, ...disagreements);
    }
  }
  return { groups: Float64Array.from(groups), counts: Float64Array.from(counts) };
}

/** Each answer's cell and day. */
interface Places {
  readonly cell: Uint32Array;
  readonly day: Uint8Array;
}

/** A cell has the answers to one prompt on one engine in one market, by day. */
class Cells {
  readonly #firstDay: number;
  readonly #days: number;
  readonly #brands: number;
  readonly #cells = new Map<string, number>();
  /** Engine number, by cell. */
  readonly #engines: number[] = [];
  /** Two series per cell and brand: answers that looked for it, and answers that name it. */
  readonly #counts: DayCounts;

  constructor({ from, to }: Period, brands: number) {
    this.#firstDay = dayOf(from);
    this.#days = Math.ceil((to - from) / DAY_MS);
    this.#brands = brands;
    this.#counts = new DayCounts(this.#days);
  }

  placesOf({ n, at, prompt, engine, market }: Mentions): Places {
    const [engines, markets] = [engine.of.length, market.of.length];
    const known = new Int32Array(prompt.of.length * engines * markets).fill(-1);
    const [cell, day] = [new Uint32Array(n), new Uint8Array(n)];
    for (let row = 0; row < n; row++) {
      const of = (prompt.codes[row] as number) * engines + (engine.codes[row] as number);
      const local = of * markets + (market.codes[row] as number);
      if (known[local] === -1) {
        known[local] = this.#cellOf(
          prompt.of[prompt.codes[row] as number] as number,
          engine.of[engine.codes[row] as number] as number,
          market.of[market.codes[row] as number] as number,
        );
      }
      cell[row] = known[local] as number;
      day[row] = dayOf(at[row] as number) - this.#firstDay;
    }
    this.#counts.hold(2 * this.#brands * this.#engines.length);
    return { cell, day };
  }

  add({ cell, day }: Places, row: number, brand: number, isNamed: number): void {
    const series = 2 * ((cell[row] as number) * this.#brands + brand);
    this.#counts.add(series, day[row] as number);
    if (isNamed === 1) this.#counts.add(series + 1, day[row] as number);
  }

  /** Cells by engine number. */
  byEngine(): Map<number, number[]> {
    return Map.groupBy(this.#engines.keys(), (cell) => this.#engines[cell] as number);
  }

  /** The runs of days between breaks. */
  runsBetween(breaks: readonly Period[]): DayRun[] {
    const ends = breaks.map(({ from, to }) => ({
      from: dayOf(from) - this.#firstDay,
      to: dayOf(to) - this.#firstDay,
    }));
    const edges = [0, this.#days, ...ends.flatMap(({ from, to }) => [from, to])]
      .filter((day) => day >= 0 && day <= this.#days)
      .sort((one, other) => one - other);
    return edges
      .map((from, index) => ({ from, to: edges[index + 1] ?? from }))
      .filter((run) => run.from < run.to && !ends.some(({ from, to }) => from <= run.from && run.to <= to));
  }

  /** A cell's answers in a run, for each brand. */
  daysOf(cell: number, run: DayRun): BrandDays[] {
    return Array.from({ length: this.#brands }, (_, brand) => {
      const series = 2 * (cell * this.#brands + brand);
      return { looked: this.#counts.inRun(series, run), named: this.#counts.inRun(series + 1, run) };
    });
  }

  #cellOf(prompt: number, engine: number, market: number): number {
    const key = `${prompt} ${engine} ${market}`;
    const known = this.#cells.get(key);
    if (known !== undefined) return known;
    const cell = this.#engines.push(engine) - 1;
    this.#cells.set(key, cell);
    return cell;
  }
}

/** Each day's answers that looked for a brand, and answers that name it. */
interface BrandDays {
  readonly looked: DayRow;
  readonly named: DayRow;
}

class PairSums {
  readonly pairs = new Array<number>(FAR_TO + 1).fill(0);
  readonly disagreements = new Array<number>(FAR_TO + 1).fill(0);
  answers = 0;
  first = Number.POSITIVE_INFINITY;
  last = Number.NEGATIVE_INFINITY;

  add(looked: DayRow, pairs: readonly number[]): void {
    this.answers += looked.sum;
    this.first = Math.min(this.first, looked.first);
    this.last = Math.max(this.last, looked.last);
    for (let distance = 0; distance <= FAR_TO; distance++) {
      this.pairs[distance] = (this.pairs[distance] as number) + (pairs[distance] as number);
    }
  }
}

/** Adds one cell's pairs to each brand's sums. Usually all answers looked for the same brands. */
function addPairs(sums: readonly PairSums[], brands: readonly BrandDays[]): void {
  let known: { readonly looked: DayRow; readonly pairs: readonly number[] } | undefined;
  for (const [index, { looked, named }] of brands.entries()) {
    if (known === undefined || !known.looked.equals(looked)) known = { looked, pairs: pairsOf(looked) };
    const sum = sums[index] as PairSums;
    sum.add(looked, known.pairs);
    if (named.sum === 0) continue;
    sum.disagreements[0] =
      (sum.disagreements[0] as number) + looked.productWith(named, 0) - named.productWith(named, 0);
    for (let distance = 1; distance <= FAR_TO; distance++) {
      const other = looked.productWith(named, distance) + named.productWith(looked, distance);
      sum.disagreements[distance] =
        (sum.disagreements[distance] as number) + other - 2 * named.productWith(named, distance);
    }
  }
}

function pairsOf(looked: DayRow): number[] {
  return Array.from({ length: FAR_TO + 1 }, (_, distance) => {
    const product = looked.productWith(looked, distance);
    return distance === 0 ? (product - looked.sum) / 2 : product;
  });
}
