import { sql } from 'kysely';
import type { Database } from '../driver/database.ts';
import { bigint } from '../driver/fragments.ts';
import { type StoreRetry, writeOnce } from '../driver/once.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';

/** What an organization may spend in a UTC day; null for no limit. Micros are millionths of a US dollar. */
export interface CollectLimits {
  readonly callsPerDay: number | null;
  readonly microsPerDay: number | null;
}

/** An organization and a UTC day, in whole days since 1970. */
interface SpendingDay {
  readonly organizationId: number;
  readonly day: number;
}

export async function findCollectLimits(db: Database, organizationId: number): Promise<CollectLimits> {
  const [limits] = await selectLimits(db, { organizationId });
  // Not the row itself: a row of SQLite has no prototype, so it would equal nothing that is compared with it strictly.
  return { callsPerDay: limits?.callsPerDay ?? null, microsPerDay: limits?.microsPerDay ?? null };
}

const selectLimits = statement(
  'limits of collecting',
  (db: Database, { organizationId }: { organizationId: number }) =>
    db
      .selectFrom('collect_limits')
      .select(['calls_per_day as callsPerDay', 'micros_per_day as microsPerDay'])
      .where('organization_id', '=', organizationId),
);

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

/** Money that was set aside for a call, on the UTC day in whose sum it is. */
export interface Reservation {
  readonly day: number;
  readonly micros: number;
}

/** A call that is about to be made. */
interface PlannedCall extends SpendingDay {
  /** The most that it may cost. */
  readonly micros: number;
  readonly limits: CollectLimits;
}

/**
 * Counts a call and sets the most that it may cost aside, unless that would exceed a limit. One statement decides, so
 * processes that ask concurrently cannot exceed it together. What is set aside stays spent until it is settled, so a call
 * whose process was killed is never free. A call whose connection is lost meanwhile is counted once, or not at all if this fails.
 *
 * @param retry waits for a store that was lost, to learn what became of it
 * @returns whether the call may be made
 */
export async function reserveCall(
  db: Database,
  call: PlannedCall,
  retry: StoreRetry = (work) => work(),
): Promise<boolean> {
  const { micros, limits } = call;
  const { callsPerDay, microsPerDay } = limits;
  const isBeyond =
    (callsPerDay !== null && callsPerDay < 1) || (microsPerDay !== null && micros > microsPerDay);
  if (isBeyond) return false;
  const { organizationId, day } = call;
  const mostCalls = callsPerDay ?? NO_LIMIT;
  const mostMicros = microsPerDay === null ? NO_LIMIT : microsPerDay - micros;
  const counting = { organizationId, day, micros, mostCalls, mostMicros };
  return await writeOnce(db, async (on) => (await countCall(on, counting)).length > 0, retry);
}

/** More than any organization calls or spends. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

type Counting = Readonly<Record<'organizationId' | 'day' | 'micros' | 'mostCalls' | 'mostMicros', number>>;

/** Counts a call; returns no row where it would exceed a limit. */
const countCall = statement<Tables, Counting, { calls: number }>(
  'count a call',
  (_, { organizationId, day, micros, mostCalls, mostMicros }) => sql<{ calls: number }>`
    insert into spending (organization_id, day, calls, micros)
    values (${organizationId}, ${day}, 1, ${micros})
    on conflict (organization_id, day) do update
      set calls = spending.calls + 1, micros = spending.micros + excluded.micros
      where spending.calls < ${bigint(mostCalls)} and spending.micros <= ${bigint(mostMicros)}
    returning calls`,
);

/** What a call cost, to be booked in place of what was set aside for it. */
export interface Booking {
  readonly organizationId: number;
  readonly reserved: Reservation;
  readonly micros: number;
}

/** Replaces what was set aside by what the call cost. The call still counts. */
export async function settleCall(db: Database, { organizationId, reserved, micros }: Booking): Promise<void> {
  if (micros === reserved.micros) return;
  await db
    .updateTable('spending')
    .set((eb) => ({ micros: eb('micros', '+', micros - reserved.micros) }))
    .where('organization_id', '=', organizationId)
    .where('day', '=', reserved.day)
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

/** What an organization with a ceiling in dollars has spent on the days of a range, both included. */
interface OrganizationSpending {
  readonly organizationId: number;
  /** Public id. */
  readonly organization: string;
  readonly name: string;
  readonly micros: number;
  readonly microsPerDay: number;
}

/** The organizations that have a ceiling in dollars and spent something. */
export async function listOrganizationSpending(
  db: Database,
  days: { readonly first: number; readonly last: number },
): Promise<OrganizationSpending[]> {
  const rows = await db
    .selectFrom('spending as s')
    .innerJoin('collect_limits as l', 'l.organization_id', 's.organization_id')
    .innerJoin('organizations as o', 'o.id', 's.organization_id')
    .select(['s.organization_id as organizationId', 'o.public_id as organization', 'o.name'])
    .select((eb) => [
      eb.fn.sum<number>('s.micros').as('micros'),
      eb.fn.max('l.micros_per_day').as('microsPerDay'),
    ])
    .where('l.micros_per_day', 'is not', null)
    .where('s.day', '>=', days.first)
    .where('s.day', '<=', days.last)
    .groupBy(['s.organization_id', 'o.public_id', 'o.name'])
    .orderBy('s.organization_id')
    .execute();
  return rows.map((row) => ({ ...row, micros: Number(row.micros), microsPerDay: row.microsPerDay ?? 0 }));
}

/** Remembers that an organization was warned about its spending in a month. @returns whether this is the first time */
export async function noteNotice(
  db: Database,
  {
    organizationId,
    month,
    now,
  }: { readonly organizationId: number; readonly month: number; readonly now: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('spending_notices')
    .values({ organization_id: organizationId, month, noticed_at: now })
    .onConflict((conflict) => conflict.columns(['organization_id', 'month']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
