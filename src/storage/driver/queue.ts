import { type RawBuilder, sql } from 'kysely';
import { capabilitiesOf } from './capabilities.ts';
import type { Database } from './database.ts';

/**
 * Work that waits in `jobs`, `tasks`, and `endpoints`. `next_at` is when a row is due, or, with a `lease`, when the
 * worker that has it counts as dead; null: nothing is left to do. So an abandoned lease expires by itself, and only
 * the worker whose lease a row names changes it.
 */
type Queue = 'jobs' | 'tasks' | 'endpoints';

export interface LeaseTerms {
  readonly now: number;
  readonly leaseUntil: number;
  /** The worker. */
  readonly lease: string;
}

/**
 * Leases the row that has waited longest. On PostgreSQL, concurrent workers skip each other's rows.
 *
 * @param of which rows; for brand rows it names the brand, so that the statement touches one machine
 * @param also further columns to set
 */
export function claimFirst<Row>(
  db: Database,
  queue: Queue,
  of: RawBuilder<unknown>,
  { now, leaseUntil, lease }: LeaseTerms,
  also: RawBuilder<unknown> = sql``,
): RawBuilder<Row> {
  return sql<Row>`
    update ${sql.table(queue)} set next_at = ${leaseUntil}, lease = ${lease} ${also}
    where ${of} and id = (
      select id from ${sql.table(queue)} where ${of} and ${isDue(now)}
      order by next_at, id limit 1 ${capabilitiesOf(db).skipLocked})
    returning *`;
}

export function isDue(now: number): RawBuilder<boolean> {
  return sql<boolean>`next_at is not null and next_at <= ${now}`;
}

/** Whether it is this row, and its worker still has it. */
export function isHeld({
  brandId,
  id,
  lease,
}: {
  readonly brandId?: number;
  readonly id: number;
  readonly lease: string;
}): RawBuilder<boolean> {
  const ofBrand = brandId === undefined ? sql`` : sql`brand_id = ${brandId} and`;
  return sql<boolean>`${ofBrand} id = ${id} and lease = ${lease} and next_at is not null`;
}

/** Brands with due rows, longest wait first. Takes no lock, so a row may be gone when claimed. */
export async function listBrandsWithDue(
  db: Database,
  queue: 'jobs' | 'tasks',
  of: RawBuilder<unknown>,
  now: number,
): Promise<number[]> {
  const { rows } = await sql<{ brandId: number }>`
    select brand_id as "brandId" from ${sql.table(queue)} where ${of} and ${isDue(now)}
    group by brand_id order by min(next_at), brand_id`.execute(db);
  return rows.map(({ brandId }) => brandId);
}
