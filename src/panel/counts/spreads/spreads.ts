import { type QuestionSpread, spreadOf } from '../../../domain/figures/question-range.ts';
import type { CountedAnswers, Panel } from '../../panel.ts';
import { groupsByEngine } from '../../prompt-groups.ts';
import { addTo, type Tally } from '../../tally.ts';
import { type BrandRate, countByPrompt, eventsAt, firstOf, trialsAt } from './brands-by-prompt.ts';

/** How answers spread over questions, for one engine or (null) for all engines together. */
export type Spreads = (trackedId: number, engine: string | null) => QuestionSpread;

/**
 * Counts a rate by question for these tracked brands.
 *
 * @param branded prompts that name a tracked brand
 */
export async function countSpreads(
  answers: CountedAnswers,
  brands: readonly number[],
  rate: BrandRate,
  branded: ReadonlySet<number>,
): Promise<Spreads> {
  const tally = await countByPrompt(answers, brands, rate);
  const spreadAt = spreadsIn(answers.panel, tally, branded);
  return (trackedId, engine) => {
    const first = firstOf(rate, brands.indexOf(trackedId));
    return spreadAt(
      engine,
      (group) => eventsAt(tally, group, first),
      (group) => trialsAt(tally, group, first),
    );
  };
}

/** How numbers of engine-and-prompt groups spread over prompts: x of n. */
export function spreadsIn(
  { names }: Panel,
  tally: Tally<[engine: number, prompt: number]>,
  branded: ReadonlySet<number>,
) {
  const isBranded = names.prompts.marks((id) => branded.has(id));
  const groupsOn = groupsByEngine(tally, names);
  return (
    engine: string | null,
    xOf: (group: number) => number,
    nOf: (group: number) => number,
  ): QuestionSpread => {
    const [x, n] = [new Float64Array(isBranded.length), new Float64Array(isBranded.length)];
    for (const group of groupsOn(engine)) {
      const prompt = tally.part(group, 1);
      addTo(x, prompt, xOf(group));
      addTo(n, prompt, nOf(group));
    }
    return spreadOf(x, n, isBranded);
  };
}
