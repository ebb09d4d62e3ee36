import { dayOf } from '../../domain/time/period.ts';
import { at } from '../bytes.ts';
import type { CountedAnswers } from '../panel.ts';
import { brandOf, eachSegment, isLooked, isNamed } from '../scan.ts';

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
  const found: AnswerRow[] = [];
  await eachSegment(answers, ['mentions'], ({ data: { mentions }, rows }) => {
    const columns = brands.map((id) => brandOf(mentions, id));
    for (const row of rows.subarray(0, most + 1 - found.length)) {
      found.push({
        day: dayOf(at(mentions.at, row)),
        engine: engines.at(at(mentions.engine, row)),
        promptId: prompts.at(at(mentions.prompt, row)),
        said: columns.map(({ cell }) => saidIn(at(cell, row))).join(''),
      });
    }
  });
  return found.length > most ? null : found;
}

function saidIn(cell: number): string {
  if (!isLooked(cell)) return '-';
  return isNamed(cell) ? '1' : '0';
}
