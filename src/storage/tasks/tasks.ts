import { type Selectable, sql } from 'kysely';
import {
  SEVERAL_AT_ONCE,
  type TaskFacts,
  type TaskKind,
  type TaskProgress,
  type TaskState,
} from '../../domain/task.ts';
import { takeIds } from '../directory/brand/brand-lock.ts';
import type { Database } from '../driver/database.ts';
import { inTransaction } from '../driver/in-transaction.ts';
import { claimFirst, isHeld, type LeaseTerms, listBrandsWithDue } from '../driver/queue.ts';
import type { Tables } from '../driver/schema/schema.ts';
import { deleteInput } from './inputs.ts';

export interface Task extends TaskProgress {
  readonly brandId: number;
  readonly id: number;
  readonly publicId: string;
  readonly kind: TaskKind;
  readonly state: TaskState;
  /** A name for people. */
  readonly startedBy: string;
  readonly createdAt: number;
  readonly endedAt: number | null;
  /** Whether somebody asked to stop it. */
  readonly stopAsked: boolean;
  /** Leases that workers did not return. */
  readonly tries: number;
}

export interface NewTask {
  readonly brandId: number;
  readonly publicId: string;
  readonly kind: TaskKind;
  readonly startedBy: string;
  /** Total steps, if known. */
  readonly total: number | null;
  readonly now: number;
}

const NO_FACTS: TaskFacts = { counts: {}, messages: [] };

/**
 * Adds a task unless one of its kind is open and there may be only one. Run it in a transaction.
 *
 * @returns its public id, or that of the open one
 */
export async function addTask(db: Database, task: NewTask): Promise<string> {
  const { brandId, publicId, kind, startedBy, total, now } = task;
  // The lock in takeIds serializes concurrent starts.
  const id = await takeIds(db, brandId, 1);
  const open = SEVERAL_AT_ONCE.has(kind) ? null : await findOpenTask(db, brandId, kind);
  if (open !== null) return open.publicId;
  await db
    .insertInto('tasks')
    .values({
      brand_id: brandId,
      id,
      public_id: publicId,
      kind,
      state: 'waiting',
      started_by: startedBy,
      total,
      facts: JSON.stringify(NO_FACTS),
      created_at: now,
      next_at: now,
    })
    .execute();
  return publicId;
}

export async function findTask(db: Database, brandId: number, publicId: string): Promise<Task | null> {
  const row = await tasksOf(db, brandId).where('public_id', '=', publicId).executeTakeFirst();
  return row ? taskFrom(row) : null;
}

/** The open task of one kind, or any, by the index tasks_open. */
export async function findOpenTask(db: Database, brandId: number, kind?: TaskKind): Promise<Task | null> {
  let query = tasksOf(db, brandId).where('next_at', 'is not', null);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  const row = await query.orderBy('id').limit(1).executeTakeFirst();
  return row ? taskFrom(row) : null;
}

/** Newest first. */
export async function listTasks(db: Database, brandId: number, limit: number): Promise<Task[]> {
  const rows = await tasksOf(db, brandId).orderBy('id', 'desc').limit(limit).execute();
  return rows.map(taskFrom);
}

function tasksOf(db: Database, brandId: number) {
  return db.selectFrom('tasks').selectAll().where('brand_id', '=', brandId);
}

interface TaskClaim extends LeaseTerms {
  readonly kinds: readonly TaskKind[];
}

const ofKinds = (kinds: readonly TaskKind[]) => sql`kind in (${sql.join(kinds)})`;

/** Brands to try: other workers may claim the first ones' tasks at the same time. */
const BRANDS_TO_TRY = 10;

/** Claims the task that has waited longest; null if none. Finds its brand first, by the index tasks_due. */
export async function claimTask(db: Database, { kinds, ...terms }: TaskClaim): Promise<Task | null> {
  const brands = await listBrandsWithDue(db, 'tasks', ofKinds(kinds), terms.now);
  for (const brandId of brands.slice(0, BRANDS_TO_TRY)) {
    const of = sql`brand_id = ${brandId} and ${ofKinds(kinds)}`;
    const started = sql`, state = 'running', tries = tries + 1`;
    const { rows } = await claimFirst<TaskRow>(db, 'tasks', of, terms, started).execute(db);
    const [row] = rows;
    if (row) return taskFrom(row);
  }
  return null;
}

type TaskKey = Pick<Task, 'brandId' | 'id'>;

/** Extends the lease and stores progress. @returns false if the lease is lost */
export async function saveProgress(
  db: Database,
  key: TaskKey,
  lease: string,
  { done, total, counts, messages, until }: TaskProgress & { readonly until: number },
): Promise<boolean> {
  const { numUpdatedRows } = await heldTask(db, key, lease)
    .set({ done, total, facts: JSON.stringify({ counts, messages }), next_at: until })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns a task to the queue, for any worker, under this lease. */
export async function giveTaskBack(db: Database, key: TaskKey, lease: string, now: number): Promise<void> {
  await heldTask(db, key, lease)
    .set((eb) => ({ state: 'waiting', lease: '', next_at: now, tries: eb('tries', '-', 1) }))
    .execute();
}

/** Ends a task and deletes its input. @returns false if the lease is lost */
export async function endTask(
  db: Database,
  task: TaskKey & Pick<Task, 'publicId'>,
  lease: string,
  { state, endedAt }: { readonly state: TaskState; readonly endedAt: number },
): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await heldTask(transaction, task, lease)
      .set({ state, ended_at: endedAt, next_at: null, lease: '' })
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await deleteInput(transaction, { brandId: task.brandId, task: task.publicId });
    return true;
  });
}

function heldTask(db: Database, { brandId, id }: TaskKey, lease: string) {
  return db.updateTable('tasks').where(isHeld({ brandId, id, lease }));
}

export async function isStopAsked(db: Database, { brandId, id }: TaskKey): Promise<boolean> {
  const row = await db
    .selectFrom('tasks')
    .select('stop_asked')
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.stop_asked === 1;
}

/** Asks a worker to stop a task soon; ends an unleased task at once. */
export async function askToStop(
  db: Database,
  { brandId, id, publicId }: TaskKey & Pick<Task, 'publicId'>,
  now: number,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await transaction
      .updateTable('tasks')
      .set({ stop_asked: 1 })
      .where('brand_id', '=', brandId)
      .where('id', '=', id)
      .execute();
    const { numUpdatedRows } = await transaction
      .updateTable('tasks')
      .set({ state: 'stopped', ended_at: now, next_at: null })
      .where('brand_id', '=', brandId)
      .where('id', '=', id)
      .where((eb) => eb.or([eb('lease', '=', ''), eb('next_at', '<=', now)]))
      .where('next_at', 'is not', null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await deleteInput(transaction, { brandId, task: publicId });
  });
}

type TaskRow = Selectable<Tables['tasks']>;

function taskFrom(row: TaskRow): Task {
  return {
    brandId: row.brand_id,
    id: row.id,
    publicId: row.public_id,
    kind: row.kind as TaskKind,
    state: row.state as TaskState,
    startedBy: row.started_by,
    done: row.done,
    total: row.total,
    ...(JSON.parse(row.facts) as TaskFacts),
    createdAt: row.created_at,
    endedAt: row.ended_at,
    stopAsked: row.stop_asked === 1,
    tries: row.tries,
  };
}
