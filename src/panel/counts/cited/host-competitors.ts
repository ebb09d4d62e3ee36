import { at } from '../../bytes.ts';
import type { CountedAnswers, Panel } from '../../panel.ts';
import { type CountQuery, countGroups, isNamed } from '../../scan.ts';
import { eachHost } from '../../segment.ts';
import { Memo } from '../../tally.ts';
import { NAMES_BRAND, NAMES_COMPETITOR, namedBy, namingIn } from './naming.ts';

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
  const tally = await countGroups(answers, competitorsByHost(answers.panel));
  const found = tally.map(([host], count) =>
    competitors.map((trackedId, place) => ({
      host: names.hosts.at(host),
      trackedId,
      answers: count(2 * place),
      withoutSelf: count(2 * place + 1),
    })),
  );
  return found.flat().filter((each) => each.answers > 0);
}

/** By host: two counts for each competitor. */
function competitorsByHost(panel: Panel): CountQuery<'mentions' | 'sources', [host: number]> {
  return {
    name: namedBy('competitors by host', panel),
    kinds: ['mentions', 'sources'],
    key: ['host'],
    width: 2 * panel.competitors.length,
    add: ({ data: { mentions, sources }, rows }, tally) => {
      const { names, competitors } = namingIn(panel, mentions);
      const groups = new Memo((host) => tally.groupOf([host]));
      for (const row of rows) {
        const naming = at(names, row);
        if ((naming & NAMES_COMPETITOR) === 0) continue;
        const isBrand = (naming & NAMES_BRAND) !== 0;
        eachHost(sources, row, (host) => {
          const group = groups.of(host);
          for (let place = 0; place < competitors.length; place++) {
            if (!isNamed(at(competitors[place] ?? names, row))) continue;
            tally.add(group, 2 * place);
            if (!isBrand) tally.add(group, 2 * place + 1);
          }
        });
      }
    },
  };
}
