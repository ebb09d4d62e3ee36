import { BING_DAYS, BING_PAGES, BING_QUERIES } from './bing.ts';
import { GA4 } from './ga4.ts';
import type { GivenKind, GivenReport } from './given-table.ts';
import { SEARCH_CONSOLE_DAYS, SEARCH_CONSOLE_PAGES } from './search-console.ts';

/** The first whose columns a file has is its report. */
export const GIVEN_REPORTS: readonly GivenReport[] = [
  BING_QUERIES,
  BING_PAGES,
  BING_DAYS,
  SEARCH_CONSOLE_PAGES,
  SEARCH_CONSOLE_DAYS,
  GA4,
];

export function givenReport(kind: GivenKind): GivenReport {
  return GIVEN_REPORTS.find((each) => each.kind === kind) ?? BING_DAYS;
}
