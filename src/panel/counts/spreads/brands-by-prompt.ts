import { at } from '../../bytes.ts';
import type { CountedAnswers } from '../../panel.ts';
import { FRAMING_CODES, framingIn } from '../../row.ts';
import { brandOf, type CountQuery, countGroups, isLooked, isNamed } from '../../scan.ts';
import type { Mentions } from '../../segment.ts';
import type { Tally } from '../../tally.ts';

/** A tracked brand's rate: whether an answer that looked for it is a trial, and an event. */
const RATES = {
  named: { isTrial: isLooked, isEvent: isNamed },
  recommended_of_judged: {
    isTrial: (cell: number) => framingIn(cell) > 0,
    isEvent: (cell: number) => framingIn(cell) === FRAMING_CODES.recommended,
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
  const rows = tally.map(([engine, prompt], count) =>
    brands.map((thing, index) => {
      const at = countsOf(index);
      return {
        thing,
        engine: engines.at(engine),
        promptId: prompts.at(prompt),
        answers: count(at.answers),
        events: count(at.events),
        trials: count(at.trials),
      };
    }),
  );
  return rows.flat().filter((row) => row.answers > 0);
}

/** Counts per brand. */
export const WIDTH = 3;

/** Where a group has a brand's counts, by the brand's index. */
export function countsOf(index: number) {
  return { answers: index * WIDTH, events: index * WIDTH + 1, trials: index * WIDTH + 2 };
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

/** Adds an answer to a group's counts of each brand (`countsOf`). */
export function brandAdder(mentions: Mentions, brands: readonly number[], rate: BrandRate) {
  const own = brands.map((id, index) => ({ cells: brandOf(mentions, id).cell, ...countsOf(index) }));
  const { isTrial, isEvent } = RATES[rate];
  return (row: number, tally: Tally<readonly number[]>, group: number): void => {
    for (const { cells, answers, events, trials } of own) {
      const cell = at(cells, row);
      if (!isLooked(cell)) continue;
      tally.add(group, answers);
      if (isEvent(cell)) tally.add(group, events);
      if (isTrial(cell)) tally.add(group, trials);
    }
  };
}
