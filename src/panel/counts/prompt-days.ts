import { dayOf } from '../../domain/period.ts';
import type { CountedAnswers } from '../panel.ts';
import { eachSegment, promptAndEngine } from '../scan.ts';

/** The first and the last UTC day with an answer of an engine to a prompt, in whole days since 1970. */
export interface PromptDays {
  readonly engine: string;
  readonly promptId: number;
  readonly first: number;
  readonly last: number;
}

/** When each prompt was answered on each engine. */
export async function listPromptDays(answers: CountedAnswers): Promise<PromptDays[]> {
  const { engines, prompts } = answers.panel.names;
  const found = new Map<string, PromptDays>();
  await eachSegment(answers, ['mentions'], ({ data: { mentions }, keep }) => {
    const { n, at, prompt, engine } = mentions;
    const width = engine.of.length;
    // Rows are in the order of time, and 0 stands for none.
    const first = new Uint32Array(prompt.of.length * width);
    const last = new Uint32Array(prompt.of.length * width);
    for (let row = 0; row < n; row++) {
      if (keep !== null && keep[row] === 0) continue;
      const place = promptAndEngine(mentions, row);
      last[place] = row + 1;
      if (first[place] === 0) first[place] = row + 1;
    }
    first.forEach((row, place) => {
      if (row === 0) return;
      const slug = engines.values[engine.of[place % width] as number] as string;
      const promptId = prompts.values[prompt.of[Math.floor(place / width)] as number] as number;
      const days = {
        first: dayOf(at[row - 1] as number),
        last: dayOf(at[(last[place] as number) - 1] as number),
      };
      const known = found.get(`${slug} ${promptId}`) ?? days;
      found.set(`${slug} ${promptId}`, {
        ...{ engine: slug, promptId },
        first: Math.min(known.first, days.first),
        last: Math.max(known.last, days.last),
      });
    });
  });
  return [...found.values()];
}
