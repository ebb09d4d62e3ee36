import type { Database } from '../driver/database.ts';
import { statement } from '../driver/statement.ts';

/** A field that an engine refused, so every request to this model omits it. */
export interface LeftOutField {
  readonly engine: string;
  /** '' if the engine has no models. */
  readonly model: string;
  /** A top-level field of the request body. */
  readonly field: string;
  readonly since: number;
}

export async function listLeftOutFields(db: Database): Promise<LeftOutField[]> {
  return await leftOut(db).orderBy('engine').orderBy('model').orderBy('field').execute();
}

export async function findLeftOutFields(db: Database, engine: string, model: string): Promise<string[]> {
  const rows = await selectLeftOut(db, { engine, model });
  return rows.map(({ field }) => field);
}

const selectLeftOut = statement(
  'left out fields',
  (db: Database, { engine, model }: { engine: string; model: string }) =>
    leftOut(db).where('engine', '=', engine).where('model', '=', model),
);

function leftOut(db: Database) {
  return db.selectFrom('left_out_fields').select(['engine', 'model', 'field', 'since']);
}

/** @returns whether it is new */
export async function leaveOut(
  db: Database,
  { engine, model, field, since }: LeftOutField,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('left_out_fields')
    .values({ engine, model, field, since })
    .onConflict((conflict) => conflict.columns(['engine', 'model', 'field']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
