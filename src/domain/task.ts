/** Long work of a brand that a person starts and a background worker does. */
const TASK_KINDS = ['rescan', 'collect', 'import'] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

const TASK_STATES = ['waiting', 'running', 'done', 'failed', 'stopped'] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** Something the person should read: a line of a file that is bad, a failure of an engine. */
export interface TaskMessage {
  /** What it is about, such as `line 12`; null for the task itself. */
  readonly about: string | null;
  readonly text: string;
}

/** What a task has come to so far. */
export interface TaskFacts {
  /** By name, such as `answers_read`. */
  readonly counts: Readonly<Record<string, number>>;
  readonly messages: readonly TaskMessage[];
}

/** How far a task is. `total` is null while that is not known. */
export interface TaskProgress extends TaskFacts {
  readonly done: number;
  readonly total: number | null;
}

/** Whether nothing more happens to a task in this state. */
export function hasEnded(state: TaskState): boolean {
  return state !== 'waiting' && state !== 'running';
}
