import type { TaskKind } from '../../domain/task.ts';
import type { Database } from '../../storage/driver/database.ts';
import { claimTask, hasDueTask } from '../../storage/tasks/tasks.ts';
import type { ConfiguredEngines } from '../collect/collect.ts';
import type { Lane } from '../worker.ts';
import { runTask } from './run-task.ts';
import type { TaskDeps } from './task-context.ts';
import { LEASE_MS } from './task-lease.ts';

/** A worker runs one task of each group at a time: those that load the store, wait for engines, or wait for sites. */
const STORE_KINDS: readonly TaskKind[] = ['rescan', 'read', 'import', 'logs'];
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

/** A lane for each group. */
export function taskLanes(deps: TaskDeps): Lane[] {
  return groupsFor(deps.engines).map((kinds) => ({
    most: 1,
    next: async () => await doNext(deps, kinds),
    onFailure: (error) => deps.onFailure(null, error),
  }));
}

async function doNext(deps: TaskDeps, kinds: readonly TaskKind[]): Promise<boolean> {
  const lease = Buffer.from(deps.random(12)).toString('hex');
  const now = deps.now();
  const task = await claimTask(deps.db, { kinds, now, leaseUntil: now + LEASE_MS, lease });
  if (task === null) return false;
  await runTask(deps, task, lease).catch((error: unknown) => deps.onFailure(task, error));
  return true;
}
