import { isRate } from '../../domain/web/figure-cells.ts';
import { IMPRESSIONS } from '../../domain/web/search-headers.ts';
import type { Field, GivenReport } from './given-table.ts';
import { CLICKS, DATES, PAGES } from './header-words.ts';

/**
 * Search Console's report on generative AI: AI Overviews, AI Mode, and Discover together. Its headers are in the user's
 * language. An impression is a URL anywhere in an answer, also where nobody unfolded it.
 */

const COUNT: Field = { id: 'impressions', type: 'count', names: IMPRESSIONS, isNeeded: true };
const DATE: Field = { id: 'date', type: 'day', names: DATES };
const PAGE: Field = { id: 'page', type: 'page', names: PAGES };

const common = {
  instrument: 'search_console',
  begins: null,
  alike: 'parts',
  monthFirst: false,
  refusal: (headers: readonly string[], rows: readonly (readonly string[])[]) =>
    headers.some((each) => CLICKS.test(each)) || rows.slice(0, 1).some((row) => row.some(isRate))
      ? 'This is Search Console’s report on all searches: it has clicks. Export the report on generative AI, which has none.'
      : null,
  rowOf: ({ impressions = null }: { readonly impressions?: string | number | null }) => ({
    label: null,
    figures: { impressions },
  }),
} as const;

export const SEARCH_CONSOLE_PAGES: GivenReport = {
  ...common,
  kind: 'search_console_pages',
  name: 'Search Console, generative AI: pages',
  fields: [COUNT, { ...PAGE, isNeeded: true }, DATE],
};

export const SEARCH_CONSOLE_DAYS: GivenReport = {
  ...common,
  kind: 'search_console_days',
  name: 'Search Console, generative AI: days',
  fields: [COUNT, { ...DATE, isNeeded: true }],
};
