import { CURRENT_DAYS } from '../../domain/alert-rules.ts';
import { DAY_MS, type Period } from '../../domain/period.ts';
import { repeatPeriod } from '../../domain/repeats.ts';
import { countRepeats, type RepeatCount } from '../../panel/counts/repeats.ts';
import type { Panel, Slice } from '../../panel/panel.ts';
import type { Database } from '../driver/database.ts';
import { listOpenings } from './openings.ts';

/** Whose answers are compared with each other, and before which instant: in some markets, or all. */
export interface RepeatsWanted extends Pick<Slice, 'markets'> {
  readonly brandId: number;
  readonly panel: Panel;
  readonly before: number;
  /** Where windows that are compared meet: the answers before may be others than those after, which is what is asked. */
  readonly edges?: readonly number[];
}

/**
 * Pairs of a brand's answers in the 90 days before the UTC day of an instant, for each brand that it tracks. A change makes answers
 * before it disagree with those after it, as if near answers were repeats; so none are paired across a change that an alert was raised about,
 * nor across the edge of windows that are compared.
 */
export async function readRepeats(
  db: Database,
  { brandId, panel, before, markets, edges = [] }: RepeatsWanted,
): Promise<RepeatCount[]> {
  const period = repeatPeriod(before);
  // One of today is about the days before, too.
  const openings = await listOpenings(db, brandId, { from: period.from, to: before + 1 });
  const known = openings.filter(({ marketId }) => markets?.has(marketId) ?? true);
  const everywhere = edges.map((at) => ({ from: at, to: at + DAY_MS }));
  const breaksOn = (engine: string) => [
    ...known.filter((each) => each.engine === engine).map(breakAt),
    ...everywhere,
  ];
  return await countRepeats({ panel, period, markets }, [panel.self, ...panel.competitors], breaksOn);
}

/** The change came some time in the window that it was found in. */
function breakAt({ at }: { readonly at: number }): Period {
  return { from: at - CURRENT_DAYS * DAY_MS, to: at };
}
