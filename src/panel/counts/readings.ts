import { namesKeyOf } from '../../domain/answers/answer-reading.ts';
import type { CountedAnswers } from '../panel.ts';
import { eachSegment } from '../scan.ts';

/** The distinct reading keys of the answers. */
export async function listReadings(answers: CountedAnswers): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  await eachSegment(answers, ['mentions'], ({ data: { mentions }, keep }) => {
    const { n, reading, readings } = mentions;
    if (readings.every((key) => found.has(namesKeyOf(key)))) return;
    for (let row = 0; row < n; row++) {
      if (keep === null || keep[row] === 1) found.add(namesKeyOf(readings[reading[row] as number] as string));
    }
  });
  return found;
}
