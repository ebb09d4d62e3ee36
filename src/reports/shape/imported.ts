import Type from 'typebox';
import { activeMarkets } from '../../domain/brand/market.ts';
import { countAnswers } from '../../panel/counts/answers.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { eachMarket, oneMarket } from './markets.ts';
import type { Report, ReportContext } from './report.ts';
import { count } from './schemas.ts';
import { type SliceQuery, sliceOf } from './slice.ts';
import { isWindowed, type WindowQuery, windowOf } from './window.ts';

/** How many of a report's answers Sightline did not ask for itself. */

/** `meta` in reports over a window that take `imported`; absent if none was imported. */
export const importedMeta = {
  imported: Type.Optional(
    Type.Object(
      { answers: count('Imported answers.'), of: count('All answers in the window.') },
      { description: 'Answers that were imported. Absent if none was.' },
    ),
  ),
};

export interface Imported {
  readonly answers: number;
  readonly of: number;
}

export function tellsImported({ query }: Pick<Report, 'query'>): boolean {
  return 'imported' in query && isWindowed({ query });
}

/** What a report over a window says of its imported answers; null for none. */
export async function importedIn(
  context: ReportContext,
  report: Pick<Report, 'query' | 'isOfOneMarket'>,
  query: SliceQuery & WindowQuery & { readonly engine?: string },
): Promise<Imported | null> {
  const { brand, panel, now } = context;
  if (!brand.hasImports || !tellsImported(report)) return null;
  const { period } = windowOf(now, query);
  const markets = report.isOfOneMarket ? [oneMarket(brand, query)] : eachMarket(brand, query);
  const isAll =
    markets.length === activeMarkets(brand.markets).length && markets.length === brand.markets.length;
  const only = {
    ...(await sliceOf(context, period, query)),
    engine: query.engine,
    markets: isAll ? undefined : new Set(markets.map(({ id }) => id)),
  };
  return await importedOf({ panel, period, only });
}

/** Null if none was imported. */
export async function importedOf(answers: CountedAnswers): Promise<Imported | null> {
  const counts = await countAnswers(answers);
  const imported = counts.reduce((sum, each) => sum + each.imported, 0);
  const all = counts.reduce((sum, each) => sum + each.answers, 0);
  return imported === 0 ? null : { answers: imported, of: all };
}

/** A sentence; '' for null. */
export function importedNote(imported: Imported | null | undefined): string {
  if (!imported) return '';
  const [some, all] = [imported.answers, imported.of].map((each) => each.toLocaleString('en-US'));
  const were = imported.answers === 1 ? 'was' : 'were';
  return `${some} of ${all} answers in the window ${were} imported: Sightline did not ask for them.`;
}
