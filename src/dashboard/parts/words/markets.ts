import { marketWords } from '../../../domain/brand/market.ts';
import { reports } from '../../../reports/index.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import type { Visit } from '../../visit/visit.ts';

/** A market from /brands. */
export type MarketRow = NonNullable<RowOf<typeof reports.brands>['markets']>[number];

/** The brand's markets if it has or had several: active ones in order, then removed ones. */
export async function marketsOf(visit: Visit): Promise<readonly MarketRow[]> {
  const { data } = await visit.report(reports.brands);
  return data.find(({ id }) => id === visit.brand.id)?.markets ?? [];
}

/** `United States, en` */
export function marketText({ location_code, language_code }: MarketRow): string {
  return marketWords({ locationCode: location_code, languageCode: language_code });
}
