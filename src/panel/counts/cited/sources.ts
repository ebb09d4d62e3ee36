import type { CountedAnswers, Panel } from '../../panel.ts';
import { type CountQuery, countGroups, Tally } from '../../scan.ts';
import { NAMINGS, namedBy, namingCounts, namingIn } from './naming.ts';

/** Answers in a window that cite a host, and how many name the brand itself. */
export interface SourceCount {
  readonly host: string;
  readonly answers: number;
  readonly named: number;
}

/** Every host cited in a window. */
export async function countSources(answers: CountedAnswers): Promise<SourceCount[]> {
  const { hosts } = answers.panel.names;
  const totals = await countGroups(answers, byHost(answers.panel));
  return totals.map((group, count) => {
    const { answers: citing, named } = namingCounts(count);
    return { host: hosts.values[group] as string, answers: citing, named };
  });
}

const byHost = (panel: Panel): CountQuery<'mentions' | 'sources'> => ({
  name: namedBy('sources', panel),
  kinds: ['mentions', 'sources'],
  width: NAMINGS,
  sums: ({ data: { mentions, sources }, keep }) => {
    const { start, cited, host, isFirst } = sources;
    const naming = namingIn(panel, mentions);
    const tally = new Tally(host.of.length, NAMINGS, mentions.n);
    for (let row = 0; row < mentions.n; row++) {
      if (keep !== null && keep[row] === 0) continue;
      for (let index = start[row] as number; index < (start[row + 1] as number); index++) {
        if (isFirst[index] === 0) continue;
        tally.add(host.codes[cited[index] as number] as number, naming[row] as number, 1);
      }
    }
    return tally.sums((group) => host.of[group] as number);
  },
});
