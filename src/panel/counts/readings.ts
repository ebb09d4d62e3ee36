import { namesKeyOf } from '../../domain/answers/answer-reading.ts';
import { at } from '../bytes.ts';
import type { CountedAnswers } from '../panel.ts';
import { eachSegment } from '../scan.ts';

/** The distinct reading keys of the answers. */
export async function listReadings(answers: CountedAnswers): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  await eachSegment(answers, ['mentions'], ({ data: { mentions }, rows }) => {
    const { reading, readings } = mentions;
    if (readings.every((key) => found.has(namesKeyOf(key)))) return;
    const read = new Set(Array.from(rows, (row) => at(reading, row)));
    readings.forEach((key, place) => {
      if (read.has(place)) found.add(namesKeyOf(key));
    });
  });
  return found;
}
