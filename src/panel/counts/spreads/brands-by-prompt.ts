import type { Reader } from '../../../domain/brand/reader.ts';
import type { CountedAnswers } from '../../panel.ts';
import { groupsByEngine, promptGroups } from '../../prompt-groups.ts';
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

/** A prompt's counts in two windows, with answers in one of them at least. */
export interface Paired<Row> {
  readonly current: Row | undefined;
  readonly earlier: Row | undefined;
}

/** Counts prompts in two windows, and returns a tracked brand's on one engine or, for null, on all. */
export async function pairBrandsByPrompt(
  [current, earlier]: readonly [CountedAnswers, CountedAnswers],
  brands: readonly number[],
  rate: BrandRate,
): Promise<(thing: number, engine: string | null) => Paired<BrandPromptCount>[]> {
  const now = await countByPrompt(current, brands, rate);
  const then = await countByPrompt(earlier, brands, rate);
  const { names } = current.panel;
  const [groupsNow, groupsThen] = [now, then].map((tally) => groupsByEngine(tally, names));
  return (thing, engine) => {
    const first = firstOf(rate, brands.indexOf(thing));
    const hasAnswers = (tally: ByPrompt, group: number) =>
      group >= 0 && answersAt(tally, group, first, rate) > 0;
    const rowOf = (tally: ByPrompt, group: number): BrandPromptCount => ({
      thing,
      engine: names.engines.at(tally.part(group, 0)),
      promptId: names.prompts.at(tally.part(group, 1)),
      answers: answersAt(tally, group, first, rate),
      events: eventsAt(tally, group, first),
      trials: trialsAt(tally, group, first),
    });
    const pairs: Paired<BrandPromptCount>[] = [];
    for (const group of groupsNow?.(engine) ?? []) {
      if (!hasAnswers(now, group)) continue;
      const old = then.groupLike(now, group);
      pairs.push({
        current: rowOf(now, group),
        earlier: hasAnswers(then, old) ? rowOf(then, old) : undefined,
      });
    }
    for (const group of groupsThen?.(engine) ?? []) {
      if (hasAnswers(then, group) && !hasAnswers(now, now.groupLike(then, group)))
        pairs.push({ current: undefined, earlier: rowOf(then, group) });
    }
    return pairs;
  };
}

function answersAt(tally: ByPrompt, group: number, first: number, rate: BrandRate): number {
  return trialsAt(tally, group, first) + (rate === 'named' ? 0 : tally.count(group, first + OTHER));
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
