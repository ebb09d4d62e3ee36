import type { TaskKind } from '../../domain/task.ts';
import type { Database } from '../../storage/driver/database.ts';
import { claimTask, hasDueTask } from '../../storage/tasks/tasks.ts';
import type { ConfiguredEngines } from '../collect/collect.ts';
import { runTask } from './run-task.ts';
import type { TaskDeps } from './task-context.ts';
import { LEASE_MS } from './task-lease.ts';

const POLL_MS = 1000;

/** Wait after a store failure. */
const RETRY_MS = 15_000;

/** A worker runs one task of each group at a time: those that load the store, wait for engines, or wait for sites. */
const STORE_KINDS: readonly TaskKind[] = ['rescan', 'import'];
const ASKING_KINDS: readonly TaskKind[] = ['collect', 'ask'];
const FETCHING_KINDS: readonly TaskKind[] = ['pages'];

/** The groups of kinds that this process can run: without an engine key it cannot ask. */
function groupsFor({ ready }: ConfiguredEngines): (readonly TaskKind[])[] {
  const kinds = [STORE_KINDS, FETCHING_KINDS];
  return ready.length === 0 ? kinds : [...kinds, ASKING_KINDS];
}

/** Whether a task waits that this process can run. */
export async function isTaskDue(db: Database, engines: ConfiguredEngines, now: number): Promise<boolean> {
  return await hasDueTask(db, groupsFor(engines).flat(), now);
}

/** Runs tasks as they arrive, until stopped; or until none are left and nothing else keeps the process busy. */
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

/** Claims one task for each idle group. */
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
