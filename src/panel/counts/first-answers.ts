import type { CountedAnswers } from '../panel.ts';
import { eachSegment } from '../scan.ts';

/** Each engine's first answer time. Omits engines without answers. */
export async function firstAnswers(answers: CountedAnswers): Promise<Map<string, number>> {
  const first = new Map<number, number>();
  await eachSegment(answers, ['mentions'], ({ data: { mentions }, keep }) => {
    const { n, at, engine } = mentions;
    let missing = engine.of.filter((code) => !first.has(code)).length;
    for (let row = 0; row < n && missing > 0; row++) {
      if (keep !== null && keep[row] === 0) continue;
      const code = engine.of[engine.codes[row] as number] as number;
      if (first.has(code)) continue;
      first.set(code, at[row] as number);
      missing -= 1;
    }
  });
  const { engines } = answers.panel.names;
  return new Map([...first].map(([code, at]) => [engines.values[code] as string, at]));
}
