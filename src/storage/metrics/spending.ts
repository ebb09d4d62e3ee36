import { sql } from 'kysely';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';

/** All organizations' spending in a range, inclusive. Reads each by primary key: years of days stay stored. */
export async function sumAllSpending(
  db: Database,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<{ readonly calls: number; readonly micros: number }> {
  const { joinInOrder } = capabilitiesOf(db);
  const mine = sql`s.organization_id = o.id and s.day between ${first} and ${last}`;
  const { rows } = await sql<{ calls: number | null; micros: number | null }>`
    select sum(s.calls) as calls, sum(s.micros) as micros
    from organizations as o ${joinInOrder('spending', 's', mine)}`.execute(db);
  return { calls: Number(rows[0]?.calls ?? 0), micros: Number(rows[0]?.micros ?? 0) };
}

/** Organizations that have used at least this percentage of a daily limit. */
export async function countNearLimit(db: Database, day: number, percent: number): Promise<number> {
  const { joinInOrder } = capabilitiesOf(db);
  const today = sql`s.organization_id = l.organization_id and s.day = ${day}`;
  const { rows } = await sql<{ organizations: number }>`
    select count(*) as organizations from collect_limits as l ${joinInOrder('spending', 's', today)}
    where s.calls * 100 >= l.calls_per_day * ${percent} or s.micros * 100 >= l.micros_per_day * ${percent}`.execute(
    db,
  );
  return Number(rows[0]?.organizations);
}
