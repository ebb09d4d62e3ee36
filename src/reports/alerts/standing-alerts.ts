import { isMeasureOfFact } from '../../domain/brand/fact.ts';
import { DAY_MS } from '../../domain/time/period.ts';
import type { ContradictionState } from '../../stats/alerts/contradictions.ts';
import { QUARTER_DAYS } from '../../stats/alerts/drift.ts';
import { type MeasureState, openAlert, stateAt } from '../../stats/alerts/episodes.ts';
import type { AlertRow, AlertSelection } from '../../storage/watch/alerts.ts';
import { findLastEvaluation, listWatchStates, type WatchState } from '../../storage/watch/evaluations.ts';
import type { UncountedContext } from '../shape/report.ts';

/**
 * A brand's standing alerts after its last evaluation: the watch still considers their changes real. A change stands until it was absent in
 * three evaluations in a row, or for 90 days; so does a contradicted fact. A slow change is checked once a quarter, and stands that long.
 */
export async function standingAlerts({
  db,
  brand,
}: Pick<UncountedContext, 'db' | 'brand'>): Promise<AlertSelection> {
  const at = (await findLastEvaluation(db, brand.id))?.evaluatedAt ?? 0;
  const states = await listWatchStates(db, brand.id);
  const ids = new Set(states.flatMap((each) => openAlertOf(each, at) ?? []));
  return { ids, kind: 'visibility_drift', from: at - QUARTER_DAYS * DAY_MS };
}

export function isStanding({ ids, kind, from }: AlertSelection, alert: AlertRow): boolean {
  return ids.has(alert.publicId) || (alert.kind === kind && alert.createdAt >= from);
}

function openAlertOf({ measure, state }: WatchState, at: number): string | null {
  if (isMeasureOfFact(measure)) return (JSON.parse(state) as ContradictionState).alert;
  return openAlert(stateAt(JSON.parse(state) as MeasureState, at).episode);
}
