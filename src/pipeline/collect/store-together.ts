import { SightlineError } from '../../domain/errors.ts';
import { idsNeeded, storeWithHead } from '../../storage/answers/collections.ts';
import { finishJob } from '../../storage/collect/jobs.ts';
import { type Booking, settleCall } from '../../storage/collect/spending.ts';
import { takeLiveHead } from '../../storage/directory/heads.ts';
import type { Database } from '../../storage/driver/database.ts';
import { transactOnce } from '../../storage/driver/once.ts';
import type { FinishedJob, StoreFinished, WorkerDeps } from './job-context.ts';

type StoringDeps = Pick<WorkerDeps, 'db' | 'now' | 'retry'>;

interface Waiting {
  readonly finished: FinishedJob;
  readonly resolve: (isMine: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Stores what jobs came to, one transaction of a brand after another. Jobs that end while one is being written are stored
 * together by the next: its lock, its commit, and the counts that they share are then paid for once. None waits for another
 * to end. While the store is unavailable, they are stored again, unless they turn out to have been.
 */
export function storingTogether(deps: StoringDeps): StoreFinished {
  /** What comes next, for each brand that is being stored. */
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

/** Never fails itself: whoever waits for one of the group gets its failure, which does not keep the others from being stored. */
async function storeGroup(deps: StoringDeps, brandId: number, group: readonly Waiting[]): Promise<void> {
  const { db, now, retry } = deps;
  try {
    const jobs = group.map(({ finished }) => finished);
    const store = (transaction: Database) => storeHeld(transaction, brandId, jobs, now());
    const stored = await retry(() => transactOnce(db, store, retry));
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

/**
 * Stores those whose jobs are still held, with what the brands read in them, books what they cost, and marks these jobs as
 * done.
 */
async function storeHeld(
  db: Database,
  brandId: number,
  group: readonly FinishedJob[],
  now: number,
): Promise<Set<FinishedJob>> {
  const held = new Set<FinishedJob>();
  const head = await takeLiveHead(db, brandId, idsNeeded(group.map(({ collection }) => collection)));
  if (head === null) return held;
  for (const finished of group) {
    if (await finishJob(db, finished.job, finished.job.lease)) held.add(finished);
  }
  if (held.size === 0) return held;
  const collections = [...held].map(({ collection }) => collection);
  await storeWithHead(db, head, collections, now);
  for (const booking of bookingsOf(held)) await settleCall(db, booking);
  return held;
}

/** Day by day, so that two brands of an organization that store at once cannot wait for each other. */
function bookingsOf(finished: Iterable<FinishedJob>): Booking[] {
  const bookings = [...finished].flatMap(({ booking }) => booking ?? []);
  return bookings.sort((a, b) => a.reserved.day - b.reserved.day);
}
