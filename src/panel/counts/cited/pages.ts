import { at } from '../../bytes.ts';
import type { CountedAnswers, Panel } from '../../panel.ts';
import { type CountQuery, countGroups, eachSegment } from '../../scan.ts';
import { hostAt, pageAt } from '../../segment.ts';
import { LongTally, Memo } from '../../tally.ts';
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
  const wanted = new Memo((host) => site === null || names.sites.at(names.siteOf(host)) === site);
  const tally = new LongTally();
  await eachSegment(answers, ['mentions', 'sources'], ({ data: { sources }, rows }) => {
    for (const row of rows) {
      const end = at(sources.start, row + 1);
      for (let index = at(sources.start, row); index < end; index++) {
        if (site === null || wanted.of(hostAt(sources, index))) tally.add(pageAt(sources, index));
      }
    }
  });
  return await countNumbers(answers, tally.most(limit));
}

/** Counts only these pages, by id; omits pages without citations. */
export async function countGivenPages(
  answers: CountedAnswers,
  pages: readonly number[],
): Promise<PageCount[]> {
  return await countNumbers(answers, answers.panel.names.pages.numbersOf(pages));
}

async function countNumbers(answers: CountedAnswers, numbers: Iterable<number>): Promise<PageCount[]> {
  const { pages } = answers.panel.names;
  const isWanted = new Uint8Array(pages.size);
  for (const number of numbers) isWanted[number] = 1;
  const tally = await countGroups(answers, byPage(answers.panel, isWanted));
  return tally.map(([page], count) => {
    const { gaps, ...counts } = namingCounts(count);
    return { pageId: pages.idOf(page), ...counts };
  });
}

function byPage(panel: Panel, isWanted: Uint8Array): CountQuery<'mentions' | 'sources', [page: number]> {
  return {
    name: null,
    kinds: ['mentions', 'sources'],
    width: NAMING_COUNTS,
    add: ({ data: { mentions, sources }, rows }, tally) => {
      const naming = namingIn(panel, mentions);
      for (const row of rows) {
        const end = at(sources.start, row + 1);
        for (let index = at(sources.start, row); index < end; index++) {
          const page = pageAt(sources, index);
          if (isWanted[page] === 1) tally.add(tally.groupOf([page]), namingCountOf(naming(row)));
        }
      }
    },
  };
}
