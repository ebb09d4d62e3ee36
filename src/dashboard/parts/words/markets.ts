import { elsewhereSentence } from '../../../domain/alerts/change-words.ts';
import { marketWords } from '../../../domain/brand/market.ts';
import { reports } from '../../../reports/index.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { type Html, html } from '../../markup/html.ts';
import { here, type Visit } from '../../visit/visit.ts';
import type { Elsewhere } from './engines-now.ts';

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

/** Changes that hold in other markets; client links stay in theirs. */
export function elsewhereLines(visit: Visit, elsewhere: Elsewhere): Html | null {
  if (elsewhere.length === 0 || visit.viewer.kind !== 'user') return null;
  return html`<p class="help">${elsewhere.map((each) => html`<a href="${here(visit, { market: each.market })}">${elsewhereSentence([each])}</a> `)}</p>`;
}
