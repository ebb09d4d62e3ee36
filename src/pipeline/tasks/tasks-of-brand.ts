import type { RandomBytes } from '../../domain/access/base62.ts';
import { isPublicId, publicId } from '../../domain/access/public-id.ts';
import type { User } from '../../domain/access/user.ts';
import { hasEnded, type TaskKind } from '../../domain/task.ts';
import { countDue } from '../../storage/answers/due-readings.ts';
import { type AuditEntry, insertAudit } from '../../storage/directory/access/audit.ts';
import type { Database } from '../../storage/driver/database.ts';
import { inTransaction } from '../../storage/driver/in-transaction.ts';
import {
  addTask,
  askToStop,
  findOpenTask,
  findTask,
  listTasks,
  type NewTask,
  type Task,
} from '../../storage/tasks/tasks.ts';
import { currentReading } from '../intake/brand-reader.ts';
import { liveBrandId } from '../owned-brand.ts';

export type { Task };

export interface StartDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
}

export interface Starter {
  /** Public id. */
  readonly brand: string;
  readonly organizationId: number;
  readonly user: Pick<User, 'id' | 'name'>;
}

/** A task that somebody asked for. */
export interface StartedTask {
  readonly task: string;
  /** Whether it is new, and not the open one of its kind, which does the work. */
  readonly isNew: boolean;
}

export async function startTask(
  deps: StartDeps,
  starter: Starter,
  kind: Exclude<TaskKind, 'import' | 'logs'>,
): Promise<StartedTask> {
  const brandId = await liveBrandId(deps.db, starter.brand);
  const task = { brandId, publicId: publicId('tsk', deps.random), kind, total: null };
  return await addAudited(deps, starter, task);
}

/** Adds and audits a task unless one of its kind is open. */
export async function addAudited(
  { db, now }: StartDeps,
  starter: Starter,
  task: Omit<NewTask, 'startedBy' | 'now'>,
): Promise<StartedTask> {
  return await inTransaction(db, async (transaction) => {
    const open = await addTask(transaction, { ...task, startedBy: starter.user.name, now: now() });
    const isNew = open === task.publicId;
    if (isNew) await insertAudit(transaction, entryOf(starter, 'task.start', task, now()));
    return { task: open, isNew };
  });
}

function entryOf(
  { brand, organizationId, user }: Starter,
  action: 'task.start' | 'task.stop',
  { publicId: subject, kind }: Pick<NewTask, 'publicId' | 'kind'>,
  at: number,
): AuditEntry {
  return { at, organizationId, actor: user.id, action, subject, detail: `${kind} of ${brand}` };
}

/** A brand's task; null if it has none with this id. */
export async function taskOf(db: Database, brand: string, task: string): Promise<Task | null> {
  if (!isPublicId('tsk', task)) return null;
  return await findTask(db, await liveBrandId(db, brand), task);
}

export async function tasksOf(db: Database, brand: string, limit: number): Promise<Task[]> {
  return await listTasks(db, await liveBrandId(db, brand), limit);
}

/** A brand's waiting or running task, of any kind by default; null if none. */
export async function openTaskOf(db: Database, brand: string, kind?: TaskKind): Promise<Task | null> {
  return await findOpenTask(db, await liveBrandId(db, brand), kind);
}

/** Requests a stop. Does nothing if the task has ended. */
export async function stopTask(
  { db, now }: Pick<StartDeps, 'db' | 'now'>,
  starter: Starter,
  task: Task,
): Promise<void> {
  if (hasEnded(task.state) || task.stopAsked) return;
  await askToStop(db, task, now());
  await insertAudit(db, entryOf(starter, 'task.stop', task, now()));
}

/** Number of a brand's answers that a rescan would reread. */
export async function answersDue(db: Database, brand: string): Promise<number> {
  const brandId = await liveBrandId(db, brand);
  return await countDue(db, brandId, await currentReading(db, brandId));
}

/**
 * Starts a rescan if answers are due for one, so that a new name counts in earlier answers too.
 *
 * @returns how many are due
 */
export async function rescanIfDue(deps: StartDeps, starter: Starter): Promise<number> {
  const due = await answersDue(deps.db, starter.brand);
  if (due > 0) await startTask(deps, starter, 'rescan');
  return due;
}
