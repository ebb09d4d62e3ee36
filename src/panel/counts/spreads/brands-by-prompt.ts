import { at } from '../../bytes.ts';
import type { CountedAnswers } from '../../panel.ts';
import { FRAMING_CODES, framingIn } from '../../row.ts';
import { brandOf, type CountQuery, countGroups, isLooked, isNamed } from '../../scan.ts';
import type { Mentions } from '../../segment.ts';
import type { Tally } from '../../tally.ts';

/** Where a brand's count has an answer that looked for it. */
const [OTHER, TRIAL, EVENT] = [0, 1, 2];

/** A tracked brand's rate: whether an answer is an event, and else a trial. */
const RATES = {
  named: (cell: number) => (isNamed(cell) ? EVENT : TRIAL),
  recommended_of_judged: (cell: number) => {
    if (framingIn(cell) === 0) return OTHER;
    return framingIn(cell) === FRAMING_CODES.recommended ? EVENT : TRIAL;
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
  const rows = tally.keys.flatMap(([engine, prompt], group) =>
    brands.map((thing, index) => ({
      thing,
      engine: engines.at(engine),
      promptId: prompts.at(prompt),
      answers: tally.count(group, index * WIDTH + OTHER) + trialsAt(tally, group, index),
      events: eventsAt(tally, group, index),
      trials: trialsAt(tally, group, index),
    })),
  );
  return rows.filter((row) => row.answers > 0);
}

/** Counts per brand. */
export const WIDTH = 3;

type ByPrompt = Tally<readonly number[]>;

/** A group's events for a brand, by the brand's index. */
export function eventsAt(tally: ByPrompt, group: number, index: number): number {
  return tally.count(group, index * WIDTH + EVENT);
}

export function trialsAt(tally: ByPrompt, group: number, index: number): number {
  return tally.count(group, index * WIDTH + TRIAL) + tally.count(group, index * WIDTH + EVENT);
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
    width: brands.length * WIDTH,
    byEngine: true,
    add: ({ data: { mentions }, rows }, tally) => {
      const add = brandAdder(mentions, brands, rate);
      for (const row of rows) {
        add(row, tally, tally.groupOf([at(mentions.engine, row), at(mentions.prompt, row)]));
      }
    },
  };
  return await countGroups(answers, query);
}

/** Adds an answer to a group's counts of each brand. */
export function brandAdder(mentions: Mentions, brands: readonly number[], rate: BrandRate) {
  const own = brands.map((id, index) => ({ cells: brandOf(mentions, id).cell, first: index * WIDTH }));
  const countOf = RATES[rate];
  return (row: number, tally: ByPrompt, group: number): void => {
    for (const { cells, first } of own) {
      const cell = at(cells, row);
      if (isLooked(cell)) tally.add(group, first + countOf(cell));
    }
  };
}
