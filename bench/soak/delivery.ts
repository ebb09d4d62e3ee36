import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { EVERYTHING } from '../../src/domain/access/brand-reach.ts';
import { publicId } from '../../src/domain/access/public-id.ts';
import { proxiesOf } from '../../src/domain/web/client-address.ts';
import { createEndpoint, endpointsOf } from '../../src/pipeline/deliver/endpoints.ts';
import { posterTo } from '../../src/pipeline/deliver/poster.ts';
import { queueAlerts } from '../../src/storage/delivery/deliveries.ts';
import { takeIds } from '../../src/storage/directory/brand/brand-lock.ts';
import type { Database } from '../../src/storage/driver/database.ts';
import { insertAlerts } from '../../src/storage/watch/alerts.ts';
import { bytesFrom, type Random } from '../data/random.ts';
import type { Cleanup } from '../support/cleanup.ts';
import { Standstill } from './judgement.ts';
import type { Received } from './receiver.ts';
import { ORGANIZATION } from './world.ts';

/** The webhook secret's encryption key, in this process and in the server. */
const SECRET_KEY = 'a key of the soak, of at least 32 characters';

/** The settings with which a server can send to a receiver on this machine. */
export const DELIVERY_SETTINGS = {
  SIGHTLINE_SECRET_KEY: SECRET_KEY,
  SIGHTLINE_WEBHOOK_NETWORKS: 'loopback',
};

/** A webhook receiver on this machine, and the alerts raised for it. */
export interface Delivery {
  /** Alert ids by brand, in the order of detection. */
  readonly raised: Map<string, string[]>;
  /** The accepted messages' ids, in order. */
  readonly taken: readonly string[];
  /** How often the receiver answered that it was busy. */
  busy: number;
  /** Messages without a valid signature. */
  readonly refused: readonly string[];
}

/** Starts a receiver, and sends all alerts to it. */
export async function startDelivery(db: Database, random: Random, cleanup: Cleanup): Promise<Delivery> {
  const [taken, refused]: [string[], string[]] = [[], []];
  const delivery: Delivery = { raised: new Map(), taken, busy: 0, refused };
  const receiver = new Worker(new URL('./receiver.ts', import.meta.url));
  cleanup.add(async () => {
    await receiver.terminate();
  });
  const port = await new Promise<number>((resolve, reject) => {
    receiver.once('error', reject);
    receiver.on('message', (received: Received) => {
      if ('port' in received) resolve(received.port);
      else if ('taken' in received) taken.push(received.taken);
      else if ('refused' in received) refused.push(received.refused);
      else delivery.busy += 1;
    });
  });
  receiver.postMessage(await addEndpoint(db, random, `http://127.0.0.1:${port}/`));
  return delivery;
}

async function addEndpoint(db: Database, random: Random, address: string): Promise<string> {
  const poster = posterTo({ resolve: async () => [], allows: proxiesOf('loopback'), allowsSome: true });
  const senders = { poster, secretKey: async () => SECRET_KEY, mailer: null, publicUrl: null };
  const deps = { db, now: Date.now, random: bytesFrom(random), senders, actor: 'soak' };
  const { secret } = await createEndpoint(deps, { address, organization: ORGANIZATION });
  if (secret === null) throw new Error('the webhook has no secret');
  return secret;
}

/** Stores a brand's alerts with their deliveries, as an evaluation does. @returns how many */
export async function raiseSome(
  db: Database,
  { raised }: Delivery,
  { brand, count, random }: { readonly brand: string; readonly count: number; readonly random: Random },
): Promise<number> {
  const at = Date.now();
  const ids = Array.from({ length: count }, () => publicId('alr', bytesFrom(random)));
  await db.transaction().execute(async (transaction) => {
    const { id: brandId, organization_id: organizationId } = await transaction
      .selectFrom('brands')
      .select(['id', 'organization_id'])
      .where('public_id', '=', brand)
      .executeTakeFirstOrThrow();
    const first = await takeIds(transaction, brandId, count);
    const alerts = ids.map((id, index) => ({
      id: first + index,
      publicId: id,
      marketId: 1,
      createdAt: at,
      changeId: 'chg_000000000001',
      kind: 'visibility_drop' as const,
      title: `${brand} falls`,
      detail: 'Named in 2 of 70.',
      facts: { engine: 'chatgpt' },
    }));
    await insertAlerts(transaction, brandId, alerts);
    await queueAlerts(transaction, {
      brandId,
      organizationId,
      at,
      now: at,
      alertIds: alerts.map(({ id }) => id),
    });
  });
  raised.set(brand, [...(raised.get(brand) ?? []), ...ids]);
  return count;
}

/** Longer than the pause after a busy answer. */
const STILL_MS = 60_000;

/** Waits until every delivery is done. @returns the failures */
export async function deliveryFailures(
  db: Database,
  { raised, taken, refused }: Delivery,
): Promise<string[]> {
  const standstill = new Standstill(STILL_MS);
  for (let isOpen = true; isOpen; await wait(200)) {
    const waiting = (await endpointsOf(db, EVERYTHING)).reduce((sum, each) => sum + each.waiting, 0);
    isOpen = waiting > 0 && !standstill.isReached(`${waiting}`, Date.now());
  }
  const failures = refused.map((each) => `delivery: not signed: ${each}`);
  const first = [...new Set(taken)];
  for (const [brand, ids] of raised) {
    const ofBrand = new Set(ids);
    const came = first.filter((id) => ofBrand.has(id));
    if (came.length < ids.length)
      failures.push(`delivery: ${ids.length - came.length} alerts of ${brand} are lost`);
    else if (came.join() !== ids.join()) failures.push(`delivery: ${brand}'s alerts came in another order`);
  }
  return failures;
}

/**
 * A message comes again only if the server missed its answer, which a busy machine may delay for too long.
 *
 * @param metrics the server's, after every delivery
 */
export function repeatFailures({ taken, busy }: Delivery, metrics: string): string[] {
  const pattern = /^sightline_delivery_attempts_total\{kind="webhook",result="failed"\} (\d+)$/m;
  const unanswered = Number(pattern.exec(metrics)?.[1] ?? 0) - busy;
  const again = taken.length - new Set(taken).size;
  return again <= unanswered
    ? []
    : [`delivery: ${again} alerts came again, but only ${unanswered} requests had no answer`];
}
