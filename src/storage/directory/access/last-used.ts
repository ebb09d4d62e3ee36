import type { LimitsDatabase } from '../../driver/database.ts';

export interface Use {
  readonly subject: string;
  readonly at: number;
}

/** Records a use in the limits store, so it never waits for an import. */
export async function noteUse(db: LimitsDatabase, { subject, at }: Use): Promise<void> {
  await db
    .insertInto('last_used')
    .values({ subject, at })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ at }))
    .execute();
}

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
