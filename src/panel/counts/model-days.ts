import { dayOf } from '../../domain/period.ts';
import type { CountedAnswers } from '../panel.ts';
import { eachSegment } from '../scan.ts';

/** The first and the last UTC day with an answer of an engine by a model, in whole days since 1970. */
export interface ModelDays {
  readonly engine: string;
  /** Null where it is not known. */
  readonly model: string | null;
  readonly first: number;
  readonly last: number;
}

/** When each model served each engine, by the first day. */
export async function listModelDays(answers: CountedAnswers): Promise<ModelDays[]> {
  const { engines, models } = answers.panel.names;
  const found = new Map<string, ModelDays>();
  await eachSegment(answers, ['mentions'], ({ data: { mentions }, keep }) => {
    const { n, at, engine, model } = mentions;
    const places = model.of.length;
    const [first, last] = [
      new Int32Array(engine.of.length * places),
      new Int32Array(engine.of.length * places),
    ];
    // Rows are in the order of time, and 0 stands for none.
    for (let row = 0; row < n; row++) {
      if (keep !== null && keep[row] === 0) continue;
      const place = (engine.codes[row] as number) * places + (model.codes[row] as number);
      last[place] = row + 1;
      if (first[place] === 0) first[place] = row + 1;
    }
    first.forEach((row, place) => {
      if (row === 0) return;
      const name = engines.values[engine.of[Math.floor(place / places)] as number] as string;
      const served = models.values[model.of[place % places] as number] as string | null;
      const key = JSON.stringify([name, served]);
      const days = {
        first: dayOf(at[row - 1] as number),
        last: dayOf(at[(last[place] as number) - 1] as number),
      };
      const known = found.get(key);
      found.set(key, {
        ...{ engine: name, model: served },
        first: Math.min(known?.first ?? days.first, days.first),
        last: Math.max(known?.last ?? days.last, days.last),
      });
    });
  });
  return [...found.values()].sort((one, other) => one.first - other.first);
}
