import type { TaskKind, TaskState } from '../../../domain/task.ts';
import type { Task } from '../../../pipeline/tasks/tasks-of-brand.ts';

export const TASK_NAMES: Record<TaskKind, string> = {
  rescan: 'Rescanning answers',
  read: 'Giving answers to a model',
  collect: 'Asking now',
  ask: 'Asking one question',
  import: 'Importing a file',
  undo: 'Undoing an import',
  logs: 'Reading a log',
  pages: 'Fetching pages',
  prospect: 'Asking about a prospect',
};

const STATE_WORDS: Record<TaskState, string> = {
  waiting: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  stopped: 'Stopped',
};

export function stateWords({ state, stopAsked }: Pick<Task, 'state' | 'stopAsked'>): string {
  return state === 'running' && stopAsked ? 'Stopping' : STATE_WORDS[state];
}

const COUNT_WORDS: Readonly<Record<string, readonly [one: string, several: string]>> = {
  answers_read: ['answer rescanned', 'answers rescanned'],
  answers_changed: ['of them changed', 'of them changed'],
  answers_planned: ['answer to be read by a model', 'answers to be read by a model'],
  lines: ['line', 'lines'],
  answers: ['answer stored', 'answers stored'],
  failed_collections: ['failed collection stored', 'failed collections stored'],
  already_stored: ['stored before or repeated', 'stored before or repeated'],
  bad_lines: ['bad line', 'bad lines'],
  left_out: ['row left out', 'rows left out'],
  answers_removed: ['answer removed', 'answers removed'],
  failed_collections_removed: ['failed collection removed', 'failed collections removed'],
  blank_searches: ['blank search dropped', 'blank searches dropped'],
  answered: ['question answered', 'questions answered'],
  failed: ['question failed', 'questions failed'],
  held_by_ceiling: ['question held back by the ceiling', 'questions held back by the ceiling'],
  crawls: ['crawl counted', 'crawls counted'],
  visits: ['visit counted', 'visits counted'],
  already_counted: ['line counted before', 'lines counted before'],
  unread_lines: ['line that cannot be read', 'lines that cannot be read'],
  pages_read: ['page read', 'pages read'],
  pages_not_read: ['page not read', 'pages not read'],
  dropped: ['question canceled', 'questions canceled'],
};

/** A task's counts so far: `3 answers stored`. Omits zeros, except the first. */
export function countWords({ counts }: Pick<Task, 'counts'>): string[] {
  const [first, ...others] = Object.entries(counts);
  const shown = first === undefined ? [] : [first, ...others.filter(([, count]) => count > 0)];
  return shown.map(([name, count]) => {
    const [one, several] = COUNT_WORDS[name] ?? [name, name];
    return `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`;
  });
}

const UNITS: Record<TaskKind, string> = {
  rescan: 'answers',
  read: 'answers',
  collect: 'questions',
  ask: 'questions',
  import: 'kB',
  undo: 'answers',
  logs: 'kB',
  pages: 'pages',
  prospect: 'questions',
};

/** A task's progress: `200 of 450 answers`; null while the total is unknown. */
export function progressWords({ kind, done, total }: Pick<Task, 'kind' | 'done' | 'total'>): string | null {
  if (total === null) return null;
  const text = (amount: number) =>
    (UNITS[kind] === 'kB' ? Math.ceil(amount / 1000) : amount).toLocaleString('en-US');
  return `${text(Math.min(done, total))} of ${text(total)} ${UNITS[kind]}`;
}

/** The number of answers due for a rescan, and the reason. */
export function dueWords(due: number): string {
  const are = due === 1 ? '1 stored answer was' : `${due.toLocaleString('en-US')} stored answers were`;
  return `${are} read with other names, websites, or competitors.`;
}
