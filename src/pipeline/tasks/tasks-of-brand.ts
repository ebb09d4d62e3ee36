import type { RandomBytes } from '../../domain/base62.ts';
import { SightlineError } from '../../domain/errors.ts';
import { isPublicId, publicId } from '../../domain/public-id.ts';
import { hasEnded, type TaskKind } from '../../domain/task.ts';
import type { User } from '../../domain/user.ts';
import { countDue } from '../../storage/answers/due-readings.ts';
import { type AuditEntry, insertAudit } from '../../storage/directory/audit.ts';
import { findWorkspace } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import {
  addTask,
  askToStop,
  findOpenTask,
  findTask,
  listTasks,
  type NewTask,
  type Task,
} from '../../storage/tasks/tasks.ts';
import { currentReading } from '../intake/workspace.ts';

export type { Task };

export interface StartDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
}

/** For which brand, and who it is that starts or stops a task. */
export interface Starter {
  /** Public id. */
  readonly brand: string;
  readonly organizationId: number;
  readonly user: Pick<User, 'id' | 'name'>;
}

/** Starts a task, or finds the one of its kind that is open. @returns its public id */
export async function startTask(
  deps: StartDeps,
  starter: Starter,
  kind: Exclude<TaskKind, 'import'>,
): Promise<string> {
  const brandId = await workspaceOf(deps.db, starter.brand);
  const id = publicId('tsk', deps.random);
  const isAdded = await addAudited(deps, starter, { brandId, publicId: id, kind, total: null });
  return isAdded ? id : ((await findOpenTask(deps.db, brandId, kind))?.publicId ?? id);
}

/** Adds a task unless one of its kind is open, and notes who started it. @returns whether it was added */
export async function addAudited(
  { db, now }: StartDeps,
  starter: Starter,
  task: Omit<NewTask, 'startedBy' | 'now'>,
): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const added = { ...task, startedBy: starter.user.name, now: now() };
    if (!(await addTask(transaction, added))) return false;
    await insertAudit(transaction, entryOf(starter, 'task.start', task, now()));
    return true;
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

/** @throws SightlineError `not_found` if the brand is gone */
export async function workspaceOf(db: Database, brand: string): Promise<number> {
  const brandId = await findWorkspace(db, brand);
  if (brandId === null) throw new SightlineError('not_found', `There is no brand ${brand}.`);
  return brandId;
}

/** A task of a brand; null if the brand has none with this id. */
export async function taskOf(db: Database, brand: string, task: string): Promise<Task | null> {
  if (!isPublicId('tsk', task)) return null;
  return await findTask(db, await workspaceOf(db, brand), task);
}

/** The newest tasks of a brand. */
export async function tasksOf(db: Database, brand: string, limit: number): Promise<Task[]> {
  return await listTasks(db, await workspaceOf(db, brand), limit);
}

/** A task of a brand that waits or runs; null if there is none. */
export async function openTaskOf(db: Database, brand: string): Promise<Task | null> {
  return await findOpenTask(db, await workspaceOf(db, brand));
}

/** Asks for a task to be stopped. Nothing happens if it has ended. */
export async function stopTask(
  { db, now }: Pick<StartDeps, 'db' | 'now'>,
  starter: Starter,
  task: Task,
): Promise<void> {
  if (hasEnded(task.state) || task.stopAsked) return;
  await askToStop(db, task, now());
  await insertAudit(db, entryOf(starter, 'task.stop', task, now()));
}

/** How many stored answers of a brand a rescan would read again. */
export async function answersDue(db: Database, brand: string): Promise<number> {
  const brandId = await workspaceOf(db, brand);
  return await countDue(db, brandId, await currentReading(db, brandId));
}
