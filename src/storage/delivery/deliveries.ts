import type { StoredAlert } from '../../domain/alerts/alert-record.ts';
import type { AlertKind } from '../../domain/alerts/alert-rules.ts';
import { readersOf } from '../directory/access/alert-readers.ts';
import type { Database } from '../driver/database.ts';
import { insertAll } from '../driver/insert-all.ts';
import type { Endpoint } from './endpoints.ts';

interface FoundAlerts {
  readonly brandId: number;
  readonly organizationId: number;
  /** The evaluated instant. */
  readonly at: number;
  /** When they were found, later if a day was missed; they wait from then on. */
  readonly now: number;
  /** In sending order. */
  readonly alertIds: readonly number[];
}

/**
 * Queues alerts for every endpoint that receives them. Run it in the transaction that stores them, after the brand's
 * lock. Endpoints receive nothing from before they were added.
 */
export async function queueAlerts(db: Database, found: FoundAlerts): Promise<void> {
  const { brandId, now, alertIds } = found;
  if (alertIds.length === 0) return;
  const woken: number[] = [];
  // One at a time, so that two brands waking the same endpoints cannot deadlock. Before the alerts: an endpoint that
  // is removed meanwhile gets none, and one that is removed later takes them with it.
  for (const id of await concerned(db, found)) {
    const { numUpdatedRows } = await db
      .updateTable('endpoints')
      .set((eb) => ({ next_at: eb.fn.coalesce('next_at', eb.val(now)), wakes: eb('wakes', '+', 1) }))
      .where('id', '=', id)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) woken.push(id);
  }
  await insertAll(
    db,
    'deliveries',
    woken.flatMap((endpoint_id) =>
      alertIds.map((alert_id) => ({ brand_id: brandId, endpoint_id, alert_id })),
    ),
  );
}

async function concerned(db: Database, { organizationId, brandId, at }: FoundAlerts): Promise<number[]> {
  const rows = await db
    .selectFrom('endpoints')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where((eb) => eb.or([eb('brand_id', 'is', null), eb('brand_id', '=', brandId)]))
    .where('report', '=', '')
    .where('created_at', '<=', at)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export interface WaitingAlert extends StoredAlert {
  /** Public id of the change that it reports. */
  readonly changeId: string;
  readonly brandId: number;
  readonly alertId: number;
  readonly brand: { readonly id: string; readonly name: string };
}

/**
 * An endpoint's first queued alerts, in order found. Reads brand by brand, because each brand may be on its own
 * server.
 */
export async function listWaiting(db: Database, endpoint: Endpoint, limit: number): Promise<WaitingAlert[]> {
  const waiting: WaitingAlert[] = [];
  for (const { id, public_id, name } of await brandsOf(db, endpoint)) {
    const brand = { id: public_id, name };
    waiting.push(...(await waitingOf(db, { endpointId: endpoint.internalId, brandId: id, brand, limit })));
  }
  waiting.sort(
    (one, other) =>
      one.createdAt - other.createdAt || one.brandId - other.brandId || one.alertId - other.alertId,
  );
  return waiting.slice(0, limit);
}

/** Live brands whose alerts an endpoint receives. */
async function brandsOf(db: Database, endpoint: Endpoint) {
  return (await everyBrandOf(db, endpoint)).filter(({ deleted_at }) => deleted_at === null);
}

async function everyBrandOf(db: Database, { organizationId, brandId }: Endpoint) {
  let query = db
    .selectFrom('brands')
    .select(['id', 'public_id', 'name', 'deleted_at'])
    .where('organization_id', '=', organizationId)
    .orderBy('id');
  if (brandId !== null) query = query.where('id', '=', brandId);
  return await query.execute();
}

interface WaitingOf extends Pick<WaitingAlert, 'brandId' | 'brand'> {
  readonly endpointId: number;
  readonly limit: number;
}

/** By the primary key of deliveries. */
async function waitingOf(
  db: Database,
  { endpointId, brandId, brand, limit }: WaitingOf,
): Promise<WaitingAlert[]> {
  const rows = await db
    .selectFrom('deliveries as d')
    .innerJoin('alerts as a', (join) =>
      join.onRef('a.brand_id', '=', 'd.brand_id').onRef('a.id', '=', 'd.alert_id'),
    )
    .select(['a.id', 'a.public_id', 'a.kind', 'a.title', 'a.detail', 'a.facts', 'a.created_at'])
    .select('a.change_id')
    .select(readersOf('a', brandId).as('readers'))
    .where('d.brand_id', '=', brandId)
    .where('a.brand_id', '=', brandId)
    .where('d.endpoint_id', '=', endpointId)
    .orderBy('d.alert_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    brandId,
    brand,
    alertId: row.id,
    publicId: row.public_id,
    changeId: row.change_id,
    kind: row.kind as AlertKind,
    title: row.title,
    detail: row.detail,
    facts: JSON.parse(row.facts) as Record<string, unknown>,
    createdAt: row.created_at,
    read: Number(row.readers) > 0,
  }));
}

/** Removes sent alerts from an endpoint's queue. */
export async function dropSent(
  db: Database,
  { internalId }: Pick<Endpoint, 'internalId'>,
  alerts: readonly Pick<WaitingAlert, 'brandId' | 'alertId'>[],
): Promise<void> {
  for (const brandId of new Set(alerts.map((alert) => alert.brandId))) {
    const ids = alerts.filter((alert) => alert.brandId === brandId).map(({ alertId }) => alertId);
    await db
      .deleteFrom('deliveries')
      .where('brand_id', '=', brandId)
      .where('endpoint_id', '=', internalId)
      .where('alert_id', 'in', ids)
      .execute();
  }
}

export async function countWaiting(db: Database, endpoint: Endpoint): Promise<number> {
  let sum = 0;
  for (const { id } of await brandsOf(db, endpoint)) {
    const { n } = await db
      .selectFrom('deliveries')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('brand_id', '=', id)
      .where('endpoint_id', '=', endpoint.internalId)
      .executeTakeFirstOrThrow();
    sum += n;
  }
  return sum;
}

/** Drops an endpoint's queue, also of deleted brands. Run it after removing the endpoint, in its transaction. */
export async function dropWaiting(db: Database, endpoint: Endpoint): Promise<void> {
  for (const { id } of await everyBrandOf(db, endpoint)) {
    await db
      .deleteFrom('deliveries')
      .where('brand_id', '=', id)
      .where('endpoint_id', '=', endpoint.internalId)
      .execute();
  }
}
