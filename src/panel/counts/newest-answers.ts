import { at } from '../bytes.ts';
import type { CountedAnswers } from '../panel.ts';
import { eachNewest } from '../scan.ts';
import { eachHost } from '../segment.ts';

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
  await eachNewest(answers, ['mentions', 'sources'], ({ data: { mentions, sources }, rows }) => {
    for (const row of rows.toReversed()) {
      const engine = engines.at(at(mentions.engine, row));
      const count = counts.get(engine) ?? 0;
      if (count === perEngine) continue;
      counts.set(engine, count + 1);
      const cited = new Set<string>();
      eachHost(sources, row, (host) => cited.add(hosts.at(host)));
      found.push({
        id: at(mentions.id, row),
        engine,
        prompt: prompts.at(at(mentions.prompt, row)),
        citedHosts: [...cited],
      });
    }
    return [...counts.values()].some((count) => count < perEngine);
  });
  return found;
}
