import type { Slice } from '../../panel/panel.ts';
import { type DesignEffects, designEffectsOf } from '../../stats/design-effect.ts';
import { readRepeats } from '../../storage/watch/repeats.ts';
import type { ReportContext } from './report.ts';

/**
 * How much each engine repeated itself in the last 90 days, in these markets or all: asked for once of each choice of markets.
 *
 * @param edges where windows that are compared meet
 */
export function designEffects(
  { db, brand: { id }, panel, now }: Pick<ReportContext, 'db' | 'brand' | 'panel' | 'now'>,
  edges: readonly number[] = [],
): (only: Pick<Slice, 'markets'>) => Promise<DesignEffects> {
  const known = new Map<string, Promise<DesignEffects>>();
  return async ({ markets }) => {
    const key = markets === undefined ? '' : [...markets].join(' ');
    const wanted = { brandId: id, panel, before: now, markets, edges };
    const effects = known.get(key) ?? readRepeats(db, wanted).then(designEffectsOf);
    known.set(key, effects);
    return await effects;
  };
}
