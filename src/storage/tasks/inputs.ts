import type { Database } from '../driver/database.ts';

/** A task's input by its public id: upload parts arrive before their task. */
export interface Input {
  readonly brandId: number;
  readonly task: string;
}

export async function addInputPart(
  db: Database,
  { brandId, task }: Input,
  { part, bytes, now }: { readonly part: number; readonly bytes: Uint8Array; readonly now: number },
): Promise<void> {
  await db
    .insertInto('task_inputs')
    .values({ brand_id: brandId, task, part, bytes, stored_at: now })
    .execute();
}

/** A part; null after the last. */
export async function findInputPart(
  db: Database,
  { brandId, task }: Input,
  part: number,
): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('task_inputs')
    .select('bytes')
    .where('brand_id', '=', brandId)
    .where('task', '=', task)
    .where('part', '=', part)
    .executeTakeFirst();
  return row?.bytes ?? null;
}

export async function deleteInput(db: Database, { brandId, task }: Input): Promise<void> {
  await db.deleteFrom('task_inputs').where('brand_id', '=', brandId).where('task', '=', task).execute();
}

/** Deletes a brand's abandoned uploads: stored before this instant, without a task. @returns how many */
export async function deleteAbandonedInputs(db: Database, brandId: number, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('task_inputs')
    .where('brand_id', '=', brandId)
    .where('stored_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('tasks')
            .select('tasks.id')
            .where('tasks.brand_id', '=', brandId)
            .whereRef('tasks.public_id', '=', 'task_inputs.task'),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
