import { MOST_SKEW_MS } from '../../domain/time/clock-skew.ts';
import { isStopAsked, saveProgress, type Task } from '../../storage/tasks/tasks.ts';
import type { Progress } from './progress.ts';
import type { TaskDeps } from './task-context.ts';

/** After this silence, another worker claims the task; clock skew can make that sooner. */
export const LEASE_MS = 60_000 + MOST_SKEW_MS;

/** Renewal interval without new progress. */
const RENEW_MS = LEASE_MS / 3;

/** Interval for storing progress and checking for a stop request. */
const BEAT_MS = 1000;

/** A worker's lease on a task. It renews itself and stores progress while the work runs. */
export class TaskLease {
  readonly #deps: TaskDeps;
  readonly #task: Task;
  readonly #lease: string;
  readonly #progress: Progress;
  readonly #ending = new AbortController();
  #savedAt: number;
  isStopAsked: boolean;
  /** Whether another worker has claimed the task. */
  isLost = false;

  constructor(deps: TaskDeps, task: Task, lease: string, progress: Progress) {
    this.#deps = deps;
    this.#task = task;
    this.#lease = lease;
    this.#progress = progress;
    this.#savedAt = deps.now();
    this.isStopAsked = task.stopAsked;
    if (task.stopAsked) this.#ending.abort();
  }

  /** Keeps the lease during the work. @param work receives the signal to begin nothing new */
  async during<Result>(work: (stop: AbortSignal) => Promise<Result>): Promise<Result> {
    const over = new AbortController();
    const beating = this.#beat(over.signal);
    try {
      return await work(AbortSignal.any([this.#deps.stop, this.#ending.signal]));
    } finally {
      over.abort();
      await beating;
    }
  }

  /** Stores new progress and renews the lease. */
  async save(): Promise<void> {
    const { db, now } = this.#deps;
    const state = this.#progress.toStore();
    if (state === null && now() - this.#savedAt < RENEW_MS) return;
    this.#savedAt = now();
    const saved = { ...(state ?? this.#progress.state), until: now() + LEASE_MS };
    this.isLost = !(await saveProgress(db, this.#task, this.#lease, saved));
    if (this.isLost) this.#ending.abort();
  }

  async #beat(over: AbortSignal): Promise<void> {
    while (!over.aborted && !this.#ending.signal.aborted) {
      await this.#deps.sleep(BEAT_MS, over);
      if (over.aborted) return;
      // If the store fails, the work fails too and reports it.
      await this.#look().catch(() => {});
    }
  }

  async #look(): Promise<void> {
    await this.save();
    if (!(await isStopAsked(this.#deps.db, this.#task))) return;
    this.isStopAsked = true;
    this.#ending.abort();
  }
}
