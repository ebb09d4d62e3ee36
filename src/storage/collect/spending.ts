import { type RawBuilder, sql } from 'kysely';
import { type StoreRetry, writeAtMostOnce } from '../driver/commit-outcome.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema/schema.ts';
import { statement } from '../driver/statement.ts';

/** An organization's limits per UTC day; null for no limit. Micros are millionths of a US dollar. */
export interface CollectLimits {
  readonly callsPerDay: number | null;
  readonly microsPerDay: number | null;
}

/** An organization and a UTC day (days since 1970). */
interface SpendingDay {
  readonly organizationId: number;
  readonly day: number;
}

export async function findCollectLimits(db: Database, organizationId: number): Promise<CollectLimits> {
  const [limits] = await selectLimits(db, { organizationId });
  // Copies the row: a SQLite row has no prototype, so strict comparisons would fail.
  return { callsPerDay: limits?.callsPerDay ?? null, microsPerDay: limits?.microsPerDay ?? null };
}

const selectLimits = statement(
  'limits of collecting',
  (db: Database, { organizationId }: { organizationId: number }) =>
    db
      .selectFrom('organizations')
      .select(['calls_per_day as callsPerDay', 'micros_per_day as microsPerDay'])
      .where('id', '=', organizationId),
);

export async function saveCollectLimits(
  db: Database,
  organizationId: number,
  { callsPerDay, microsPerDay }: CollectLimits,
): Promise<void> {
  const limits = { calls_per_day: callsPerDay, micros_per_day: microsPerDay };
  await db.updateTable('organizations').set(limits).where('id', '=', organizationId).execute();
}

/** Money reserved for a call, and the UTC day that it counts toward. */
export interface Reservation {
  readonly day: number;
  readonly micros: number;
}

interface PlannedCall extends SpendingDay {
  /** Its maximum cost. */
  readonly micros: number;
  readonly limits: CollectLimits;
  /** Whether it reads an answer: the limit of calls is for questions. */
  readonly isReading?: boolean;
}

/**
 * Counts a call and reserves its maximum cost, unless that exceeds a limit. One statement decides, so concurrent
 * processes cannot exceed it together. The reservation counts as spent until settled, so a killed process never makes
 * a free call. If the connection breaks, the call counts once, or not at all if this fails.
 *
 * @param retry waits for the store to return, to learn the outcome
 * @returns whether the call may be made
 */
export async function reserveCall(
  db: Database,
  call: PlannedCall,
  retry: StoreRetry = (work) => work(),
): Promise<boolean> {
  const { micros, limits, isReading = false } = call;
  const { microsPerDay } = limits;
  const callsPerDay = isReading ? null : limits.callsPerDay;
  const isBeyond =
    (callsPerDay !== null && callsPerDay < 1) || (microsPerDay !== null && micros > microsPerDay);
  if (isBeyond) return false;
  const { organizationId, day } = call;
  const mostCalls = callsPerDay ?? NO_LIMIT;
  const mostMicros = microsPerDay === null ? NO_LIMIT : microsPerDay - micros;
  const calls = isReading ? 0 : 1;
  const counting = { organizationId, day, calls, micros, mostCalls, mostMicros };
  return await writeAtMostOnce(db, async (on) => (await countCall(on, counting)).length > 0, retry);
}

/** More than any organization calls or spends. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

type Counting = Readonly<
  Record<'organizationId' | 'day' | 'calls' | 'micros' | 'mostCalls' | 'mostMicros', number>
>;

/** Counts a call; returns no row if that exceeds a limit. */
const countCall = statement<Tables, Counting, { calls: number }>(
  'count a call',
  (_, { organizationId, day, calls, micros, mostCalls, mostMicros }) => sql<{ calls: number }>`
    insert into spending (organization_id, day, calls, micros)
    values (${organizationId}, ${day}, ${calls}, ${micros})
    on conflict (organization_id, day) do update
      set calls = spending.calls + excluded.calls, micros = spending.micros + excluded.micros
      where spending.calls < ${bigint(mostCalls)} and spending.micros <= ${bigint(mostMicros)}
    returning calls`,
);

/** A call's real cost, to replace its reservation. */
export interface Booking {
  readonly organizationId: number;
  readonly reserved: Reservation;
  readonly micros: number;
}

/** Replaces a reservation with the real cost; the call still counts. */
export async function settleCall(db: Database, { organizationId, reserved, micros }: Booking): Promise<void> {
  if (micros === reserved.micros) return;
  await db
    .updateTable('spending')
    .set((eb) => ({ micros: eb('micros', '+', micros - reserved.micros) }))
    .where('organization_id', '=', organizationId)
    .where('day', '=', reserved.day)
    .execute();
}

/** An organization's spending in a range, inclusive; zeros if none. */
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

/** Spending in a range, inclusive, for an organization with a dollar limit. */
interface OrganizationSpending {
  readonly organizationId: number;
  readonly organization: string;
  readonly name: string;
  readonly micros: number;
  readonly microsPerDay: number;
}

/** Organizations with a dollar limit and spending. */
export async function listOrganizationSpending(
  db: Database,
  days: { readonly first: number; readonly last: number },
): Promise<OrganizationSpending[]> {
  const rows = await db
    .selectFrom('spending as s')
    .innerJoin('organizations as o', 'o.id', 's.organization_id')
    .select(['s.organization_id as organizationId', 'o.public_id as organization', 'o.name'])
    .select((eb) => [
      eb.fn.sum<number>('s.micros').as('micros'),
      eb.fn.max('o.micros_per_day').as('microsPerDay'),
    ])
    .where('o.micros_per_day', 'is not', null)
    .where('s.day', '>=', days.first)
    .where('s.day', '<=', days.last)
    .groupBy(['s.organization_id', 'o.public_id', 'o.name'])
    .orderBy('s.organization_id')
    .execute();
  return rows.map((row) => ({ ...row, micros: Number(row.micros), microsPerDay: row.microsPerDay ?? 0 }));
}

/** Records a month's spending warning. @returns whether it is the first */
export async function noteNotice(
  db: Database,
  { organizationId, month }: { readonly organizationId: number; readonly month: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('organizations')
    .set({ noticed_month: month })
    .where('id', '=', organizationId)
    .where((eb) => eb.or([eb('noticed_month', 'is', null), eb('noticed_month', '<', month)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** For numbers above 2^31, such as instants. In a select list, PostgreSQL takes untyped parameters for text. */
function bigint(value: unknown): RawBuilder<number> {
  return sql`cast(${value} as bigint)`;
}
