import type { LimitsDatabase } from '../driver/database.ts';
import type { LimitTables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';

/** Notes when something was used. It is in the limits store, so it never waits for an import. */
export async function noteUse(db: LimitsDatabase, subject: string, at: number): Promise<void> {
  await upsertUse(db, { subject, at });
}

const upsertUse = statement<LimitTables, { subject: string; at: number }, unknown>(
  'note a use',
  ['subject', 'at'],
  (db, { subject, at }) =>
    db
      .insertInto('last_used')
      .values({ subject, at })
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet({ at: (eb) => eb.ref('excluded.at') }),
      ),
);

/** When each of these was last used; those that never were are absent. */
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
