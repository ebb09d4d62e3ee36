import { dayOf } from '../../../domain/time/period.ts';
import { at } from '../../bytes.ts';
import type { CountedAnswers } from '../../panel.ts';
import { eachSegment } from '../../scan.ts';
import { Memo, Tally } from '../../tally.ts';

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
  const groups = new Tally<[engine: number, other: number]>(
    0,
    answers.panel.names.keysOf(['engine', column]),
  );
  const firsts: number[] = [];
  const lasts: number[] = [];
  await eachSegment(answers, ['mentions'], ({ data: { mentions }, rows }) => {
    const { at: times, engine, [column]: other } = mentions;
    const own = new Memo((number) => new Memo((asked) => groups.groupOf([asked, number])));
    for (const row of rows) {
      const group = own.of(at(other, row)).of(at(engine, row));
      lasts[group] = at(times, row);
      firsts[group] ??= at(times, row);
    }
  });
  return lasts.map((last, group) => {
    const [engine, other] = groups.keyOf(group);
    return rowOf(engine, other, { first: dayOf(firsts[group] ?? last), last: dayOf(last) });
  });
}
