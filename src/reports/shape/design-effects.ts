import type { Slice } from '../../panel/panel.ts';
import {
  type DesignEffects,
  designEffectsOf,
  type Repetitions,
  repetitionsOf,
} from '../../stats/rates/design-effect.ts';
import { onceIn } from '../../storage/driver/snapshot.ts';
import { type RepeatsFilter, readRepeats } from '../../storage/watch/repeats.ts';
import type { ReportContext } from './report.ts';

/**
 * How much each engine repeated itself in the last 90 days, in these markets or all. Each choice of markets is queried once in a snapshot.
 *
 * A figure has one interval in every report, so it takes these effects without edges. Only a difference takes them with the edge where its
 * windows meet: there a real change would look like repeats and hide itself.
 *
 * @param edges for a difference: where its two windows meet
 */
export function designEffects(
  context: Pick<ReportContext, 'db' | 'brand' | 'panel' | 'now'>,
  edges: readonly number[] = [],
): (only: Pick<Slice, 'markets'>) => Promise<DesignEffects> {
  return async (only) => designEffectsOf(await repetitionsIn(context, only, edges));
}

/** How much each engine repeats itself, as `designEffects` counts it. */
export async function repetitionsIn(
  { db, brand: { id }, panel, now }: Pick<ReportContext, 'db' | 'brand' | 'panel' | 'now'>,
  { markets }: Pick<Slice, 'markets'>,
  edges: readonly number[] = [],
): Promise<Repetitions> {
  const filter: RepeatsFilter = { brandId: id, panel, before: now, markets, boundaries: edges };
  const name = `repeats ${[id, now, edges, markets ? [...markets] : 'all'].join(' ')}`;
  return await onceIn(db, name, async () => repetitionsOf(await readRepeats(db, filter)));
}
