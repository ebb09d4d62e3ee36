import { at } from '../bytes.ts';
import type { CountedAnswers } from '../panel.ts';
import { eachSegment } from '../scan.ts';

/** Each engine's first answer time. Omits engines without answers. */
export async function firstAnswers(answers: CountedAnswers): Promise<Map<string, number>> {
  const { engines } = answers.panel.names;
  const first = new Map<string, number>();
  await eachSegment(answers, ['mentions'], ({ data: { mentions }, rows }) => {
    for (const row of rows) {
      const engine = engines.at(at(mentions.engine, row));
      if (!first.has(engine)) first.set(engine, at(mentions.at, row));
    }
  });
  return first;
}
