import { countGivenGroups, countTopGroups } from '../../most.ts';
import type { PanelNames } from '../../names.ts';
import type { CountedAnswers, Panel } from '../../panel.ts';
import { type CountQuery, type RowOf, Tally } from '../../scan.ts';
import { NAMINGS, type NamingCounts, namedBy, namingCounts, namingIn } from './naming.ts';

/** Answers in a window that cite a page. */
export interface PageCount extends Omit<NamingCounts, 'gaps'> {
  readonly pageId: number;
}

/** The `limit` most cited pages, optionally within one site, in no order, with ties for the last. */
export async function countPages(
  answers: CountedAnswers,
  { site, limit }: { readonly site: string | null; readonly limit: number },
): Promise<PageCount[]> {
  const { names } = answers.panel;
  const isOnSite = (page: number) =>
    names.sites.values[names.siteOfHost[names.hostOfPage[page] as number] as number] === site;
  const isOne = site === null ? null : isOnSite;
  return await countTopGroups(answers, byPage(answers.panel), limit, pageCount(names), isOne);
}

/** Counts only these pages, by id; omits pages without citations. */
export async function countGivenPages(
  answers: CountedAnswers,
  pages: readonly number[],
): Promise<PageCount[]> {
  const { names } = answers.panel;
  return await countGivenGroups(
    answers,
    byPage(answers.panel),
    names.pages.numbersOf(pages),
    pageCount(names),
  );
}

function pageCount({ pages }: PanelNames): RowOf<PageCount> {
  return (group, count) => {
    const { gaps, ...counts } = namingCounts(count);
    return { pageId: pages.idOf(group), ...counts };
  };
}

const byPage = (panel: Panel): CountQuery<'mentions' | 'sources'> => ({
  name: namedBy('pages', panel),
  kinds: ['mentions', 'sources'],
  width: NAMINGS,
  sums: ({ data: { mentions, sources }, keep }) => {
    const { start, cited, page } = sources;
    const naming = namingIn(panel, mentions);
    const tally = new Tally(page.length, NAMINGS, mentions.n);
    for (let row = 0; row < mentions.n; row++) {
      if (keep !== null && keep[row] === 0) continue;
      for (let index = start[row] as number; index < (start[row + 1] as number); index++) {
        tally.add(cited[index] as number, naming[row] as number, 1);
      }
    }
    return tally.sumsOf(page);
  },
});
