import type { TaskKind, TaskState } from '../../domain/task.ts';
import type { Task } from '../../pipeline/tasks/tasks-of-brand.ts';

/** What people call a task of a kind. */
export const TASK_NAMES: Record<TaskKind, string> = {
  rescan: 'Reading answers again',
  collect: 'Asking now',
  import: 'Importing a file',
};

const STATE_WORDS: Record<TaskState, string> = {
  waiting: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  stopped: 'Stopped',
};

/** How a task stands, in a word. */
export function stateWords({ state, stopAsked }: Pick<Task, 'state' | 'stopAsked'>): string {
  return state === 'running' && stopAsked ? 'Stopping' : STATE_WORDS[state];
}

const COUNT_WORDS: Readonly<Record<string, readonly [one: string, several: string]>> = {
  answers_read: ['answer read again', 'answers read again'],
  answers_changed: ['of them changed', 'of them changed'],
  lines: ['line', 'lines'],
  answers: ['answer stored', 'answers stored'],
  failed_collections: ['failed collection stored', 'failed collections stored'],
  already_stored: ['stored before', 'stored before'],
  bad_lines: ['bad line', 'bad lines'],
  blank_searches: ['blank search dropped', 'blank searches dropped'],
  answered: ['question answered', 'questions answered'],
  failed: ['question failed', 'questions failed'],
  held_by_ceiling: ['question held back by the ceiling', 'questions held back by the ceiling'],
  dropped: ['question no longer wanted', 'questions no longer wanted'],
};

/** What a task has come to so far: `3 answers stored`. What there was none of is not listed. */
export function countWords({ counts }: Pick<Task, 'counts'>): string[] {
  const [first, ...others] = Object.entries(counts);
  const shown = first === undefined ? [] : [first, ...others.filter(([, count]) => count > 0)];
  return shown.map(([name, count]) => {
    const [one, several] = COUNT_WORDS[name] ?? [name, name];
    return `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`;
  });
}

const UNITS: Record<TaskKind, string> = { rescan: 'answers', collect: 'questions', import: 'kB' };

/** How far a task is: `200 of 450 answers`; null while that is not known. */
export function progressWords({ kind, done, total }: Pick<Task, 'kind' | 'done' | 'total'>): string | null {
  if (total === null) return null;
  const text = (amount: number) =>
    (kind === 'import' ? Math.ceil(amount / 1000) : amount).toLocaleString('en-US');
  return `${text(Math.min(done, total))} of ${text(total)} ${UNITS[kind]}`;
}

/** How many answers are due to be read again, and why. */
export function dueWords(due: number): string {
  const are = due === 1 ? '1 stored answer was' : `${due.toLocaleString('en-US')} stored answers were`;
  return `${are} read with other names, websites, competitors, or facts.`;
}
