import { brandAt, wordsFor, wordsNaming } from '../marks.ts';
import type { CountedAnswers, Panel } from '../panel.ts';
import { type Counting, counted, Tally } from '../scan.ts';
import { BRAND, namedBy, namingIn } from './naming.ts';

/** Answers in a window that cite a host and name a competitor tracked now. */
export interface HostRivalCount {
  readonly host: string;
  readonly trackedId: number;
  readonly answers: number;
  /** Of these, those that do not name the brand itself. */
  readonly withoutSelf: number;
}

/** For every host that is cited in a window, the competitors that these answers name. */
export async function countRivalsByHost(answers: CountedAnswers): Promise<HostRivalCount[]> {
  const { competitors, names } = answers.panel;
  const totals = await counted(answers, rivalsByHost(answers.panel));
  return totals.map((group, count) => ({
    host: names.hosts.values[Math.floor(group / competitors.length)] as string,
    trackedId: competitors[group % competitors.length] as number,
    ...{ answers: count(0), withoutSelf: count(1) },
  }));
}

function rivalsByHost(panel: Panel): Counting<'mentions' | 'sources'> {
  const rivals = panel.competitors.length;
  const each = wordsFor(panel.competitors);
  return {
    name: namedBy('rivals by host', panel),
    kinds: ['mentions', 'sources'],
    width: 2,
    sums: ({ data: { mentions, sources }, keep }) => {
      const { start, cited, host, isFirst } = sources;
      const [naming, words] = [namingIn(panel, mentions), wordsNaming(mentions, panel.competitors)];
      const tally = new Tally(host.of.length * rivals, 2, mentions.n);
      for (let row = 0; row < mentions.n; row++) {
        if (keep !== null && keep[row] === 0) continue;
        const isAlone = 1 - ((naming[row] as number) & BRAND);
        for (let index = start[row] as number; index < (start[row + 1] as number); index++) {
          if (isFirst[index] === 0) continue;
          const first = (host.codes[cited[index] as number] as number) * rivals;
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
        (group) => (host.of[Math.floor(group / rivals)] as number) * rivals + (group % rivals),
      );
    },
  };
}
