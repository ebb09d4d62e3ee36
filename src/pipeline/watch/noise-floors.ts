import { countComparedDays } from '../../panel/counts/compared.ts';
import { listPromptDays } from '../../panel/counts/days-answered.ts';
import type { Panel, Slice } from '../../panel/panel.ts';
import type { Measure } from '../../stats/gates.ts';
import { lastTold, noiseDayOf, noiseDays, noisePeriod } from '../../stats/noise-days.ts';
import { floorPoints, quietCourses } from '../../stats/noise-floor.ts';
import type { Database } from '../../storage/driver/database.ts';
import { listOpenings } from '../../storage/watch/openings.ts';

/** What a floor is of, and the instant before which days are its past. */
export interface FloorWanted {
  readonly engine: string;
  readonly measure: Measure;
  readonly trackedId: number;
  readonly before: number;
}

/** The noise floor of a measure in percentage points; null where its past says none. */
export type FloorOf = (wanted: FloorWanted) => Promise<number | null>;

/** Floors of a brand, in one market or in all. Each reads a quarter of answers, so ask for those alone that decide something. */
export function floorsOf(
  { db, brandId, panel }: { readonly db: Database; readonly brandId: number; readonly panel: Panel },
  { markets }: Pick<Slice, 'markets'>,
): FloorOf {
  return async ({ engine, measure, trackedId, before }) => {
    const period = noisePeriod(before);
    const openings = await listOpenings(db, brandId, { from: period.from, to: before });
    const answers = { panel, period, only: { engine, markets } };
    const days = await countComparedDays(answers, trackedId, panel.self);
    const asked = await listPromptDays(answers);
    const since = lastTold(openings, { engine, measure, markets });
    const quiet = noiseDays(days.map(noiseDayOf(measure)), asked, since);
    return typeof quiet === 'string' ? null : floorPoints(quietCourses(quiet));
  };
}
