import { SightlineError } from '../../../domain/errors.ts';
import { idsNeeded, storeWithLock } from '../../../storage/answers/collections.ts';
import type { NewCollection } from '../../../storage/answers/new-collection.ts';
import { storeModelReadings } from '../../../storage/answers/readings.ts';
import { finishJob } from '../../../storage/collect/jobs.ts';
import { type Booking, settleCall } from '../../../storage/collect/spending.ts';
import { lockLiveBrandForIds } from '../../../storage/directory/brand/brand-lock.ts';
import { transactAtMostOnce } from '../../../storage/driver/commit-outcome.ts';
import type { Database } from '../../../storage/driver/database.ts';
import type { FinishedJob, StoreFinished, WorkerDeps } from './job-context.ts';

type StoringDeps = Pick<WorkerDeps, 'db' | 'now' | 'retry'>;

interface Waiting {
  readonly finished: FinishedJob;
  readonly resolve: (isMine: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Stores finished jobs in one transaction per brand at a time. Jobs that finish during a transaction share the next
 * one, with its lock, commit, and counts. No job waits for another job to finish. If the store is unavailable, it
 * retries, unless the first attempt succeeded after all.
 */
export function groupCommit(deps: StoringDeps): StoreFinished {
  /** The next group, for each brand with a running transaction. */
  const next = new Map<number, Waiting[]>();
  const storeAll = async (brandId: number, first: Waiting) => {
    for (let group = [first]; group.length > 0; group = next.get(brandId) ?? []) {
      next.set(brandId, []);
      await storeGroup(deps, brandId, group);
    }
    next.delete(brandId);
  };
  return (finished) =>
    new Promise((resolve, reject) => {
      const { brandId } = finished.job;
      const waiting = { finished, resolve, reject };
      const queue = next.get(brandId);
      if (queue === undefined) void storeAll(brandId, waiting);
      else queue.push(waiting);
    });
}

/** Never rejects: each job's caller gets its failure, and the other jobs still get stored. */
async function storeGroup(deps: StoringDeps, brandId: number, group: readonly Waiting[]): Promise<void> {
  const { db, now, retry } = deps;
  try {
    const jobs = group.map(({ finished }) => finished);
    const store = (transaction: Database) => storeHeld(transaction, brandId, jobs, now());
    const stored = await retry(() => transactAtMostOnce(db, store, retry));
    for (const { finished, resolve } of group) resolve(stored.has(finished));
  } catch (error) {
    const isAway = error instanceof SightlineError && error.code === 'unavailable';
    if (isAway || group.length === 1) {
      for (const { reject } of group) reject(error);
      return;
    }
    for (const each of group) await storeGroup(deps, brandId, [each]);
  }
}

/** Stores jobs whose lease still holds, with readings, costs, and their completion. */
async function storeHeld(
  db: Database,
  brandId: number,
  group: readonly FinishedJob[],
  now: number,
): Promise<Set<FinishedJob>> {
  const held = new Set<FinishedJob>();
  const brandLock = await lockLiveBrandForIds(db, brandId, idsNeeded(collectionsOf(group)));
  if (brandLock === null) return held;
  for (const finished of group) {
    if (await finishJob(db, finished.job, finished.job.lease)) held.add(finished);
  }
  if (held.size === 0) return held;
  const collections = collectionsOf(held);
  if (collections.length > 0) await storeWithLock(db, brandLock, collections, now);
  const readings = [...held].flatMap((each) => ('reading' in each ? [each.reading] : []));
  await storeModelReadings(db, brandId, readings);
  for (const booking of bookingsOf(held)) await settleCall(db, booking);
  return held;
}

function collectionsOf(group: Iterable<FinishedJob>): NewCollection[] {
  return [...group].flatMap((each) => ('collection' in each ? [each.collection] : []));
}

/** Bookings in day order, so that two brands in one organization cannot deadlock. */
function bookingsOf(finished: Iterable<FinishedJob>): Booking[] {
  const bookings = [...finished].flatMap(({ booking }) => booking ?? []);
  return bookings.sort((a, b) => a.reserved.day - b.reserved.day);
}
