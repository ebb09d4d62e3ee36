import { type MeasureState, openAlert, stateAt } from '../../stats/alerts/episodes.ts';
import { findLastEvaluation, listWatchStates } from '../../storage/watch/evaluations.ts';
import type { UncountedContext } from '../shape/report.ts';

/**
 * Public ids of a brand's standing alerts after its last evaluation: the watch still considers their changes real. A change stands until it was
 * absent in three evaluations in a row, or for 90 days.
 */
export async function standingAlerts({
  db,
  brand,
}: Pick<UncountedContext, 'db' | 'brand'>): Promise<ReadonlySet<string>> {
  const at = (await findLastEvaluation(db, brand.id))?.evaluatedAt ?? 0;
  const states = await listWatchStates(db, brand.id);
  return new Set(
    states.flatMap(({ state }) => openAlert(stateAt(JSON.parse(state) as MeasureState, at).episode) ?? []),
  );
}
