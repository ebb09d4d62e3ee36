import { brandAt, wordsFor, wordsNaming } from '../../marks.ts';
import type { CountedAnswers, Panel } from '../../panel.ts';
import { type CountQuery, countGroups, Tally } from '../../scan.ts';
import { BRAND, namedBy, namingIn } from './naming.ts';

/** Answers in a window that cite a host and name a current competitor. */
export interface HostCompetitorCount {
  readonly host: string;
  readonly trackedId: number;
  readonly answers: number;
  /** Answers that do not name the brand itself. */
  readonly withoutSelf: number;
}

/** For every host cited in a window, the competitors that its citing answers name. */
export async function countCompetitorsByHost(answers: CountedAnswers): Promise<HostCompetitorCount[]> {
  const { competitors, names } = answers.panel;
  const totals = await countGroups(answers, competitorsByHost(answers.panel));
  return totals.map((group, count) => ({
    host: names.hosts.values[Math.floor(group / competitors.length)] as string,
    trackedId: competitors[group % competitors.length] as number,
    answers: count(0),
    withoutSelf: count(1),
  }));
}

function competitorsByHost(panel: Panel): CountQuery<'mentions' | 'sources'> {
  const competitors = panel.competitors.length;
  const each = wordsFor(panel.competitors);
  return {
    name: namedBy('competitors by host', panel),
    kinds: ['mentions', 'sources'],
    width: 2,
    sums: ({ data: { mentions, sources }, keep }) => {
      const { start, cited, host, isFirst } = sources;
      const [naming, words] = [namingIn(panel, mentions), wordsNaming(mentions, panel.competitors)];
      const tally = new Tally(host.of.length * competitors, 2, mentions.n);
      for (let row = 0; row < mentions.n; row++) {
        if (keep !== null && keep[row] === 0) continue;
        const isAlone = 1 - ((naming[row] as number) & BRAND);
        for (let index = start[row] as number; index < (start[row + 1] as number); index++) {
          if (isFirst[index] === 0) continue;
          const first = (host.codes[cited[index] as number] as number) * competitors;
          for (let word = 0; word < each; word++) {
            for (let bits = words[row * each + word] as number; bits !== 0; bits &= bits - 1) {
              const group = first + brandAt(word, bits);
              tally.add(group, 0, 1);
              tally.add(group, 1, isAlone);
            }
          }
        }
      }
      return tally.sums(
        (group) => (host.of[Math.floor(group / competitors)] as number) * competitors + (group % competitors),
      );
    },
  };
}
