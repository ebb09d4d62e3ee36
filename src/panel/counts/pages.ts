import { countedOf, mostCounted } from '../most.ts';
import type { CountedAnswers, Panel } from '../panel.ts';
import { type Counting, type RowOf, Tally } from '../scan.ts';
import type { Sources } from '../segment.ts';
import { NAMINGS, type NamingCounts, namedBy, namingCounts, namingIn } from './naming.ts';

/** Answers in a window that cited a page. */
export interface PageCount extends Omit<NamingCounts, 'gaps'> {
  readonly pageId: number;
}

/** The most cited pages, of one site if wanted: `limit` of them in no order, and those that as many answers cited as the last of these. */
export async function countPages(
  answers: CountedAnswers,
  { site, limit }: { readonly site: string | null; readonly limit: number },
): Promise<PageCount[]> {
  return await mostCounted(answers, byPage(answers.panel, site), limit, pageCount);
}

/** The same of these pages alone, those that are cited. */
export async function countGivenPages(
  answers: CountedAnswers,
  { site, pages }: { readonly site: string | null; readonly pages: readonly number[] },
): Promise<PageCount[]> {
  return await countedOf(answers, byPage(answers.panel, site), pages, pageCount);
}

const pageCount: RowOf<PageCount> = (group, count) => {
  const { gaps, ...counts } = namingCounts(count);
  return { pageId: group, ...counts };
};

/** Sums of one site alone are not kept: there are too many sites. */
const byPage = (panel: Panel, site: string | null): Counting<'mentions' | 'sources'> => ({
  name: site === null ? namedBy('pages', panel) : null,
  kinds: ['mentions', 'sources'],
  width: NAMINGS,
  sums: ({ data: { mentions, sources }, keep }) => {
    const { start, cited, page } = sources;
    const naming = namingIn(panel, mentions);
    const isWanted = pairsOn(sources, site === null ? null : panel.names.sites.known(site));
    const tally = new Tally(page.length, NAMINGS, mentions.n);
    for (let row = 0; row < mentions.n; row++) {
      if (keep !== null && keep[row] === 0) continue;
      for (let index = start[row] as number; index < (start[row + 1] as number); index++) {
        const pair = cited[index] as number;
        if (isWanted !== null && isWanted[pair] === 0) continue;
        tally.add(pair, naming[row] as number, 1);
      }
    }
    return tally.sums((pair) => page[pair] as number);
  },
});

/** Which pairs of a page and its host are on a site: 1 for those. Null for all, where no site is asked for. */
function pairsOn({ host, siteOf }: Sources, site: number | undefined | null): Uint8Array | null {
  if (site === null) return null;
  return Uint8Array.from(host.codes, (code) => (siteOf[code] === site ? 1 : 0));
}
