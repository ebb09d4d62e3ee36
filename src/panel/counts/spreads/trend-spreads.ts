import { type QuestionSpread, spreadOf } from '../../../domain/figures/question-range.ts';
import { bucketAt } from '../../../domain/time/buckets.ts';
import type { CountedAnswers, Sums } from '../../panel.ts';
import { type CountQuery, engineIn, otherIn, sumsBySegment, Tally, withEngine } from '../../scan.ts';
import type { Mentions } from '../../segment.ts';
import { addBrands, countsOf, promptsAndEngines, widthOf } from './brands-by-prompt.ts';

/** How an engine's answers in a week (by first day) spread over questions; undefined without answers. */
export type TrendSpreads = (
  trackedId: number,
  engine: string,
  firstDay: number,
) => QuestionSpread | undefined;

/**
 * Counts how often answers name these tracked brands, by week and question.
 *
 * @param branded prompts that name a tracked brand
 */
export async function countTrendSpreads(
  answers: CountedAnswers,
  brands: readonly number[],
  branded: ReadonlySet<number>,
): Promise<TrendSpreads> {
  const { engines, prompts } = answers.panel.names;
  const all = await sumsBySegment(answers, countingOf(brands));
  // All segments are read here, so every engine and prompt has its number.
  const most = { brands: brands.length, engines: engines.values.length, prompts: prompts.values.length };
  const isBranded = Uint8Array.from(prompts.values, (id) => (branded.has(id) ? 1 : 0));
  const found = spreadsOf(all, most, isBranded);
  return (trackedId, engine, firstDay) => {
    const place = (engines.known(engine) ?? 0) * most.brands + brands.indexOf(trackedId);
    return found.get(firstDay)?.[place];
  };
}

interface Most {
  readonly brands: number;
  readonly engines: number;
  readonly prompts: number;
}

/** Each week's spreads, by engine and brand. A week may continue in the next segment; none returns later. */
function spreadsOf(all: readonly Sums[], most: Most, isBranded: Uint8Array): Map<number, QuestionSpread[]> {
  const found = new Map<number, QuestionSpread[]>();
  const size = most.brands * most.engines * most.prompts;
  const [x, n] = [new Float64Array(size), new Float64Array(size)];
  const width = most.brands * WIDTH;
  let current: number | null = null;
  const finish = () => {
    if (current !== null) found.set(current, spreadsIn(x, n, most, isBranded));
    x.fill(0);
    n.fill(0);
  };
  for (const { groups, counts } of all) {
    for (let place = 0; place < groups.length; place++) {
      const group = groups[place] as number;
      const firstDay = Math.floor(group / OF_A_WEEK);
      const cell = group - firstDay * OF_A_WEEK;
      if (firstDay !== current) finish();
      current = firstDay;
      const first = (engineIn(cell) * most.prompts + otherIn(cell)) * most.brands;
      addCounts(x, n, first, counts, place * width, (place + 1) * width);
    }
  }
  finish();
  return found;
}

/** Adds brand counts from index `from` to a question and engine. Plain arguments, because it is called very often. */
function addCounts(
  x: Float64Array,
  n: Float64Array,
  first: number,
  counts: Sums['counts'],
  from: number,
  to: number,
): void {
  for (let at = first, place = from; place < to; at += 1, place += WIDTH) {
    n[at] = (n[at] as number) + (counts[place + TRIALS] as number);
    x[at] = (x[at] as number) + (counts[place + EVENTS] as number);
  }
}

function spreadsIn(
  x: Float64Array,
  n: Float64Array,
  { brands, engines, prompts }: Most,
  isBranded: Uint8Array,
): QuestionSpread[] {
  return Array.from({ length: engines * brands }, (_, place) => {
    const [engine, brand] = [Math.floor(place / brands), place % brands];
    return spreadOf(x, n, isBranded, engine * prompts * brands + brand, brands);
  });
}

/** Upper bound for prompt-and-engine groups. Groups within a week fit into 32 bits, which split fast. */
const OF_A_WEEK = 2 ** 31;

const WIDTH = widthOf('named');
const { events: EVENTS, trials: TRIALS } = countsOf('named', 0);

/** Groups are week, prompt, and engine, in week order. */
function countingOf(brands: readonly number[]): CountQuery<'mentions'> {
  const width = brands.length * WIDTH;
  return {
    name: `named by week and prompt ${brands.join(' ')}`,
    kinds: ['mentions'],
    width,
    byEngine: true,
    sums: (rows) => {
      const { mentions } = rows.data;
      const { engine, prompt } = mentions;
      const cells = prompt.of.length * engine.of.length;
      const { firstDays, numbers } = numbered(mentions, cells);
      const most = firstDays.length * cells;
      const tally = new Tally(most, width, mentions.n);
      addBrands(tally, rows, { numbers, most }, brands, 'named');
      return tally.sums((group) => {
        const cell = group % cells;
        const firstDay = firstDays[Math.floor(group / cells)] as number;
        const promptNumber = prompt.of[Math.floor(cell / engine.of.length)] as number;
        return firstDay * OF_A_WEEK + withEngine(promptNumber, engine.of[cell % engine.of.length] as number);
      });
    },
  };
}

/** A segment's weeks, and each answer's week, prompt, and engine as one number. */
function numbered(mentions: Mentions, cells: number) {
  const firstDays: number[] = [];
  const numbers = promptsAndEngines(mentions);
  let end = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < numbers.length; row++) {
    if ((mentions.at[row] as number) >= end) {
      const { firstDay, to } = bucketAt(mentions.at[row] as number, 'week');
      firstDays.push(firstDay);
      end = to;
    }
    numbers[row] = (numbers[row] as number) + (firstDays.length - 1) * cells;
  }
  return { firstDays, numbers };
}
