import { type QuestionSpread, spreadOf } from '../../../domain/figures/question-range.ts';
import { bucketsIn } from '../../buckets.ts';
import { at } from '../../bytes.ts';
import type { CountedAnswers } from '../../panel.ts';
import { type CountQuery, countGroups } from '../../scan.ts';
import { Memo } from '../../tally.ts';
import { addBrands, eventsAt, firstOf, trialsAt } from './brands-by-prompt.ts';

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
  const tally = await countGroups(answers, byWeek(brands));
  const isBranded = prompts.marks((id) => branded.has(id));
  const weeks = new Memo((_) => new Memo((_) => ({ groups: [] as number[], branded: [] as number[] })));
  for (let group = 0; group < tally.size; group++) {
    const week = weeks.of(tally.part(group, 0)).of(tally.part(group, 1));
    week.groups.push(group);
    week.branded.push(at(isBranded, tally.part(group, 2)));
  }
  const [x, n] = [new Float64Array(prompts.values.length), new Float64Array(prompts.values.length)];
  return (trackedId, engine, firstDay) => {
    const { groups, branded } = weeks.of(engines.known(engine) ?? -1).of(firstDay);
    if (groups.length === 0) return undefined;
    const first = firstOf('named', brands.indexOf(trackedId));
    for (let place = 0; place < groups.length; place++) {
      const group = groups[place] ?? 0;
      x[place] = eventsAt(tally, group, first);
      n[place] = trialsAt(tally, group, first);
    }
    return spreadOf(x, n, branded);
  };
}

function byWeek(
  brands: readonly number[],
): CountQuery<'mentions', [engine: number, firstDay: number, prompt: number]> {
  return {
    name: `named by week and prompt ${brands.join(' ')}`,
    kinds: ['mentions'],
    key: ['engine', 'first day', 'prompt'],
    width: firstOf('named', brands.length),
    byEngine: true,
    add: (answers, tally, reader) => {
      const { mentions } = answers.data;
      const { engine, prompt } = mentions;
      for (const { firstDay, rows } of bucketsIn(answers, 'week')) {
        const ofPrompt = new Memo((asked) => new Memo((by) => tally.groupOf([by, firstDay, asked])));
        const groups = rows.map((row) => ofPrompt.of(at(prompt, row)).of(at(engine, row)));
        addBrands(mentions, rows, groups, { brands, rate: 'named', reader }, tally);
      }
    },
  };
}
