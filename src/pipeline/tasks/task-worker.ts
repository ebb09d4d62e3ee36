import { errorBody, SightlineError } from '../../domain/errors.ts';
import type { TaskKind, TaskState } from '../../domain/task.ts';
import { findLivePublicId } from '../../storage/directory/brands.ts';
import { claimTask, endTask, giveTaskBack, type Task } from '../../storage/tasks/tasks.ts';
import type { ConfiguredEngines } from '../collect/collect.ts';
import { rescan } from '../intake/rescan.ts';
import { undoMarked } from '../intake/undo-import.ts';
import { fetchOwnAndCited } from '../site/fetch-brand-pages.ts';
import type { Lane } from '../worker.ts';
import { askTask, collectTask } from './collect-task.ts';
import { importTask } from './import-task.ts';
import { logsTask } from './logs-task.ts';
import { Progress } from './progress.ts';
import { prospectTask } from './prospect-task.ts';
import { readTask } from './read-task.ts';
import type { TaskContext, TaskDeps } from './task-context.ts';
import { LEASE_MS, TaskLease } from './task-lease.ts';

/** A worker runs one task of each group at a time: those that load the store, wait for engines, or wait for sites. */
const STORE_KINDS: readonly TaskKind[] = ['rescan', 'read', 'import', 'undo', 'logs'];
const ASKING_KINDS: readonly TaskKind[] = ['collect', 'ask', 'prospect'];
const FETCHING_KINDS: readonly TaskKind[] = ['pages'];

/** The groups of kinds that this process can run: without an engine key it cannot ask. */
function groupsFor({ ready }: ConfiguredEngines): (readonly TaskKind[])[] {
  const kinds = [STORE_KINDS, FETCHING_KINDS];
  return ready.length === 0 ? kinds : [...kinds, ASKING_KINDS];
}

/** A lane for each group. */
export function taskLanes(deps: TaskDeps): Lane[] {
  return groupsFor(deps.engines).map((kinds) => ({
    most: 1,
    next: async () => await doNext(deps, kinds),
    onFailure: (error) => deps.onFailure(null, error),
  }));
}

/** Does the next task of these kinds. @returns whether there was one */
export async function doNext(deps: TaskDeps, kinds: readonly TaskKind[]): Promise<boolean> {
  const lease = Buffer.from(deps.random(12)).toString('hex');
  const now = deps.now();
  const task = await claimTask(deps.db, { kinds, now, leaseUntil: now + LEASE_MS, lease });
  if (task === null) return false;
  await runTask(deps, task, lease).catch((error: unknown) => deps.onFailure(task, error));
  return true;
}

/** A task that this many workers claimed and never released most likely crashed them, so it fails. */
const MOST_TRIES = 5;

/** A task waits this long after a store failure. */
const REST_MS = 60_000;

const WORK: Record<TaskKind, (working: TaskContext) => Promise<void>> = {
  rescan: rescanTask,
  read: readTask,
  import: importTask,
  undo: undoTask,
  logs: logsTask,
  collect: collectTask,
  ask: askTask,
  pages: pagesTask,
  prospect: prospectTask,
};

async function runTask(deps: TaskDeps, task: Task, lease: string): Promise<void> {
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

/** Removes the imports that are marked. A resumed task adds to its earlier counts. */
async function undoTask({ deps, task, progress, stop, yieldToTimers }: TaskContext): Promise<void> {
  const { done: before, counts } = progress.state;
  const { answers_removed = 0, failed_collections_removed = 0 } = counts;
  await undoMarked(deps.db, task.brandId, {
    stop,
    onProgress: async (now) => {
      progress.set({
        done: before + now.answers_removed + now.failed_collections_removed,
        counts: {
          answers_removed: answers_removed + now.answers_removed,
          failed_collections_removed: failed_collections_removed + now.failed_collections_removed,
        },
      });
      await yieldToTimers();
    },
  });
}

/** Fetches the brand's own pages and its most cited ones. A resumed task starts over. */
async function pagesTask({ deps, task, progress, stop }: TaskContext): Promise<void> {
  progress.restart();
  await fetchOwnAndCited(deps, {
    brandId: task.brandId,
    stop,
    onPage: ({ url, problem }) => {
      const { counts, done } = progress.state;
      const name = problem === null ? 'pages_read' : 'pages_not_read';
      progress.set({ done: done + 1, counts: { ...counts, [name]: (counts[name] ?? 0) + 1 } });
      if (problem !== null) progress.tell(null, `${url}: ${problem}`);
    },
  });
}

/** Rereads a brand's due answers. A resumed task adds to its earlier counts. */
async function rescanTask({ deps, brand, progress, stop, yieldToTimers }: TaskContext): Promise<void> {
  const { done: before, counts } = progress.state;
  const { answers_read: readBefore = 0, answers_changed: changedBefore = 0 } = counts;
  await rescan(deps.db, {
    brand,
    stop,
    onProgress: async ({ done, total, answers_read, answers_changed }) => {
      progress.set({
        done: before + done,
        total: before + total,
        counts: {
          answers_read: readBefore + answers_read,
          answers_changed: changedBefore + answers_changed,
        },
      });
      await yieldToTimers();
    },
  });
}
