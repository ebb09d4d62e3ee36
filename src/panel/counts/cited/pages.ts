import type { CountedAnswers, Panel } from '../../panel.ts';
import { eachSegment } from '../../scan.ts';
import { eachOf, pageAt } from '../../segment.ts';
import { LongTally, mostOf } from '../../tally.ts';
import { NAMING_COUNTS, type NamingCounts, namingCountOf, namingCounts, namingIn } from './naming.ts';

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
  const tally = await countByPage(answers);
  const cited = tally.numbers();
  const wanted = site === null ? null : names.sites.known(site);
  const pages = wanted === null ? cited : cited.filter((page) => names.siteOf(names.hostOf(page)) === wanted);
  return mostOf(pages, limit, (page) => tally.sum(page)).map((page) => pageCount(answers.panel, tally, page));
}

/** Counts only these pages, by id; omits pages without citations. */
export async function countGivenPages(
  answers: CountedAnswers,
  pages: readonly number[],
): Promise<PageCount[]> {
  const tally = await countByPage(answers);
  const numbers = [...answers.panel.names.pages.numbersOf(pages)].filter((page) => tally.sum(page) > 0);
  return numbers.map((page) => pageCount(answers.panel, tally, page));
}

function pageCount({ names: { pages } }: Panel, tally: LongTally, page: number): PageCount {
  const { gaps, ...counts } = namingCounts((each) => tally.count(page, each));
  return { pageId: pages.idOf(page), ...counts };
}

async function countByPage(answers: CountedAnswers): Promise<LongTally> {
  const tally = new LongTally(NAMING_COUNTS);
  await eachSegment(answers, ['mentions', 'sources'], ({ data: { mentions, sources }, rows }) => {
    const naming = namingIn(answers.panel, mentions);
    for (const row of rows) {
      const each = namingCountOf(naming(row));
      eachOf(sources, row, (index) => tally.add(pageAt(sources, index), each));
    }
  });
  return tally;
}
