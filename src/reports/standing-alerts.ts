import { isMeasureOfFact } from '../domain/fact.ts';
import { DAY_MS } from '../domain/period.ts';
import type { ContradictionState } from '../stats/contradictions.ts';
import { QUARTER_DAYS } from '../stats/drift.ts';
import { type MeasureState, openAlert, stateAt } from '../stats/episodes.ts';
import type { AlertRow, SomeAlerts } from '../storage/watch/alerts.ts';
import { findLastEvaluation, listWatchStates, type WatchState } from '../storage/watch/evaluations.ts';
import type { UncountedContext } from './shape/report.ts';

/**
 * The alerts of a brand that stand, as of its last evaluation: those whose change the watch still takes to hold. A change stands until it was gone
 * on three evaluations in a row, or has lasted 90 days; a contradicted fact the same way. A slow change is not looked for again for a quarter, and
 * stands that long.
 */
export async function standingAlerts({
  db,
  brand,
}: Pick<UncountedContext, 'db' | 'brand'>): Promise<SomeAlerts> {
  const at = (await findLastEvaluation(db, brand.id))?.evaluatedAt ?? 0;
  const states = await listWatchStates(db, brand.id);
  const ids = new Set(states.flatMap((each) => openAlertOf(each, at) ?? []));
  return { ids, kind: 'visibility_drift', from: at - QUARTER_DAYS * DAY_MS };
}

/** Whether an alert is one of some. */
export function isAmong({ ids, kind, from }: SomeAlerts, alert: AlertRow): boolean {
  return ids.has(alert.publicId) || (alert.kind === kind && alert.createdAt >= from);
}

function openAlertOf({ measure, state }: WatchState, at: number): string | null {
  if (isMeasureOfFact(measure)) return (JSON.parse(state) as ContradictionState).alert;
  return openAlert(stateAt(JSON.parse(state) as MeasureState, at).episode);
}
