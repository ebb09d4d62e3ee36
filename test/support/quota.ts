import { windowAt } from '../../src/domain/time/quota-window.ts';
import { addHits } from '../../src/storage/directory/access/limits.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { HOUR_MS, MINUTE_MS, NOW } from './world.ts';

/** Counts a key's requests in the minute of `at` without sending them. */
export async function countRequests(
  store: Pick<Store, 'limits'>,
  keyId: string,
  count: number,
  at = NOW,
): Promise<void> {
  await addHits(store.limits, { subject: `key ${keyId}`, window: windowAt(at, MINUTE_MS), hits: count });
}

/** Counts an address's failed authentications in the hour of `at` without sending requests. */
export async function countFailures(
  store: Pick<Store, 'limits'>,
  address: string,
  count: number,
  at = NOW,
): Promise<void> {
  await addHits(store.limits, { subject: `address ${address}`, window: windowAt(at, HOUR_MS), hits: count });
}

/** Resets the counters, as if a minute had passed: for tests with a standing clock. */
export async function resetRequestCounts({ limits }: Pick<Store, 'limits'>): Promise<void> {
  await limits.deleteFrom('limit_counts').execute();
}
