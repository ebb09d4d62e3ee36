import { dayOf } from '../../../domain/time/period.ts';
import { at } from '../../bytes.ts';
import type { CountedAnswers } from '../../panel.ts';
import { eachSegment } from '../../scan.ts';
import { Tally } from '../../tally.ts';

/** The first and last UTC day with an answer, in days since 1970. */
interface DaysAnswered {
  readonly first: number;
  readonly last: number;
}

export interface ModelDays extends DaysAnswered {
  readonly engine: string;
  /** Null if unknown. */
  readonly model: string | null;
}

export interface PromptDays extends DaysAnswered {
  readonly engine: string;
  readonly promptId: number;
}

/** When each model served each engine, by first day. */
export async function listModelDays(answers: CountedAnswers): Promise<ModelDays[]> {
  const { engines, models } = answers.panel.names;
  const found = await daysOf(answers, 'model', (engine, model, days) => {
    return { engine: engines.at(engine), model: models.at(model), ...days };
  });
  return found.sort((one, other) => one.first - other.first);
}

/** When each engine answered each prompt. */
export async function listPromptDays(answers: CountedAnswers): Promise<PromptDays[]> {
  const { engines, prompts } = answers.panel.names;
  return await daysOf(answers, 'prompt', (engine, prompt, days) => {
    return { engine: engines.at(engine), promptId: prompts.at(prompt), ...days };
  });
}

/** Groups by engine and a second column. */
async function daysOf<Row>(
  answers: CountedAnswers,
  column: 'model' | 'prompt',
  rowOf: (engine: number, other: number, days: DaysAnswered) => Row,
): Promise<Row[]> {
  const groups = new Tally<[engine: number, other: number]>(0);
  const found: DaysAnswered[] = [];
  await eachSegment(answers, ['mentions'], ({ data: { mentions }, rows }) => {
    const { at: times, engine, [column]: other } = mentions;
    for (const row of rows) {
      const group = groups.groupOf([at(engine, row), at(other, row)]);
      const last = dayOf(at(times, row));
      const first = found[group]?.first ?? last;
      if (found[group]?.last !== last) found[group] = { first, last };
    }
  });
  return groups.keys.flatMap(([engine, other], group) => {
    const days = found[group];
    return days ? [rowOf(engine, other, days)] : [];
  });
}
