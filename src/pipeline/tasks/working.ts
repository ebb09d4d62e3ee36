import type { Task } from '../../storage/tasks/tasks.ts';
import type { CollectDeps, Collected, ConfiguredEngines } from '../collect/collect.ts';
import type { Progress } from './progress.ts';

/** What a worker needs to do tasks. */
export interface TaskDeps extends CollectDeps {
  /** The engines that this process has keys for, and those that it lacks one for. */
  readonly engines: ConfiguredEngines;
  /** Secrets, in addition to the engines' keys, to replace in every reply. */
  readonly secrets: readonly string[];
  /** The process is ending: its tasks are given back, to be continued. */
  readonly stop: AbortSignal;
  /** A task failed, or looking for tasks did; for the log, because the person is shown the public message alone. */
  readonly onFailure: (task: Task | null, error: unknown) => void;
  /** A question that a task asked is done with. */
  readonly onCollected?: (collected: Collected) => void;
}

/** One task in the hands of a worker. */
export interface Working {
  readonly deps: TaskDeps;
  readonly task: Task;
  /** Public id of the task's brand. */
  readonly brand: string;
  readonly progress: Progress;
  /** Once it is given, nothing new begins: a person stops the task, the process ends, or another worker has it now. */
  readonly stop: AbortSignal;
  /**
   * Lets timers run. SQLite answers without leaving the thread, so without this no heartbeat would be sent, and no stop
   * seen, until the task is over.
   */
  readonly breathe: () => Promise<void>;
}
