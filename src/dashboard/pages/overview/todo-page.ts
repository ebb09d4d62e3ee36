import { actions } from '../../../actions/index.ts';
import { TODO_STATES, type TodoState } from '../../../domain/alerts/todo.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, page, redirect } from '../../markup/outcome.ts';
import { choices } from '../../parts/form/choices.ts';
import { limitsOf } from '../../parts/form/limits.ts';
import { markTodo, TODO_BUTTONS, TODO_STATE_NAMES } from '../../parts/form/mark-todo.ts';
import { formOutcome, type Refusal, refusalNote } from '../../parts/form/refusal.ts';
import { windowText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import { evidence } from './do-first.ts';

/** The whole list of what to do, with how far somebody is with each. */
export const todoRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/todo',
    who: 'viewer',
    whoPosts: 'editor',
    shared: 'overview',
    get: async (visit) => await todoPage(visit),
    does: ['mark'],
    post: async (visit, form) => await mark(visit, form),
  },
  // Its address until sites were one of the kinds.
  {
    path: '/brands/:brand/work-list',
    who: 'viewer',
    shared: 'overview',
    get: async (visit) => redirect(visit.address('todo')),
  },
];

type Todo = EnvelopeOf<typeof reports.todo>;
type TodoRow = RowOf<typeof reports.todo>;

function stateIn({ query }: Visit): TodoState {
  return TODO_STATES.find((state) => state === query.get('state')) ?? 'open';
}

async function todoPage(visit: Visit, refusal: Refusal | null = null): Promise<Outcome> {
  const state = stateIn(visit);
  const todo = await listed(visit, state);
  return page({
    title: `To do · ${visit.brand.name}`,
    figures: [reports.todo],
    ...(refusal && { status: refusal.status }),
    csv: [{ label: 'To do', href: visit.to('csv/todo', { state, limit: '200' }) }],
    main: html`<header class="page-head">
<h1>${headline(todo, state)}</h1>
<p class="lead">What you can do yourself comes first; things of one kind are in the order of the answers that show them. What is done or not for you leaves the list until its facts change. ${windowText(todo.meta)}</p>
</header>
${refusalNote(refusal)}
${choices(visit, { name: 'state', label: 'State', all: TODO_STATE_NAMES.open, of: TODO_STATES.slice(1).map((value) => ({ value, label: TODO_STATE_NAMES[value] })) })}
<ul class="todo-list">${todo.data.map((row) => item(visit, todo, row))}</ul>`,
  });
}

async function listed(visit: Visit, state: TodoState): Promise<Todo> {
  return await visit.figures(reports.todo, { state, limit: '200' });
}

const NOTHING: Readonly<Record<TodoState, string>> = {
  open: 'The stored data shows nothing to do',
  taken: 'Nobody has taken anything on',
  done: 'Nothing is done yet that still shows',
  ignored: 'Nothing is set aside',
};

function headline({ data, meta }: Todo, state: TodoState): string {
  const all = data.length + meta.more;
  if (all === 0) return NOTHING[state];
  const things = all === 1 ? 'thing' : 'things';
  if (state === 'open') return `${all} ${things} to do`;
  return `${all} ${things} ${{ taken: 'taken on', done: 'done, and not yet gone', ignored: 'not for us' }[state]}`;
}

function item(visit: Visit, { meta }: Todo, row: TodoRow): Html {
  const { id, title, reason, advice, note } = row;
  return html`<li id="${id}"><div><h2><bdi>${title}</bdi></h2><p>${reason} ${evidence(visit, meta, row)}</p><p class="help">${advice}</p>${note !== null && html`<p class="help">Note: <bdi>${note}</bdi></p>`}</div>${visit.mayEdit && form(visit, row)}</li>
`;
}

function form(visit: Visit, { kind, subject, title, state, note }: TodoRow): Html {
  const others = (['taken', 'done', 'ignored', 'open'] as const).filter((each) => each !== state);
  return html`<form method="post" action="${visit.address('todo')}" class="todo-form"><input type="hidden" name="do" value="mark"><input type="hidden" name="kind" value="${kind}"><input type="hidden" name="subject" value="${subject}">
<label><span class="unseen">Note on ${title}</span><input name="note" value="${note ?? ''}" placeholder="Note" autocomplete="off"${limitsOf(actions.set_todo.input.note)}></label>
<span>${others.map((each) => html`<button name="state" value="${each}"${each === 'taken' && html` class="primary"`}>${TODO_BUTTONS[each]}</button> `)}</span></form>`;
}

async function mark(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const thing = { kind: form.get('kind') ?? '', subject: form.get('subject') ?? '' };
  return await formOutcome(
    markTodo(visit, form, thing),
    () => redirect(visit.address('todo')),
    (refusal) => todoPage(visit, refusal),
  );
}
