import { actions } from '../../../actions/index.ts';
import { TODO_STATES, type TodoState } from '../../../domain/alerts/todo.ts';
import { reports } from '../../../reports/index.ts';
import type { Visit } from '../../visit/visit.ts';

/** The states' names, on the list and on a site's block. */
export const TODO_STATE_NAMES: Readonly<Record<TodoState, string>> = {
  open: 'Open',
  taken: 'Taken on',
  done: 'Done',
  ignored: 'Not for us',
};

/** What the button for each says. */
export const TODO_BUTTONS = { ...TODO_STATE_NAMES, open: 'Open again', taken: 'Take on' };

/** Marks a thing as a form says, with the facts that /todo has of it now. @throws SightlineError as `set_todo` does */
export async function markTodo(
  visit: Visit,
  form: URLSearchParams,
  { kind, subject }: { readonly kind: string; readonly subject: string },
): Promise<void> {
  const facts = await factsOf(visit, { kind, subject });
  const [state, note] = [form.get('state') ?? '', form.get('note') ?? ''];
  await visit.act(actions.set_todo, { kind, subject, state, note, ...(facts && { facts }) });
}

/** Null for what no state's list has: a site need not be in it. */
async function factsOf(
  visit: Visit,
  thing: { readonly kind: string; readonly subject: string },
): Promise<readonly string[] | null> {
  for (const state of TODO_STATES) {
    const { data } = await visit.figures(reports.todo, { state, limit: '200' });
    const row = data.find(({ kind, subject }) => kind === thing.kind && subject === thing.subject);
    if (row) return row.facts;
  }
  return null;
}
