import type { Database } from '../driver/database.ts';
import { statement } from '../driver/statement.ts';

/** A field that is omitted from every request to a model of an engine, because the engine refused it. */
export interface LeftOutField {
  readonly engine: string;
  /** '' where an engine has no models. */
  readonly model: string;
  /** As the request has it, at the top of its body. */
  readonly field: string;
  readonly since: number;
}

export async function listLeftOutFields(db: Database): Promise<LeftOutField[]> {
  return await leftOut(db).orderBy('engine').orderBy('model').orderBy('field').execute();
}

/** The fields that are omitted from requests to this model. */
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

/** Remembers a field. @returns whether it was not remembered yet */
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
