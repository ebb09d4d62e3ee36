import { at, type Column } from '../bytes.ts';
import type { CountedAnswers } from '../panel.ts';
import { judgeFrom } from '../row.ts';
import { eachSegment } from '../scan.ts';

/**
 * The distinct readings of the answers: the keys of their names, and with `ofFraming` the models that judged them. More
 * than one of either cannot be compared.
 */
export async function listReadings(
  answers: CountedAnswers,
  { ofFraming }: { readonly ofFraming: boolean },
): Promise<ReadonlySet<string>[]> {
  const found = new Set<string>();
  await eachSegment(answers, ['mentions'], ({ data: { mentions }, rows }) => {
    const { reading, readings } = mentions;
    if (readings.every((key) => found.has(key))) return;
    for (const place of numbersIn(reading, rows)) found.add(readings[place] ?? '');
  });
  return [found, ofFraming ? await listJudges(answers) : new Set()];
}

/** The models, with their prompts, that judged the answers, if a model's framing counts (`judgeKey`). */
export async function listJudges(answers: CountedAnswers): Promise<ReadonlySet<string>> {
  const { names, reader } = answers.panel;
  const found = new Set<string>();
  if (reader === 'rules') return found;
  await eachSegment(answers, ['mentions'], ({ data: { mentions }, rows }) => {
    for (const number of numbersIn(mentions.judge, rows)) {
      const key = names.judges.at(number);
      if (judgeFrom(key)?.isRead === true) found.add(key);
    }
  });
  return found;
}

/** The column's distinct numbers in these rows. */
function numbersIn(column: Column, rows: Uint32Array): ReadonlySet<number> {
  const found = new Set<number>();
  let last = -1;
  for (const row of rows) {
    const number = at(column, row);
    // Neighbors mostly have the same.
    if (number !== last) found.add(number);
    last = number;
  }
  return found;
}

/** Whether all these answers were read alike: at most one reading of each kind. */
export function areReadAlike(windows: readonly (readonly ReadonlySet<string>[])[]): boolean {
  const kinds = [0, 1].map((kind) => new Set(windows.flatMap((sets) => [...(sets[kind] ?? [])])));
  return kinds.every(({ size }) => size <= 1);
}
