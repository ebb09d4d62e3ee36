import { type QuestionSpread, spreadOf } from '../../../domain/figures/question-range.ts';
import { at } from '../../bytes.ts';
import type { CountedAnswers } from '../../panel.ts';
import { type CountQuery, countGroups } from '../../scan.ts';
import { bucketsIn } from '../trend.ts';
import { brandAdder, eventsAt, trialsAt, WIDTH } from './brands-by-prompt.ts';

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
  const groups = Map.groupBy(tally.keys.keys(), (group) => {
    const [engine, firstDay] = tally.keyOf(group);
    return `${engine} ${firstDay}`;
  });
  const [x, n] = [new Float64Array(isBranded.length), new Float64Array(isBranded.length)];
  return (trackedId, engine, firstDay) => {
    const own = groups.get(`${engines.known(engine)} ${firstDay}`);
    if (own === undefined) return undefined;
    const index = brands.indexOf(trackedId);
    n.fill(0);
    for (const group of own) {
      const prompt = tally.keyOf(group)[2];
      x[prompt] = eventsAt(tally, group, index);
      n[prompt] = trialsAt(tally, group, index);
    }
    return spreadOf(x, n, isBranded);
  };
}

function byWeek(
  brands: readonly number[],
): CountQuery<'mentions', [engine: number, firstDay: number, prompt: number]> {
  return {
    name: `named by week and prompt ${brands.join(' ')}`,
    kinds: ['mentions'],
    width: brands.length * WIDTH,
    byEngine: true,
    add: (answers, tally) => {
      const { mentions } = answers.data;
      const add = brandAdder(mentions, brands, 'named');
      for (const { firstDay, rows } of bucketsIn(answers, 'week')) {
        for (const row of rows) {
          add(row, tally, tally.groupOf([at(mentions.engine, row), firstDay, at(mentions.prompt, row)]));
        }
      }
    },
  };
}
