import type { CountedAnswers } from '../panel.ts';
import { eachSegment } from '../scan.ts';

/** When the first of the answers of each engine came. An engine without answers has no entry. */
export async function firstAnswers(answers: CountedAnswers): Promise<Map<string, number>> {
  const first = new Map<number, number>();
  await eachSegment(answers, ['mentions'], ({ data: { mentions }, keep }) => {
    const { n, at, engine } = mentions;
    for (let row = 0; row < n; row++) {
      if (keep !== null && keep[row] === 0) continue;
      const code = engine.of[engine.codes[row] as number] as number;
      if (!first.has(code)) first.set(code, at[row] as number);
    }
  });
  const { engines } = answers.panel.names;
  return new Map([...first].map(([code, at]) => [engines.values[code] as string, at]));
}
