import { at } from '../../bytes.ts';
import type { CountedAnswers, Panel } from '../../panel.ts';
import { type CountQuery, countGroups } from '../../scan.ts';
import { addTo } from '../../tally.ts';
import { NAMING_COUNTS, namedBy, namingCounts, namingIn } from './naming.ts';

/** Answers in a window that cite a host, and how many name the brand itself. */
export interface SourceCount {
  readonly host: string;
  readonly answers: number;
  readonly named: number;
}

/** Every host cited in a window. */
export async function countSources(answers: CountedAnswers): Promise<SourceCount[]> {
  const { hosts } = answers.panel.names;
  const tally = await countGroups(answers, byHost(answers.panel));
  return tally.map(([host], count) => {
    const { answers: citing, named } = namingCounts(count);
    return { host: hosts.at(host), answers: citing, named };
  });
}

const byHost = (panel: Panel): CountQuery<'mentions' | 'sources', [host: number]> => ({
  name: namedBy('sources', panel),
  kinds: ['mentions', 'sources'],
  key: ['host'],
  width: NAMING_COUNTS,
  add: ({ data: { mentions, sources }, rows }, tally) => {
    const { names } = namingIn(panel, mentions);
    const { start, cited, hostCode, hosts, isFirst } = sources;
    const counts = new Uint32Array(NAMING_COUNTS * hosts.length);
    for (const row of rows) {
      const each = at(names, row);
      const end = at(start, row + 1);
      for (let index = at(start, row); index < end; index++) {
        if (isFirst[index] === 1) addTo(counts, NAMING_COUNTS * at(hostCode, at(cited, index)) + each, 1);
      }
    }
    tally.addPlaces(counts, (place) => [at(hosts, place)]);
  },
});
