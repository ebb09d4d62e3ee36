import type { Slice } from '../../panel/panel.ts';
import { type DesignEffects, designEffectsOf } from '../../stats/rates/design-effect.ts';
import { type RepeatsFilter, readRepeats } from '../../storage/watch/repeats.ts';
import type { ReportContext } from './report.ts';

/**
 * How much each engine repeated itself in the last 90 days, in these markets or all. Each choice of markets is queried once.
 *
 * A figure has one interval in every report, so it takes these effects without edges. Only a difference takes them with the edge where its
 * windows meet: there a real change would look like repeats and hide itself.
 *
 * @param edges for a difference: where its two windows meet
 */
export function designEffects(
  { db, brand: { id }, panel, now }: Pick<ReportContext, 'db' | 'brand' | 'panel' | 'now'>,
  edges: readonly number[] = [],
): (only: Pick<Slice, 'markets'>) => Promise<DesignEffects> {
  const known = new Map<string, Promise<DesignEffects>>();
  return async ({ markets }) => {
    const key = markets === undefined ? '' : [...markets].join(' ');
    const filter: RepeatsFilter = { brandId: id, panel, before: now, markets, boundaries: edges };
    const effects = known.get(key) ?? readRepeats(db, filter).then(designEffectsOf);
    known.set(key, effects);
    return await effects;
  };
}
