import { sql } from 'kysely';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema/schema.ts';
import { statement } from '../driver/statement.ts';

/** An engine that Sightline stops asking until the operator acts, apart from occasional tries. */
export interface Breaker {
  /** Its slug, or a scope. */
  readonly engine: string;
  /** The engine's error code. */
  readonly detail: string;
  readonly openedAt: number;
  /** When it last failed. */
  readonly triedAt: number;
}

/** What a job's refused configuration stops: its engine, or of a reader the model alone, which others may not use. */
export function scopeOf({
  engine,
  reader,
}: {
  readonly engine: string;
  readonly reader: string | null;
}): string {
  return reader === null ? engine : `${engine}:${reader}`;
}

export async function listBreakers(db: Database): Promise<Breaker[]> {
  return await breakers(db).orderBy('engine').execute();
}

export async function findBreaker(db: Database, engine: string): Promise<Breaker | null> {
  const [breaker] = await selectBreaker(db, { engine });
  return breaker ?? null;
}

const selectBreaker = statement('breaker', (db: Database, { engine }: { engine: string }) =>
  breakers(db).where('engine', '=', engine),
);

function breakers(db: Database) {
  return db
    .selectFrom('breakers')
    .select(['engine', 'detail', 'opened_at as openedAt', 'tried_at as triedAt']);
}

/** Opens an engine's breaker, or records another failure. */
export async function openBreaker(
  db: Database,
  { engine, detail, now }: { readonly engine: string; readonly detail: string; readonly now: number },
): Promise<void> {
  await db
    .insertInto('breakers')
    .values({ engine, detail, opened_at: now, tried_at: now })
    .onConflict((conflict) => conflict.column('engine').doUpdateSet({ detail, tried_at: now }))
    .execute();
}

/** Claims an open breaker's next try. @returns false if another process was faster */
export async function tryBreaker(db: Database, breaker: Breaker, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('breakers')
    .set({ tried_at: now })
    .where('engine', '=', breaker.engine)
    .where('tried_at', '=', breaker.triedAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether an engine has a breaker or remembered refusals. */
export async function isInTrouble(db: Database, engine: string): Promise<boolean> {
  return (await selectTroubles(db, { engine })).length > 0;
}

const selectTroubles = statement<Tables, { engine: string }, { one: number }>(
  'troubles of an engine',
  (_, { engine }) => sql<{ one: number }>`
    select 1 as one from breakers where engine = ${engine}
    union all select 1 from refusals where engine = ${engine}`,
);

export async function closeBreaker(db: Database, engine: string): Promise<void> {
  await deleteBreaker(db, { engine });
}

const deleteBreaker = statement('close breaker', (db: Database, { engine }: { engine: string }) =>
  db.deleteFrom('breakers').where('engine', '=', engine),
);

/** Call it when the operator has acted. */
export async function closeBreakers(db: Database): Promise<void> {
  await db.deleteFrom('breakers').execute();
}
