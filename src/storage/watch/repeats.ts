import { CURRENT_DAYS } from '../../domain/alerts/alert-rules.ts';
import { repeatPeriod } from '../../domain/answers/repeats.ts';
import { DAY_MS, type Period } from '../../domain/time/period.ts';
import { countRepeats, type RepeatCount } from '../../panel/counts/spreads/repeats.ts';
import type { Panel, Slice } from '../../panel/panel.ts';
import type { Database } from '../driver/database.ts';
import { listOpenings } from './openings.ts';

/** The brand's answers before an instant, in some markets or all. */
export interface RepeatsFilter extends Pick<Slice, 'markets'> {
  readonly brandId: number;
  readonly panel: Panel;
  readonly before: number;
  /** Boundaries of compared windows: a difference across them is the question, not noise. */
  readonly boundaries?: readonly number[];
}

/**
 * Pairs of answers in the 90 days before an instant's UTC day, for each tracked brand. A change makes answers before
 * and after it disagree, which would look like noise; so no pair crosses an alerted change or a boundary of compared
 * windows.
 */
export async function readRepeats(
  db: Database,
  { brandId, panel, before, markets, boundaries: edges = [] }: RepeatsFilter,
): Promise<RepeatCount[]> {
  const period = repeatPeriod(before);
  // An alert from today concerns the days before, too.
  const openings = await listOpenings(db, brandId, { from: period.from, to: before + 1 });
  const known = openings.filter(({ marketId }) => markets?.has(marketId) ?? true);
  const everywhere = edges.map((at) => ({ from: at, to: at + DAY_MS }));
  const breaksOn = (engine: string) => [
    ...known.filter((each) => each.engine === engine).map(breakAt),
    ...everywhere,
  ];
  return await countRepeats({ panel, period, markets }, [panel.self, ...panel.competitors], breaksOn);
}

/** The change came at some time in the window that found it. */
function breakAt({ at }: { readonly at: number }): Period {
  return { from: at - CURRENT_DAYS * DAY_MS, to: at };
}
