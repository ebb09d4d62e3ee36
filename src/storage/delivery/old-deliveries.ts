import type { Database } from '../driver/database.ts';

/** Endpoints in a brand's outbox, by the primary key of deliveries. */
export async function listServedEndpoints(db: Database, brandId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('deliveries')
    .select('endpoint_id as id')
    .distinct()
    .where('brand_id', '=', brandId)
    .orderBy('endpoint_id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Endpoints that still exist. */
export async function listLiveEndpoints(db: Database, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('endpoints')
    .select('id')
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Old rows in a brand's outbox for an endpoint. */
interface OldDeliveries {
  readonly brandId: number;
  readonly endpointId: number;
  /** Sent before this instant; null for all rows. */
  readonly sentBefore: number | null;
}

/** The first such alerts by id, by the primary key of deliveries. */
export async function findOldDeliveries(
  db: Database,
  { brandId, endpointId, sentBefore }: OldDeliveries,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<number[]> {
  let query = db
    .selectFrom('deliveries')
    .select('alert_id as id')
    .where('brand_id', '=', brandId)
    .where('endpoint_id', '=', endpointId)
    .where('alert_id', '>', after);
  if (sentBefore !== null) query = query.where('sent_at', '<', sentBefore);
  const rows = await query.orderBy('alert_id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

export async function deleteDeliveries(
  db: Database,
  { brandId, endpointId }: OldDeliveries,
  alertIds: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('deliveries')
    .where('brand_id', '=', brandId)
    .where('endpoint_id', '=', endpointId)
    .where('alert_id', 'in', alertIds)
    .execute();
}

/** Deletes endpoints removed before an instant. @returns how many */
export async function deleteEndpointsRemovedBefore(db: Database, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('endpoints')
    .where('removed_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
