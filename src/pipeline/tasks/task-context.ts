import type { AskedProspect } from '../../domain/brand/prospect.ts';
import type { NewReport } from '../../storage/directory/shared-reports.ts';
import type { Task } from '../../storage/tasks/tasks.ts';
import type { CollectDeps, CollectedQuestion, ConfiguredEngines } from '../collect/collect.ts';
import type { SiteReader } from '../site/site-reader.ts';
import type { Progress } from './progress.ts';

export interface TaskDeps extends CollectDeps {
  /** Engines with a key in this process, and engines without one. */
  readonly engines: ConfiguredEngines;
  readonly sites: SiteReader;
  /** A prospect's frozen report. @param brand public id */
  readonly prospectReport: (brand: string, asked: AskedProspect) => Promise<NewReport>;
  /** Secrets besides the engines' keys to redact in every reply. */
  readonly secrets: readonly string[];
  /** Aborts when the process ends; its tasks return to the queue. */
  readonly stop: AbortSignal;
  /** Logs a failed task or poll, because the person sees only the public message. */
  readonly onFailure: (task: Task | null, error: unknown) => void;
  readonly onCollected?: (collected: CollectedQuestion) => void;
}

export interface TaskContext {
  readonly deps: TaskDeps;
  readonly task: Task;
  /** Public id of the task's brand. */
  readonly brand: string;
  readonly progress: Progress;
  /** Aborts when a person stops the task, the process ends, or another worker claims it: begin nothing new. */
  readonly stop: AbortSignal;
  /**
   * Lets timers run. SQLite answers on this thread, so heartbeats and stops would otherwise wait until the task ends.
   */
  readonly yieldToTimers: () => Promise<void>;
}
