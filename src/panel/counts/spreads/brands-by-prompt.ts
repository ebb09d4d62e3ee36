import type { Reader } from '../../../domain/brand/reader.ts';
import type { CountedAnswers } from '../../panel.ts';
import { promptGroups } from '../../prompt-groups.ts';
import { CELLS, FRAMING_CODES, framingIn } from '../../row.ts';
import { brandOf, type CountQuery, countGroups, isLooked, isNamed } from '../../scan.ts';
import type { Mentions } from '../../segment.ts';
import type { Tally } from '../../tally.ts';

/** Where a brand's count has an answer that looked for it. */
const TRIAL = 0;
const EVENT = 1;
const OTHER = 2;

/** A tracked brand's rate: whether an answer is an event, and else a trial. */
const RATES = {
  named: (cell: number) => (isNamed(cell) ? EVENT : TRIAL),
  recommended_of_judged: (cell: number, reader: Reader) => {
    if (framingIn(cell, reader) === 0) return OTHER;
    return framingIn(cell, reader) === FRAMING_CODES.recommended ? EVENT : TRIAL;
  },
};

export type BrandRate = keyof typeof RATES;

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
  const tally = await countByPrompt(answers, brands, rate);
  const rows = Array.from({ length: tally.size }, (_, group) => {
    const [engine, prompt] = tally.keyOf(group);
    const place = { engine: engines.at(engine), promptId: prompts.at(prompt) };
    return brands.map((thing, index) => {
      const first = firstOf(rate, index);
      const [events, trials] = [eventsAt(tally, group, first), trialsAt(tally, group, first)];
      const others = rate === 'named' ? 0 : tally.count(group, first + OTHER);
      return { thing, ...place, answers: trials + others, events, trials };
    });
  });
  return rows.flat().filter((row) => row.answers > 0);
}

/** Counts per brand: each answer that looked for it is a trial of `named`. */
const WIDTHS: Readonly<Record<BrandRate, number>> = { named: 2, recommended_of_judged: 3 };

/** Where a group's counts of a brand begin, by the brand's index. */
export function firstOf(rate: BrandRate, index: number): number {
  return index * WIDTHS[rate];
}

type ByPrompt = Tally<readonly number[]>;

/** A group's events for a brand, whose counts begin at `first`. */
export function eventsAt(tally: ByPrompt, group: number, first: number): number {
  return tally.count(group, first + EVENT);
}

export function trialsAt(tally: ByPrompt, group: number, first: number): number {
  return tally.count(group, first + TRIAL) + tally.count(group, first + EVENT);
}

/** Counts by engine and prompt; each group has the counts of all brands. */
export async function countByPrompt(
  answers: CountedAnswers,
  brands: readonly number[],
  rate: BrandRate,
): Promise<Tally<[engine: number, prompt: number]>> {
  const query: CountQuery<'mentions', [engine: number, prompt: number]> = {
    name: `${rate} by prompt ${brands.join(' ')}`,
    kinds: ['mentions'],
    key: ['engine', 'prompt'],
    width: firstOf(rate, brands.length),
    byEngine: true,
    add: ({ data: { mentions }, rows }, tally, reader) => {
      addBrands(mentions, rows, promptGroups(mentions, rows, tally), { brands, rate, reader }, tally);
    },
  };
  return await countGroups(answers, query);
}

interface CountedBrands {
  readonly brands: readonly number[];
  readonly rate: BrandRate;
  readonly reader: Reader;
}

/**
 * Adds answers to their groups' counts of each brand.
 *
 * @param groups each answer's group, in the order of `rows`
 */
export function addBrands(
  mentions: Mentions,
  rows: Uint32Array,
  groups: Uint32Array,
  { brands, rate, reader }: CountedBrands,
  tally: ByPrompt,
): void {
  const countOf = Uint8Array.from({ length: 2 * CELLS }, (_, cell) => RATES[rate](cell, reader));
  for (const [index, id] of brands.entries()) {
    const cells = brandOf(mentions, id).cell;
    const first = firstOf(rate, index);
    for (let place = 0; place < rows.length; place++) {
      const cell = cells[rows[place] ?? 0] ?? 0;
      if (isLooked(cell)) tally.add(groups[place] ?? 0, first + (countOf[cell] ?? 0));
    }
  }
}
