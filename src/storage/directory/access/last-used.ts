import { sql } from 'kysely';
import { capabilitiesOf } from '../../driver/capabilities.ts';
import type { LimitsDatabase } from '../../driver/database.ts';
import type { LimitTables } from '../../driver/schema/schema.ts';
import { statement } from '../../driver/statement.ts';

export interface Use {
  readonly subject: string;
  readonly at: number;
}

/** Records uses in the limits store, so it never waits for an import. */
export async function noteUses(db: LimitsDatabase, uses: readonly Use[]): Promise<void> {
  const last = new Map(uses.map(({ subject, at }) => [subject, at]));
  // A fixed order, or two replicas could deadlock.
  const rows = [...last].sort(([a], [b]) => (a < b ? -1 : 1));
  await upsertUses(db, { json: JSON.stringify(rows) });
}

const upsertUses = statement<LimitTables, { json: string }, unknown>(
  'note uses',
  (db, { json }) => sql`
    insert into last_used (subject, at)
    select given.value ->> 0, cast(given.value ->> 1 as bigint)
    from ${capabilitiesOf(db).jsonRows(json, 'given')} where true
    on conflict (subject) do update set at = excluded.at`,
);

/** Last uses; omits unused subjects. */
export async function lastUses(
  db: LimitsDatabase,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (subjects.length === 0) return new Map();
  const rows = await db
    .selectFrom('last_used')
    .select(['subject', 'at'])
    .where('subject', 'in', subjects)
    .execute();
  return new Map(rows.map(({ subject, at }) => [subject, at]));
}
