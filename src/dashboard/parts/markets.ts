import { marketWords } from '../../domain/market.ts';
import { reports } from '../../reports/index.ts';
import type { RowOf } from '../../reports/shape/report.ts';
import type { Visit } from '../visit.ts';

/** A market of a brand with several, as /brands has it. */
export type MarketRow = NonNullable<RowOf<typeof reports.brands>['markets']>[number];

/** The markets of the visited brand, if it has or had several: the active ones in their order, then removed ones. */
export async function marketsOf(visit: Visit): Promise<readonly MarketRow[]> {
  const { data } = await visit.report(reports.brands);
  return data.find(({ id }) => id === visit.brand.id)?.markets ?? [];
}

/** `United States, en` */
export function marketText({ location_code, language_code }: MarketRow): string {
  return marketWords({ locationCode: location_code, languageCode: language_code });
}
