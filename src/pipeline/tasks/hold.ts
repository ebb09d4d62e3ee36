import { MOST_SKEW_MS } from '../../domain/clock-skew.ts';
import { isStopAsked, saveProgress, type Task } from '../../storage/tasks/tasks.ts';
import type { Progress } from './progress.ts';
import type { TaskDeps } from './working.ts';

/** How long a worker may be silent before another one continues its task, which by its clock may be sooner. */
export const LEASE_MS = 60_000 + MOST_SKEW_MS;

/** A worker without new progress renews its lease this often. */
const RENEW_MS = LEASE_MS / 3;

/** How often progress is stored, and a wish to stop looked for. */
const BEAT_MS = 1000;

/** A worker's hold on a task: it is kept, and progress is stored, as long as something works on it. */
export class Hold {
  readonly #deps: TaskDeps;
  readonly #task: Task;
  readonly #lease: string;
  readonly #progress: Progress;
  readonly #ending = new AbortController();
  #savedAt: number;
  isStopAsked: boolean;
  /** Whether another worker has the task now. */
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

  /** Holds the task while this works on it. @param work gets the signal to begin nothing new */
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

  /** Stores what has changed, and holds the task for longer. */
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
      // A store that fails does so for the work too, which reports it.
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
