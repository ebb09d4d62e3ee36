import Type from 'typebox';
import { formatDay } from '../../domain/time/instant.ts';
import {
  type GivenWindow,
  type ReadFigures,
  readGivenWindow,
} from '../../storage/traffic/read-given-files.ts';
import type { Days } from '../../storage/traffic/read-log-days.ts';
import type { GivenKind } from '../../traffic/given/given-table.ts';
import { PRODUCTS } from '../../traffic/products.ts';
import type { ReportContext } from '../shape/report.ts';
import { nullable, nullableInteger, readonlyList, text } from '../shape/schemas.ts';

/** Figures that engines and services give in files. They stand beside others, with days of their own, and are never added to them. */

type Context = Pick<ReportContext, 'db' | 'brand'>;

const ofDays = { from: text('The first day of these figures.'), until: text('The last day.') };
const daysOf = ({ first, last }: Days) => ({ from: formatDay(first), until: formatDay(last) });

/** `meta` of reports with figures of pages. */
export const givenPagesMeta = {
  given: Type.Object(
    {
      bing: nullable(Type.Object(ofDays), 'Of `bing_citations`; null without a file of pages.'),
      search_console: nullable(
        Type.Object(ofDays),
        'Of `search_console_impressions`; null without such a file.',
      ),
    },
    {
      description:
        'The days that figures from files are of. A window of a file cannot be cut to that of the report.',
    },
  ),
};

/** What a page's files say; null is unavailable or not returned, never 0. */
interface PageFigures {
  readonly bing_citations: number | null;
  readonly search_console_impressions: number | null;
}

export async function givenPages({ db, brand }: Context, days: Days) {
  const read = async (kind: GivenKind) => await readGivenWindow(db, brand.id, kind, days);
  const [bing, searchConsole] = [await read('bing_pages'), await read('search_console_pages')];
  const citations = sums(bing, 'citations', ({ page }) => page);
  const impressions = sums(searchConsole, 'impressions', ({ page }) => page);
  return {
    meta: { bing: bing && daysOf(bing), search_console: searchConsole && daysOf(searchConsole) },
    pages: [bing, searchConsole].flatMap((each) => each?.rows.flatMap(({ page }) => page ?? []) ?? []),
    figuresOf: (page: string): PageFigures => ({
      bing_citations: citations.get(page) ?? null,
      search_console_impressions: impressions.get(page) ?? null,
    }),
  };
}

/** `meta` of reports with sessions by product. */
export const givenSessionsMeta = {
  ga4: nullable(
    Type.Object({
      ...ofDays,
      products: readonlyList(
        Type.Object({
          product: text('The product, as in /visits.'),
          product_name: text('Its name.'),
          sessions: nullableInteger(
            'Sessions without a sign of payment; null: unavailable, or not returned.',
          ),
          paid: nullableInteger('Sessions by paid links; null: unavailable, or not returned.'),
        }),
        'Products that the file returned.',
      ),
    }),
    'Sessions as Google Analytics 4 counts them, on days of its own. They are in no count of visits. Null without a file.',
  ),
};

export async function givenSessions({ db, brand }: Context, days: Days, product: string | null) {
  const window = await readGivenWindow(db, brand.id, 'ga4', days);
  if (window === null) return { ga4: null };
  const [sessions, paid] = ['sessions', 'paid'].map((field) => sums(window, field, ({ label }) => label));
  const named = new Set(window.rows.map(({ label }) => label));
  const products = PRODUCTS.filter(({ id }) => named.has(id) && (product === null || id === product));
  return {
    ga4: {
      ...daysOf(window),
      products: products.map(({ id, name }) => ({
        ...{ product: id, product_name: name },
        ...{ sessions: sessions?.get(id) ?? null, paid: paid?.get(id) ?? null },
      })),
    },
  };
}

/** A figure's sum by page or label, of the days that have it; nothing where none has. */
function sums(
  window: GivenWindow | null,
  field: string,
  keyOf: (row: ReadFigures) => string | null,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const row of window?.rows ?? []) {
    const [key, figure] = [keyOf(row), row.figures[field]];
    if (key !== null && typeof figure === 'number') found.set(key, (found.get(key) ?? 0) + figure);
  }
  return found;
}
