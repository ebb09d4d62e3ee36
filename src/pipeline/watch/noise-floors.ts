import { countComparedDays } from '../../panel/counts/compared.ts';
import { listPromptDays } from '../../panel/counts/spreads/days-answered.ts';
import type { Panel, Slice } from '../../panel/panel.ts';
import type { Measure } from '../../stats/alerts/gates.ts';
import { lastReportedDay, noiseDayOf, noiseDays, noisePeriod } from '../../stats/alerts/noise-days.ts';
import { bootstrapPaths, floorPoints } from '../../stats/alerts/noise-floor.ts';
import type { Database } from '../../storage/driver/database.ts';
import { listOpenings } from '../../storage/watch/openings.ts';

/** Selects a floor, with the instant where its history ends. */
export interface FloorRequest {
  readonly engine: string;
  readonly measure: Measure;
  readonly trackedId: number;
  readonly before: number;
}

/** A measure's noise floor in percentage points; null without enough history. */
export type NoiseFloorOf = (wanted: FloorRequest) => Promise<number | null>;

/**
 * A brand's noise floors, in one market or all. Each reads a quarter of answers, so call it only where it affects a
 * decision.
 */
export function floorsOf(
  { db, brandId, panel }: { readonly db: Database; readonly brandId: number; readonly panel: Panel },
  { markets }: Pick<Slice, 'markets'>,
): NoiseFloorOf {
  return async ({ engine, measure, trackedId, before }) => {
    const period = noisePeriod(before);
    const openings = await listOpenings(db, brandId, { from: period.from, to: before });
    const answers = { panel, period, only: { engine, markets } };
    const days = await countComparedDays(answers, trackedId, panel.self);
    const asked = await listPromptDays(answers);
    const since = lastReportedDay(openings, { engine, measure, markets });
    const quiet = noiseDays(days.map(noiseDayOf(measure)), asked, since);
    return typeof quiet === 'string' ? null : floorPoints(bootstrapPaths(quiet));
  };
}
