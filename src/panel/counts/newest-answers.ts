import type { CountedAnswers } from '../panel.ts';
import { eachNewest } from '../scan.ts';

export interface NewestAnswer {
  readonly id: number;
  readonly engine: string;
  readonly prompt: number;
  readonly citedHosts: readonly string[];
}

/** The newest answers, at most `perEngine` for each engine. */
export async function newestOfEach(answers: CountedAnswers, perEngine: number): Promise<NewestAnswer[]> {
  const { engines, prompts, hosts } = answers.panel.names;
  const found: NewestAnswer[] = [];
  const counts = new Map<string, number>();
  await eachNewest(answers, ['mentions', 'sources'], ({ data: { mentions, sources }, keep }) => {
    for (let row = mentions.n - 1; row >= 0; row--) {
      if (keep !== null && keep[row] === 0) continue;
      const { engine: asked, prompt } = mentions;
      const engine = engines.values[asked.of[asked.codes[row] as number] as number] as string;
      const count = counts.get(engine) ?? 0;
      if (count === perEngine) continue;
      counts.set(engine, count + 1);
      const cited = new Set<string>();
      for (let index = sources.start[row] as number; index < (sources.start[row + 1] as number); index++) {
        const code = sources.host.codes[sources.cited[index] as number] as number;
        cited.add(hosts.values[sources.host.of[code] as number] as string);
      }
      found.push({
        id: mentions.id[row] as number,
        engine,
        prompt: prompts.values[prompt.of[prompt.codes[row] as number] as number] as number,
        citedHosts: [...cited],
      });
    }
    return counts.size === 0 || [...counts.values()].some((count) => count < perEngine);
  });
  return found;
}
