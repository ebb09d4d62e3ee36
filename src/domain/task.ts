/** Long work for a brand: a person starts it, a background worker does it. */
const TASK_KINDS = [
  'rescan',
  'read',
  'collect',
  'ask',
  'import',
  'undo',
  'logs',
  'pages',
  'prospect',
] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** Kinds of which several may wait, because each has a file of its own. */
export const SEVERAL_AT_ONCE: ReadonlySet<TaskKind> = new Set(['logs']);

const TASK_STATES = ['waiting', 'running', 'done', 'failed', 'stopped'] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** A message for that person: a bad line in a file, an engine's failure. */
export interface TaskMessage {
  /** Such as `line 12`; null for the task itself. */
  readonly about: string | null;
  readonly text: string;
}

/** Results so far. */
export interface TaskFacts {
  /** By name, such as `answers_read`. */
  readonly counts: Readonly<Record<string, number>>;
  readonly messages: readonly TaskMessage[];
}

/** `total` is null while unknown. */
export interface TaskProgress extends TaskFacts {
  readonly done: number;
  readonly total: number | null;
}

export function hasEnded(state: TaskState): boolean {
  return state !== 'waiting' && state !== 'running';
}
