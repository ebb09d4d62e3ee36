import type { CountedAnswers, Panel } from '../panel.ts';
import { type Counting, counted, Tally } from '../scan.ts';
import { FIRST_OF_HOST, FIRST_OF_SITE } from '../segment.ts';
import { NAMINGS, namedBy, namingCounts, namingIn } from './naming.ts';

/** Answers in a window that cited a host, and how many of them named the brand itself. */
export interface SourceCount {
  readonly host: string;
  readonly answers: number;
  readonly named: number;
}

/** Every host that is cited in a window. */
export async function countSources(answers: CountedAnswers): Promise<SourceCount[]> {
  const { hosts } = answers.panel.names;
  const totals = await counted(answers, byHost(answers.panel));
  return totals.map((group, count) => {
    const { answers: citing, named } = namingCounts(count);
    return { host: hosts.values[group] as string, answers: citing, named };
  });
}

/** A host in a window, as a part of its site: summed over the hosts of a site, its counts are answers that cite the site. */
export interface SiteCount {
  readonly site: string;
  readonly host: string;
  readonly answers: number;
  /** Of these, those that named the brand itself. */
  readonly named: number;
  /** Those that named a competitor and not the brand itself. */
  readonly gaps: number;
}

/** Every host that is cited in a window, with its site. */
export async function countSites(answers: CountedAnswers): Promise<SiteCount[]> {
  const { hosts } = answers.panel.names;
  const siteOf = await sitesOfHosts(answers);
  const totals = await counted(answers, byHost(answers.panel));
  return totals.map((group, count) => {
    const { rivals, ...counts } = namingCounts(count, NAMINGS);
    return { site: siteOf.get(group) ?? '', host: hosts.values[group] as string, ...counts };
  });
}

/** By the number of a host. */
async function sitesOfHosts({ panel, period }: CountedAnswers): Promise<Map<number, string>> {
  const siteOf = new Map<number, string>();
  for await (const { data } of panel.segments(['sources'], period)) {
    data.sources.host.of.forEach((host, code) => {
      siteOf.set(host, panel.names.sites.values[data.sources.siteOf[code] as number] as string);
    });
  }
  return siteOf;
}

/** Answers by host, and after these counts, for its first host only, each answer that cites a site. */
const byHost = (panel: Panel): Counting<'mentions' | 'sources'> => ({
  name: namedBy('sources', panel),
  kinds: ['mentions', 'sources'],
  width: 2 * NAMINGS,
  sums: ({ data: { mentions, sources }, keep }) => {
    const { start, cited, host, first } = sources;
    const naming = namingIn(panel, mentions);
    const tally = new Tally(host.of.length, 2 * NAMINGS);
    for (let row = 0; row < mentions.n; row++) {
      if (keep !== null && keep[row] === 0) continue;
      for (let index = start[row] as number; index < (start[row + 1] as number); index++) {
        const bits = first[index] as number;
        if ((bits & FIRST_OF_HOST) === 0) continue;
        const group = host.codes[cited[index] as number] as number;
        tally.add(group, naming[row] as number, 1);
        if ((bits & FIRST_OF_SITE) !== 0) tally.add(group, NAMINGS + (naming[row] as number), 1);
      }
    }
    return tally.sums((group) => host.of[group] as number);
  },
});
