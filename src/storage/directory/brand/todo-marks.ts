import type { TodoMark, TodoState } from '../../../domain/alerts/todo.ts';
import type { Database } from '../../driver/database.ts';

/** What people noted about things to do, by id. Things without a mark have no row. */
export async function listTodoMarks(db: Database, brandId: number): Promise<ReadonlyMap<string, TodoMark>> {
  const rows = await db
    .selectFrom('todo_marks')
    .select(['id', 'state', 'note', 'facts', 'begun_at as begunAt', 'changed_at as changedAt'])
    .where('brand_id', '=', brandId)
    .execute();
  return new Map(
    rows.map(({ state, facts, ...row }) => [
      row.id,
      { ...row, state: state as TodoState, facts: facts === null ? null : (JSON.parse(facts) as string[]) },
    ]),
  );
}

/** Records a mark, under the brand's lock. */
export async function saveTodoMark(
  db: Database,
  brandId: number,
  { id, state, note, facts, begunAt, changedAt }: TodoMark,
  by: string,
): Promise<void> {
  const values = {
    state,
    note,
    facts: facts === null ? null : JSON.stringify(facts),
    begun_at: begunAt,
    changed_by: by,
    changed_at: changedAt,
  };
  await db
    .insertInto('todo_marks')
    .values({ brand_id: brandId, id, ...values })
    .onConflict((conflict) => conflict.columns(['brand_id', 'id']).doUpdateSet(values))
    .execute();
}

/** Deletes a mark, under the brand's lock. */
export async function deleteTodoMark(db: Database, brandId: number, id: string): Promise<void> {
  await db.deleteFrom('todo_marks').where('brand_id', '=', brandId).where('id', '=', id).execute();
}
