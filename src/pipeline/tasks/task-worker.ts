import type { TaskKind } from '../../domain/task.ts';
import type { Database } from '../../storage/driver/database.ts';
import { claimTask, hasDueTask } from '../../storage/tasks/tasks.ts';
import type { ConfiguredEngines } from '../collect/collect.ts';
import { LEASE_MS } from './hold.ts';
import { runTask } from './run-task.ts';
import type { TaskDeps } from './working.ts';

/** How often a worker looks for tasks. */
const POLL_MS = 1000;

/** After a failure of the store. */
const RETRY_MS = 15_000;

/** Tasks that keep the store busy, and those that mostly wait for engines: a worker does one of each at a time. */
const STORE_KINDS: readonly TaskKind[] = ['rescan', 'import'];
const ASKING_KINDS: readonly TaskKind[] = ['collect'];

/** The kinds that a process with these engines can do, in groups: who has no key cannot ask. */
function groupsFor({ ready }: ConfiguredEngines): (readonly TaskKind[])[] {
  return ready.length === 0 ? [STORE_KINDS] : [STORE_KINDS, ASKING_KINDS];
}

/** Whether a task waits that a process with these engines can do. */
export async function isTaskDue(db: Database, engines: ConfiguredEngines, now: number): Promise<boolean> {
  return await hasDueTask(db, groupsFor(engines).flat(), now);
}

/** Does tasks as they come, until stopped; or until there are none, if nothing else keeps the process busy. */
export async function doTasks(deps: TaskDeps, mayEnd: () => boolean): Promise<void> {
  const running = new Map<readonly TaskKind[], Promise<void>>();
  while (!deps.stop.aborted) {
    const wait = await takeEach(deps, running).then(
      () => POLL_MS,
      (error: unknown) => {
        deps.onFailure(null, error);
        return RETRY_MS;
      },
    );
    if (running.size === 0 && mayEnd()) return;
    await deps.sleep(wait, deps.stop);
  }
  await Promise.all(running.values());
}

/** Takes a task of every group that nothing runs of. */
async function takeEach(deps: TaskDeps, running: Map<readonly TaskKind[], Promise<void>>): Promise<void> {
  for (const kinds of groupsFor(deps.engines)) {
    if (running.has(kinds)) continue;
    const lease = Buffer.from(deps.random(12)).toString('hex');
    const now = deps.now();
    const task = await claimTask(deps.db, { kinds, now, leaseUntil: now + LEASE_MS, lease });
    if (task === null) continue;
    const done = runTask(deps, task, lease)
      .catch((error: unknown) => deps.onFailure(task, error))
      .finally(() => running.delete(kinds));
    running.set(kinds, done);
  }
}
