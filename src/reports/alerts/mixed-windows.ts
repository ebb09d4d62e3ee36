import { mixedWindow } from '../../domain/alerts/change.ts';
import { mixedNote } from '../../domain/alerts/change-words.ts';
import { DAY_MS, type Period } from '../../domain/time/period.ts';
import type { Measure } from '../../stats/alerts/gates.ts';
import { eachMarket, type MarketQuery, oneMarket } from '../shape/markets.ts';
import type { Report, ReportContext } from '../shape/report.ts';
import { type WindowQuery, windowOf } from '../shape/window.ts';
import { changeRows, listChanges, startOf } from './change-rows.ts';

/** A note on the changes within a report's window that its shares cross; '' for none. */
export async function mixedWindowsNote(
  context: ReportContext,
  { windowShares: measures = [], isOfOneMarket }: Report,
  query: WindowQuery & MarketQuery & { readonly engine?: string | undefined },
): Promise<string> {
  if (measures.length === 0) return '';
  const { brand, now } = context;
  const { period } = windowOf(now, query);
  const markets = isOfOneMarket ? [oneMarket(brand, query)] : eachMarket(brand, query);
  const sentences: string[] = [];
  for (const { id: marketId, name } of markets) {
    const rows = await changesWithin(context, { marketId, engine: query.engine, measures }, period);
    const where = markets.length > 1 ? `In the market ${name}: ` : '';
    sentences.push(...rows.map((row) => where + mixedNote(row, { brand: brand.name, now })));
  }
  return sentences.join(' ');
}

/** The rows of the changes of some shares whose level the period mixes with another. */
export async function changesWithin(
  context: ReportContext,
  {
    measures,
    ...where
  }: {
    readonly marketId: number;
    readonly engine?: string | undefined;
    /** In the order of the rows. */
    readonly measures: readonly Measure[];
  },
  period: Period,
) {
  const near = (await listChanges(context, where)).filter(
    (change) =>
      startOf(change) * DAY_MS < period.to && (change.state !== 'over' || change.stateSince >= period.from),
  );
  const asked = measures.flatMap((name) => near.filter(({ measure }) => measure === name));
  return (await changeRows(context, asked)).filter((row) => mixedWindow(row, period));
}
