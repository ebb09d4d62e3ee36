import type { Database } from '../driver/database.ts';

/** Stores the next part of what a task will read. */
export async function addInputPart(
  db: Database,
  task: string,
  { part, bytes, now }: { readonly part: number; readonly bytes: Uint8Array; readonly now: number },
): Promise<void> {
  await db.insertInto('task_inputs').values({ task, part, bytes, stored_at: now }).execute();
}

/** A part of what a task reads; null after the last. */
export async function findInputPart(db: Database, task: string, part: number): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('task_inputs')
    .select('bytes')
    .where('task', '=', task)
    .where('part', '=', part)
    .executeTakeFirst();
  return row?.bytes ?? null;
}

export async function deleteInput(db: Database, task: string): Promise<void> {
  await db.deleteFrom('task_inputs').where('task', '=', task).execute();
}

/** Deletes the parts of uploads that broke off: stored before this instant, and no task came of them. @returns how many */
export async function deleteAbandonedInputs(db: Database, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('task_inputs')
    .where('stored_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('tasks').select('tasks.id').whereRef('tasks.public_id', '=', 'task_inputs.task')),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
