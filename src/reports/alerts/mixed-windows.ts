import { mixedNote, mixedWindow } from '../../domain/alerts/change-words.ts';
import type { Period } from '../../domain/time/period.ts';
import { eachMarket, type MarketQuery } from '../shape/markets.ts';
import type { ReportContext } from '../shape/report.ts';
import { changeRows, type ListedChange, listChanges, windowDays } from './change-rows.ts';
import { sidesOf } from './known-change.ts';

/** A note on the engines whose share of answers that name the brand changed within the window, and still differs; '' for none. */
export async function mixedWindowsNote(
  context: ReportContext,
  period: Period,
  query: MarketQuery & { readonly engine?: string | undefined },
): Promise<string> {
  const { brand, now } = context;
  const sentences: string[] = [];
  for (const { id: marketId } of eachMarket(brand, query)) {
    const rows = await namingChangesIn(context, { marketId, engine: query.engine }, period);
    sentences.push(...rows.map((row) => mixedNote(row, { brand: brand.name, now })));
  }
  return sentences.join(' ');
}

/** The rows of holding changes in how often engines name the brand, if the period has days before them and since. */
export async function namingChangesIn(
  context: ReportContext,
  where: { readonly marketId: number; readonly engine?: string | undefined },
  period: Period,
) {
  const holding = await listChanges(context, { ...where, measure: 'visibility', state: 'holds' });
  return await changeRows(context, await mixedIn(context, holding, period));
}

async function mixedIn(
  context: ReportContext,
  changes: readonly ListedChange[],
  period: Period,
): Promise<ListedChange[]> {
  const mixed: ListedChange[] = [];
  for (const change of changes) {
    const { before, since } = await sidesOf(context, change);
    const windows = { before: { window: windowDays(before) }, since: { window: windowDays(since) } };
    if (mixedWindow(windows, period)) mixed.push(change);
  }
  return mixed;
}
