import { errorBody, SightlineError } from '../../domain/errors.ts';
import type { TaskKind, TaskState } from '../../domain/task.ts';
import { findLivePublicId } from '../../storage/directory/brands.ts';
import { endTask, giveTaskBack, type Task } from '../../storage/tasks/tasks.ts';
import { askTask, collectTask } from './collect-task.ts';
import { importTask } from './import-task.ts';
import { logsTask } from './logs-task.ts';
import { pagesTask } from './pages-task.ts';
import { Progress } from './progress.ts';
import { readTask } from './read-task.ts';
import { rescanTask } from './rescan-task.ts';
import type { TaskContext, TaskDeps } from './task-context.ts';
import { TaskLease } from './task-lease.ts';

/** A task that this many workers claimed and never released most likely crashed them, so it fails. */
const MOST_TRIES = 5;

/** A task waits this long after a store failure. */
const REST_MS = 60_000;

const WORK: Record<TaskKind, (working: TaskContext) => Promise<void>> = {
  rescan: rescanTask,
  read: readTask,
  import: importTask,
  logs: logsTask,
  collect: collectTask,
  ask: askTask,
  pages: pagesTask,
};

/** Runs a claimed task until it ends, stops, or returns to the queue. */
export async function runTask(deps: TaskDeps, task: Task, lease: string): Promise<void> {
  const progress = new Progress(task);
  const hold = new TaskLease(deps, task, lease, progress);
  const result = await hold.during((stop) => attempt(deps, task, progress, stop));
  await hold.save();
  if (hold.isLost) return;
  if (result === 'unfinished' && !hold.isStopAsked) {
    // Give a failing store some time.
    const wait = deps.stop.aborted ? 0 : REST_MS;
    await giveTaskBack(deps.db, task, lease, deps.now() + wait);
    return;
  }
  const state = hold.isStopAsked ? 'stopped' : (result as TaskState);
  await endTask(deps.db, task, lease, { state, endedAt: deps.now() });
}

async function attempt(
  deps: TaskDeps,
  task: Task,
  progress: Progress,
  stop: AbortSignal,
): Promise<'done' | 'failed' | 'unfinished'> {
  if (task.tries > MOST_TRIES) {
    progress.tell(null, 'It had too many interruptions.');
    return 'failed';
  }
  try {
    const brand = await findLivePublicId(deps.db, task.brandId);
    if (brand === null) throw new SightlineError('not_found', 'The brand was deleted.');
    const yieldToTimers = () => deps.sleep(0, stop);
    await WORK[task.kind]({ deps, task, brand, progress, stop, yieldToTimers });
    return deps.stop.aborted ? 'unfinished' : 'done';
  } catch (error) {
    deps.onFailure(task, error);
    if (error instanceof SightlineError && error.code === 'unavailable') return 'unfinished';
    progress.tell(null, errorBody(error).error.message);
    return 'failed';
  }
}
