import type { CountedAnswers, Panel } from '../../panel.ts';
import { type CountQuery, countGroups } from '../../scan.ts';
import { addTo } from '../../tally.ts';
import { NAMING_COUNTS, type NamingCounts, namedBy, namingCounts, namingIn } from './naming.ts';

/** Answers in a window that cite a host, and what they name. */
export interface SourceCount extends Omit<NamingCounts, 'competitors'> {
  readonly host: string;
}

export async function countSources(answers: CountedAnswers): Promise<SourceCount[]> {
  const { hosts } = answers.panel.names;
  const tally = await countGroups(answers, byHost(answers.panel));
  return tally.map(([host], count) => {
    const { competitors: _, ...counts } = namingCounts(count);
    return { host: hosts.at(host), ...counts };
  });
}

const byHost = (panel: Panel): CountQuery<'mentions' | 'sources', [host: number]> => ({
  name: namedBy('sources', panel),
  kinds: ['mentions', 'sources'],
  key: ['host'],
  width: NAMING_COUNTS,
  add: (answers, tally) => {
    const { names } = namingIn(panel, answers);
    const { start, cited, hostCode, hosts, isFirst } = answers.data.sources;
    const counts = new Uint32Array(NAMING_COUNTS * hosts.length);
    for (const row of answers.rows) {
      const each = names[row] ?? 0;
      const end = start[row + 1] ?? 0;
      for (let index = start[row] ?? 0; index < end; index++) {
        const host = hostCode[cited[index] ?? 0] ?? 0;
        if (isFirst[index] === 1) addTo(counts, NAMING_COUNTS * host + each, 1);
      }
    }
    tally.addPlaces(counts, hosts);
  },
});
