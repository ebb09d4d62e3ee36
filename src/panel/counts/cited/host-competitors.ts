import type { CountedAnswers, Panel } from '../../panel.ts';
import { type CountQuery, countGroups, isNamed } from '../../scan.ts';
import { addTo } from '../../tally.ts';
import { NAMES_BRAND, NAMES_COMPETITOR, namedBy, namingIn } from './naming.ts';

/** Answers that cite a host and name a current competitor. */
export interface HostCompetitorCount {
  readonly host: string;
  readonly trackedId: number;
  readonly answers: number;
  /** Answers that do not name the brand itself. */
  readonly withoutSelf: number;
}

export async function countCompetitorsByHost(
  answers: CountedAnswers,
  hosts: readonly string[],
): Promise<HostCompetitorCount[]> {
  const { competitors, names } = answers.panel;
  const tally = await countGroups(answers, competitorsByHost(answers.panel));
  const found = hosts.flatMap((host) => {
    const group = tally.groupAt(names.hosts.known(host) ?? -1);
    return competitors.map((trackedId, place) => ({
      host,
      trackedId,
      answers: group < 0 ? 0 : tally.count(group, 2 * place),
      withoutSelf: group < 0 ? 0 : tally.count(group, 2 * place + 1),
    }));
  });
  return found.filter((each) => each.answers > 0);
}

/** By host: two counts for each competitor. */
function competitorsByHost(panel: Panel): CountQuery<'mentions' | 'sources', [host: number]> {
  return {
    name: namedBy('competitors by host', panel),
    kinds: ['mentions', 'sources'],
    key: ['host'],
    width: 2 * panel.competitors.length,
    add: (answers, tally) => {
      const { names, competitors } = namingIn(panel, answers);
      const { start, cited, hostCode, hosts, isFirst } = answers.data.sources;
      const width = 2 * competitors.length;
      const counts = new Uint32Array(width * hosts.length);
      for (const row of answers.rows) {
        const naming = names[row] ?? 0;
        if ((naming & NAMES_COMPETITOR) === 0) continue;
        const isWithoutSelf = (naming & NAMES_BRAND) === 0;
        const end = start[row + 1] ?? 0;
        for (let place = 0; place < competitors.length; place++) {
          if (!isNamed(competitors[place]?.[row] ?? 0)) continue;
          for (let index = start[row] ?? 0; index < end; index++) {
            if (isFirst[index] !== 1) continue;
            const count = width * (hostCode[cited[index] ?? 0] ?? 0) + 2 * place;
            addTo(counts, count, 1);
            if (isWithoutSelf) addTo(counts, count + 1, 1);
          }
        }
      }
      tally.addPlaces(counts, hosts);
    },
  };
}
