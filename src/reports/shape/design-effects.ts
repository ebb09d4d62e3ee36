import type { Slice } from '../../panel/panel.ts';
import { type DesignEffects, designEffectsOf } from '../../stats/design-effect.ts';
import { readRepeats } from '../../storage/watch/repeats.ts';
import type { ReportContext } from './report.ts';

/**
 * How much each engine repeated itself in the last 90 days, in these markets or all: asked for once of each choice of markets.
 *
 * A figure of a window has one interval in every report, whatever it is compared with. So figures take these effects without edges. Only the
 * difference of two windows takes them with the edge at which these meet: a change there would look like repeats, and hide itself. A
 * figure's own interval is not cut, because it is then rather too wide than too narrow.
 *
 * @param edges of a difference: where the windows that are compared meet
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
