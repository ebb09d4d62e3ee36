import { dayOf } from '../../../domain/time/period.ts';
import type { CountedAnswers } from '../../panel.ts';
import { eachSegment, engineIn, otherIn, withEngine } from '../../scan.ts';

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
  const found = [...(await daysOf(answers, 'model'))].map(([group, days]) => ({
    engine: engines.values[engineIn(group)] as string,
    model: models.values[otherIn(group)] as string | null,
    ...days,
  }));
  return found.sort((one, other) => one.first - other.first);
}

/** When each engine answered each prompt. */
export async function listPromptDays(answers: CountedAnswers): Promise<PromptDays[]> {
  const { engines, prompts } = answers.panel.names;
  return [...(await daysOf(answers, 'prompt'))].map(([group, days]) => ({
    engine: engines.values[engineIn(group)] as string,
    promptId: prompts.values[otherIn(group)] as number,
    ...days,
  }));
}

/** Groups by engine and a second column. */
async function daysOf(
  answers: CountedAnswers,
  column: 'model' | 'prompt',
): Promise<Map<number, DaysAnswered>> {
  const found = new Map<number, DaysAnswered>();
  await eachSegment(answers, ['mentions'], ({ data: { mentions }, keep }) => {
    const { n, at, engine, [column]: other } = mentions;
    const width = engine.of.length;
    // Rows are in time order; 0 means none.
    const first = new Uint32Array(other.of.length * width);
    const last = new Uint32Array(other.of.length * width);
    for (let row = 0; row < n; row++) {
      if (keep !== null && keep[row] === 0) continue;
      const place = (other.codes[row] as number) * width + (engine.codes[row] as number);
      last[place] = row + 1;
      if (first[place] === 0) first[place] = row + 1;
    }
    first.forEach((row, place) => {
      if (row === 0) return;
      const of = other.of[Math.floor(place / width)] as number;
      const group = withEngine(of, engine.of[place % width] as number);
      const [from, until] = [row, last[place] as number].map((each) => dayOf(at[each - 1] as number));
      const known = found.get(group) ?? { first: from as number, last: until as number };
      found.set(group, {
        first: Math.min(known.first, from as number),
        last: Math.max(known.last, until as number),
      });
    });
  });
  return found;
}
