import { type SqlBool, sql } from 'kysely';
import type { Database } from '../driver/database.ts';

/** What an organization may spend in a UTC day; null for no limit. Micros are millionths of a US dollar. */
export interface CollectLimits {
  readonly callsPerDay: number | null;
  readonly microsPerDay: number | null;
}

/** An organization and a UTC day, in whole days since 1970. */
export interface SpendingDay {
  readonly organizationId: number;
  readonly day: number;
}

export async function findCollectLimits(db: Database, organizationId: number): Promise<CollectLimits> {
  const row = await db
    .selectFrom('collect_limits')
    .select(['calls_per_day as callsPerDay', 'micros_per_day as microsPerDay'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return row ?? { callsPerDay: null, microsPerDay: null };
}

export async function saveCollectLimits(
  db: Database,
  organizationId: number,
  { callsPerDay, microsPerDay }: CollectLimits,
): Promise<void> {
  await db.deleteFrom('collect_limits').where('organization_id', '=', organizationId).execute();
  await db
    .insertInto('collect_limits')
    .values({
      organization_id: organizationId,
      calls_per_day: callsPerDay,
      micros_per_day: microsPerDay,
    })
    .execute();
}

/**
 * Reserves a call and its estimated cost, unless that would exceed a limit. One statement decides, so processes
 * that ask concurrently cannot exceed it together.
 *
 * @returns whether the call may be made
 */
export async function reserveCall(
  db: Database,
  { organizationId, day }: SpendingDay,
  micros: number,
  { callsPerDay, microsPerDay }: CollectLimits,
): Promise<boolean> {
  await db
    .insertInto('spending')
    .values({ organization_id: organizationId, day, calls: 0, micros: 0 })
    .onConflict((conflict) => conflict.columns(['organization_id', 'day']).doNothing())
    .execute();
  let update = db
    .updateTable('spending')
    .set((eb) => ({ calls: eb('calls', '+', 1), micros: eb('micros', '+', micros) }))
    .where('organization_id', '=', organizationId)
    .where('day', '=', day);
  if (callsPerDay !== null) update = update.where('calls', '<', callsPerDay);
  if (microsPerDay !== null) update = update.where(sql<SqlBool>`micros + ${micros} <= ${microsPerDay}`);
  const { numUpdatedRows } = await update.executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Replaces the reserved cost by the actual cost. */
export async function correctSpending(
  db: Database,
  { organizationId, day }: SpendingDay,
  difference: number,
): Promise<void> {
  if (difference === 0) return;
  await db
    .updateTable('spending')
    .set((eb) => ({ micros: eb('micros', '+', difference) }))
    .where('organization_id', '=', organizationId)
    .where('day', '=', day)
    .execute();
}

/** What an organization has spent on the days of a range, both included; zeros where it asked nothing. */
export async function sumSpending(
  db: Database,
  organizationId: number,
  days: { readonly first: number; readonly last: number },
): Promise<{ readonly calls: number; readonly micros: number }> {
  const row = await db
    .selectFrom('spending')
    .select((eb) => [
      eb.fn.sum<number | null>('calls').as('calls'),
      eb.fn.sum<number | null>('micros').as('micros'),
    ])
    .where('organization_id', '=', organizationId)
    .where('day', '>=', days.first)
    .where('day', '<=', days.last)
    .executeTakeFirst();
  return { calls: Number(row?.calls ?? 0), micros: Number(row?.micros ?? 0) };
}
