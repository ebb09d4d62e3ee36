import { dayOf } from '../../domain/time/period.ts';
import { lookedForAll, saidOf } from '../marks.ts';
import type { CountedAnswers } from '../panel.ts';
import { NAMED } from '../row.ts';
import { eachSegment } from '../scan.ts';

/** An answer with the names that it gives. */
export interface AnswerRow {
  /** UTC day since 1970. */
  readonly day: number;
  readonly engine: string;
  readonly promptId: number;
  /** One character per brand: `1` named, `0` not named, `-` not looked for. */
  readonly said: string;
}

/** Rows for these answers, oldest first; null if there are more than `most`. */
export async function listAnswerRows(
  answers: CountedAnswers,
  brands: readonly number[],
  most: number,
): Promise<AnswerRow[] | null> {
  const { engines, prompts } = answers.panel.names;
  const rows: AnswerRow[] = [];
  await eachSegment(answers, ['mentions'], ({ data: { mentions }, keep }) => {
    const { n, at, engine, prompt } = mentions;
    const marks = brands.map((brand) => ({
      looked: lookedForAll(mentions, [brand]),
      cells: saidOf(mentions, brand, 'cell'),
    }));
    for (let row = 0; row < n && rows.length <= most; row++) {
      if (keep !== null && keep[row] === 0) continue;
      const said = marks.map(({ looked, cells }) => {
        if (looked[row] === 0) return '-';
        return ((cells[row] as number) & NAMED) === 0 ? '0' : '1';
      });
      rows.push({
        day: dayOf(at[row] as number),
        engine: engines.values[engine.of[engine.codes[row] as number] as number] as string,
        promptId: prompts.values[prompt.of[prompt.codes[row] as number] as number] as number,
        said: said.join(''),
      });
    }
  });
  return rows.length > most ? null : rows;
}
