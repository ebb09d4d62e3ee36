import type { PanelNames } from '../../names.ts';
import type { CountedAnswers, Panel } from '../../panel.ts';
import { type CountQuery, countGroups } from '../../scan.ts';
import { addTo, Memo } from '../../tally.ts';
import { NAMING_COUNTS, type NamingCounts, namedBy, namingCounts, namingIn } from './naming.ts';

/** Answers in a window that cite a page. */
export interface PageCount extends NamingCounts {
  readonly pageId: number;
}

/** The `limit` most cited pages, optionally only on some hosts, in no order, with ties for the last. */
export async function countPages(
  answers: CountedAnswers,
  { isOnHost, limit }: { readonly isOnHost?: (host: string) => boolean; readonly limit: number },
): Promise<PageCount[]> {
  const { names } = answers.panel;
  const tally = await countGroups(answers, byPage(answers.panel));
  const isOnIt = new Memo((host) => isOnHost?.(names.hosts.at(host)) ?? true);
  const isWanted = (page: number) => isOnHost === undefined || isOnIt.of(names.hostOf(page));
  return tally.mapMost(limit, pageCount(names), isWanted);
}

/** Counts only these pages, by id; omits pages without citations. */
export async function countGivenPages(
  answers: CountedAnswers,
  pages: readonly number[],
): Promise<PageCount[]> {
  const { names } = answers.panel;
  const wanted = new Set(names.pages.numbersOf(pages));
  const tally = await countGroups(answers, byPage(answers.panel));
  return tally.mapMost(tally.size, pageCount(names), (page) => wanted.has(page));
}

function pageCount({ pages }: PanelNames) {
  return ([page]: readonly [page: number], count: (each: number) => number): PageCount => ({
    pageId: pages.idOf(page),
    ...namingCounts(count),
  });
}

function byPage(panel: Panel): CountQuery<'mentions' | 'sources', [page: number]> {
  return {
    name: namedBy('pages', panel),
    kinds: ['mentions', 'sources'],
    key: ['page'],
    width: NAMING_COUNTS,
    add: (answers, tally) => {
      const { names } = namingIn(panel, answers);
      const { start, cited, page } = answers.data.sources;
      const counts = new Uint32Array(NAMING_COUNTS * page.length);
      for (const row of answers.rows) {
        const each = names[row] ?? 0;
        const end = start[row + 1] ?? 0;
        for (let index = start[row] ?? 0; index < end; index++) {
          addTo(counts, NAMING_COUNTS * (cited[index] ?? 0) + each, 1);
        }
      }
      tally.addPlaces(counts, page);
    },
  };
}
