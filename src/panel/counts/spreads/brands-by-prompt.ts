import { countedAs, placesOf } from '../../marks.ts';
import type { CountedAnswers } from '../../panel.ts';
import { CELLS, FRAMING_CODES, framingIn, NAMED } from '../../row.ts';
import {
  type CountQuery,
  countGroups,
  engineIn,
  otherIn,
  promptAndEngine,
  type Rows,
  sumsByPrompt,
  type Tally,
  type Totals,
} from '../../scan.ts';
import type { Mentions } from '../../segment.ts';

/**
 * A tracked brand's rate: the cells that are events and, unless every answer that looked for the brand is a trial,
 * the cells that are trials.
 */
interface Rated {
  readonly isEvent: Uint8Array;
  readonly isTrial: Uint8Array | null;
}

const RATES = {
  named: { isEvent: cellsWhere((cell) => (cell & NAMED) !== 0), isTrial: null },
  recommended_of_judged: {
    isEvent: cellsWhere((cell) => framingIn(cell) === FRAMING_CODES.recommended),
    isTrial: cellsWhere((cell) => framingIn(cell) > 0),
  },
} satisfies Record<string, Rated>;

export type BrandRate = keyof typeof RATES;

function cellsWhere(holds: (cell: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: CELLS }, (_, cell) => (holds(cell) ? 1 : 0));
}

/** An engine's answers to one prompt in which a brand (by id) was looked for, and the counts that make its rate. */
export interface BrandPromptCount {
  readonly thing: number;
  readonly engine: string;
  readonly promptId: number;
  readonly answers: number;
  readonly events: number;
  readonly trials: number;
}

export async function countBrandsByPrompt(
  answers: CountedAnswers,
  brands: readonly number[],
  rate: BrandRate,
): Promise<BrandPromptCount[]> {
  const { engines, prompts } = answers.panel.names;
  const totals = await totalsOfBrands(answers, brands, rate);
  const rows = totals.map((group, count) =>
    brands.map((thing, index) => {
      const at = countsOf(rate, index);
      return {
        thing,
        engine: engines.values[engineIn(group)] as string,
        promptId: prompts.values[otherIn(group)] as number,
        answers: count(at.answers),
        events: count(at.events),
        trials: count(at.trials),
      };
    }),
  );
  return rows.flat().filter((row) => row.answers > 0);
}

/** Where a group has a brand's counts, by the brand's index. */
export function countsOf(rate: BrandRate, index: number) {
  const answers = index * widthOf(rate);
  return { answers, events: answers + 1, trials: RATES[rate].isTrial === null ? answers : answers + 2 };
}

/** Counts per brand. */
export function widthOf(rate: BrandRate): number {
  return RATES[rate].isTrial === null ? 2 : 3;
}

/**
 * Brand counts as groups by engine and prompt number; each group has the counts for all brands (`countsOf`), so there
 * are few groups to add up.
 */
export async function totalsOfBrands(
  answers: CountedAnswers,
  brands: readonly number[],
  rate: BrandRate,
): Promise<Totals> {
  return await countGroups(answers, countingOf(brands, rate));
}

function countingOf(brands: readonly number[], rate: BrandRate): CountQuery<'mentions'> {
  const width = brands.length * widthOf(rate);
  return {
    name: `${rate} by prompt ${brands.join(' ')}`,
    kinds: ['mentions'],
    width,
    byEngine: true,
    sums: (rows) => {
      const { mentions } = rows.data;
      const numbers = promptsAndEngines(mentions);
      const most = mentions.prompt.of.length * mentions.engine.of.length;
      return sumsByPrompt(
        mentions,
        width,
        (tally) => addBrands(tally, rows, { numbers, most }, brands, rate),
        mentions.n,
      );
    },
  };
}

/** A number for each answer that selects its group, and the upper bound. */
interface Numbered {
  readonly numbers: Uint32Array;
  readonly most: number;
}

/** Adds each brand's counts (`countsOf`) to groups by these numbers. */
export function addBrands(
  tally: Tally,
  { data: { mentions }, keep }: Rows<'mentions'>,
  { numbers, most }: Numbered,
  brands: readonly number[],
  rate: BrandRate,
): void {
  const counted = countedAs(numbers, most, keep);
  const bySet = answersBySet(mentions, counted, most + 1);
  const { isEvent, isTrial } = RATES[rate];
  brands.forEach((brand, index) => {
    const [place] = placesOf(mentions.tracked, [brand]);
    if (place === undefined) return;
    const at = countsOf(rate, index);
    mentions.looked.sets.forEach((set, code) => {
      if (set.includes(place)) addAnswers(tally, bySet[code] as Float64Array, at.answers);
    });
    addCells(tally, mentions, place, counted, isEvent, most, at.events);
    if (isTrial !== null) addCells(tally, mentions, place, counted, isTrial, most, at.trials);
  });
}

type Numbers = ReturnType<typeof countedAs>;

/** Each answer's prompt-and-engine group. */
export function promptsAndEngines(mentions: Mentions): Uint32Array {
  const numbers = new Uint32Array(mentions.n);
  for (let row = 0; row < numbers.length; row++) numbers[row] = promptAndEngine(mentions, row);
  return numbers;
}

/** Counts answers by number and looked-for brand set; there are few sets. */
function answersBySet(
  { n, looked: { codes, sets } }: Mentions,
  numbers: Numbers,
  width: number,
): Float64Array[] {
  const bySet = sets.map(() => new Float64Array(width));
  for (let row = 0; row < n; row++) {
    const counts = bySet[codes[row] as number] as Float64Array;
    const number = numbers[row] as number;
    counts[number] = (counts[number] as number) + 1;
  }
  return bySet;
}

/** Skips the last number, which excluded answers have. */
function addAnswers(tally: Tally, counts: Float64Array, each: number): void {
  for (let number = 0; number + 1 < counts.length; number++)
    tally.add(number, each, counts[number] as number);
}

/** Adds answers that have one of a brand's cells. */
function addCells(
  tally: Tally,
  { lists }: Mentions,
  place: number,
  numbers: Numbers,
  isWanted: Uint8Array,
  most: number,
  each: number,
): void {
  const counts = new Float64Array(most + 1);
  const end = lists.end[place] as number;
  for (let index = lists.start[place] as number; index < end; index++) {
    const number = numbers[lists.row[index] as number] as number;
    counts[number] = (counts[number] as number) + (isWanted[lists.cell[index] as number] as number);
  }
  addAnswers(tally, counts, each);
}
