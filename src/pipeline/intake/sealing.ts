import { DAY_MS, dayOf } from '../../domain/period.ts';
import type { Database } from '../../storage/driver/database.ts';
import { packDays, packIfMany } from '../../storage/panel/sealing.ts';
import { listChanged } from '../../storage/panel/tables.ts';

/** Today's answers still come in, and those of yesterday that are late. */
const OPEN_DAYS = 2;

/** When days are sealed, in milliseconds after midnight UTC. */
const TIME_OF_DAY = 10 * 60_000;

const RETRY_MS = 5 * 60_000;

export interface SealDeps {
  readonly db: Database;
  readonly now: () => number;
}

export interface SealDailyDeps extends SealDeps {
  /** Resolves after this long, or when the signal is given. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** With the number of brands. */
  readonly onSealed: (brands: number) => void;
  /** It will be retried. */
  readonly onFailure: (error: unknown) => void;
}

/** The first day that stays open. */
function firstToStayOpen(now: number): number {
  return dayOf(now) - OPEN_DAYS + 1;
}

/**
 * Seals what is due of every brand. Several processes may do it at once.
 *
 * @returns of how many brands something was due
 */
export async function sealAll({ db, now }: SealDeps, stop?: AbortSignal): Promise<number> {
  const before = firstToStayOpen(now());
  const due = await listChanged(db, before);
  for (const brandId of due) {
    if (!stop?.aborted) await packDays(db, brandId, before);
  }
  return due.length;
}

/** Packs what an import has stored so far of days that are over, if that is much: reports read all of it until then. */
export async function packImported({ db, now }: SealDeps, brandId: number): Promise<void> {
  await packIfMany(db, brandId, firstToStayOpen(now()));
}

/** Seals every day, and at once what is due, until the signal is given. */
export async function sealDaily(deps: SealDailyDeps, stop: AbortSignal): Promise<void> {
  const { now, sleep } = deps;
  while (!stop.aborted) {
    try {
      deps.onSealed(await sealAll(deps, stop));
      await sleep((dayOf(now() - TIME_OF_DAY) + 1) * DAY_MS + TIME_OF_DAY - now(), stop);
    } catch (error) {
      deps.onFailure(error);
      await sleep(RETRY_MS, stop);
    }
  }
}
