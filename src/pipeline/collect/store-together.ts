import { idsNeeded, storeWithHead } from '../../storage/answers/collections.ts';
import { finishJob } from '../../storage/collect/jobs.ts';
import { type Booking, settleCall } from '../../storage/collect/spending.ts';
import { takeLiveHead } from '../../storage/directory/heads.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { CollectDeps, Finished, StoreFinished } from './taking.ts';

interface Waiting {
  readonly finished: Finished;
  readonly resolve: (isMine: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Stores what jobs came to, one transaction of a brand after another. Jobs that end while one is being written are stored
 * together by the next: its lock, its commit, and the counts that they share are then paid for once. None waits for another
 * to end.
 */
export function storingTogether({ db, now }: Pick<CollectDeps, 'db' | 'now'>): StoreFinished {
  /** What comes next, for each brand that is being stored. */
  const next = new Map<number, Waiting[]>();
  const storeAll = async (brandId: number, first: Waiting) => {
    for (let group = [first]; group.length > 0; group = next.get(brandId) ?? []) {
      next.set(brandId, []);
      await storeGroup(db, brandId, group, now);
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
async function storeGroup(
  db: Database,
  brandId: number,
  group: readonly Waiting[],
  now: () => number,
): Promise<void> {
  try {
    const jobs = group.map(({ finished }) => finished);
    const stored = await db.transaction().execute((each) => storeHeld(each, brandId, jobs, now()));
    for (const { finished, resolve } of group) resolve(stored.has(finished));
  } catch (error) {
    const [first, ...others] = group;
    if (others.length === 0) return first?.reject(error);
    for (const each of group) await storeGroup(db, brandId, [each], now);
  }
}

/**
 * Stores those whose jobs are still held, with what the brands read in them, books what they cost, and marks these jobs as
 * done.
 */
async function storeHeld(
  db: Database,
  brandId: number,
  group: readonly Finished[],
  now: number,
): Promise<Set<Finished>> {
  const held = new Set<Finished>();
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
function bookingsOf(finished: Iterable<Finished>): Booking[] {
  const bookings = [...finished].flatMap(({ booking }) => booking ?? []);
  return bookings.sort((a, b) => a.reserved.day - b.reserved.day);
}
