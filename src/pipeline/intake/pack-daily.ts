import { dayOf } from '../../domain/time/period.ts';
import type { Database } from '../../storage/driver/database.ts';
import { packDays, packIfMany } from '../../storage/panel/pack.ts';
import { listChanged } from '../../storage/panel/tables.ts';
import { type EveryDayDeps, everyDay } from '../every-day.ts';

/** Today and yesterday, because answers may arrive late. */
const OPEN_DAYS = 2;

/** Milliseconds after midnight UTC. */
const TIME_OF_DAY = 10 * 60_000;

export interface PackDeps {
  readonly db: Database;
  readonly now: () => number;
}

export interface PackDailyDeps extends PackDeps, EveryDayDeps {
  readonly onPacked: (brands: number) => void;
}

/** The first day not to roll up. */
function firstToStayOpen(now: number): number {
  return dayOf(now) - OPEN_DAYS + 1;
}

/**
 * Rolls up every brand's due days. Several processes may run it at once.
 *
 * @returns the number of brands that had due days
 */
export async function packAll({ db, now }: PackDeps, stop?: AbortSignal): Promise<number> {
  const before = firstToStayOpen(now());
  const due = await listChanged(db, before);
  for (const brandId of due) {
    if (!stop?.aborted) await packDays(db, brandId, before);
  }
  return due.length;
}

/** Rolls up past days during a large import, because reports otherwise read every raw answer. */
export async function packImported({ db, now }: PackDeps, brandId: number): Promise<void> {
  await packIfMany(db, brandId, firstToStayOpen(now()));
}

/** Rolls up at once, then daily until the signal aborts. */
export async function packDaily(deps: PackDailyDeps, stop: AbortSignal): Promise<void> {
  await everyDay(deps, TIME_OF_DAY, stop, async () => deps.onPacked(await packAll(deps, stop)));
}
