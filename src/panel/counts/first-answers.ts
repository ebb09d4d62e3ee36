import { at } from '../bytes.ts';
import type { CountedAnswers } from '../panel.ts';
import { eachSegment } from '../scan.ts';

/** Each engine's first answer time. Omits engines without answers. */
export async function firstAnswers(answers: CountedAnswers): Promise<Map<string, number>> {
  const { engines } = answers.panel.names;
  const first: (number | undefined)[] = [];
  await eachSegment(answers, ['mentions'], ({ data: { mentions }, rows }) => {
    for (const row of rows) first[at(mentions.engine, row)] ??= at(mentions.at, row);
  });
  return new Map(first.flatMap((time, engine) => (time === undefined ? [] : [[engines.at(engine), time]])));
}
