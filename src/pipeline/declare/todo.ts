import {
  begunAfter,
  siteSubject,
  type TodoKind,
  type TodoMark,
  type TodoState,
  todoIdOf,
} from '../../domain/alerts/todo.ts';
import { SightlineError } from '../../domain/errors.ts';
import { oneLine } from '../../domain/text.ts';
import { hostOfDomain } from '../../domain/web/host.ts';
import { siteOf } from '../../domain/web/site.ts';
import { deleteTodoMark, listTodoMarks, saveTodoMark } from '../../storage/directory/brand/todo-marks.ts';
import { type EditDeps, editBrand } from './edit-brand.ts';

/** How far somebody is with a thing to do. */
export interface MarkInput {
  readonly kind: TodoKind;
  /** As in /todo; of a site also one of its hosts. */
  readonly subject: string;
  readonly state: TodoState;
  /** Default: keep the note; '' removes it. */
  readonly note?: string;
  /** As in /todo; default: keep them. */
  readonly facts?: readonly string[];
}

const MOST_MARKS = 2000;

/**
 * Marks a thing to do. An open one without a note needs no row.
 *
 * @returns its id, and the mark before and after, in words
 * @throws SightlineError `invalid_argument`, `no_such_brand`, or `conflict`
 */
export async function markTodo(
  deps: EditDeps,
  brand: string,
  { kind, state, ...given }: MarkInput,
): Promise<{
  readonly id: string;
  readonly subject: string;
  readonly before: string;
  readonly after: string;
}> {
  const subject = subjectOf({ kind, ...given });
  const id = todoIdOf(kind, subject);
  let [before, after] = ['open', 'open'];
  await editBrand(deps, brand, 'brand.todo', async (db, brandId) => {
    const all = await listTodoMarks(db, brandId);
    const earlier = all.get(id);
    if (earlier !== undefined) before = markWords(earlier);
    const changedAt = deps.now();
    const note = given.note === undefined ? (earlier?.note ?? '') : oneLine(given.note);
    const facts = given.facts ?? earlier?.facts ?? null;
    const mark = { id, state, note, facts, begunAt: begunAfter(state, earlier, changedAt), changedAt };
    if (state === 'open' && note === '') await deleteTodoMark(db, brandId, id);
    else if (earlier === undefined && all.size >= MOST_MARKS) throw tooMany();
    else await saveTodoMark(db, brandId, mark, deps.actor);
    after = wordsAfter(mark, earlier);
    return `${subject}: ${after}`;
  });
  return { id, subject, before, after };
}

function markWords({ state, note }: Pick<TodoMark, 'state' | 'note'>): string {
  return note === '' ? state : `${state}, ${note}`;
}

/** A mark in words that tell it from the one before if it changes what the list has. */
function wordsAfter(mark: TodoMark, earlier: TodoMark | undefined): string {
  const words = markWords(mark);
  const isClosed = mark.state === 'done' || mark.state === 'ignored';
  return isClosed && earlier !== undefined && markWords(earlier) === words ? `${words} (again)` : words;
}

/** A subject as /todo has it. @throws SightlineError `invalid_argument` */
export function subjectOf({ kind, subject }: Pick<MarkInput, 'kind' | 'subject'>): string {
  return kind === 'site' ? siteFrom(subject) : oneLine(subject);
}

/** A site's subject, from any of its hosts. */
function siteFrom(given: string): string {
  const [, own, name = ''] = /^(own )?(.*)$/s.exec(given) ?? [];
  const host = hostOfDomain(name);
  if (host === null) throw new SightlineError('invalid_argument', 'Give a site such as example.org.');
  return siteSubject(siteOf(host), own === undefined ? 'others' : 'own');
}

function tooMany(): SightlineError {
  return new SightlineError('conflict', `This brand has ${MOST_MARKS} marks; reopen one first.`);
}
