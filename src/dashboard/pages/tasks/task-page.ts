import { actions } from '../../../actions/index.ts';
import { engineNameOf } from '../../../domain/answers/engine.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { hasEnded } from '../../../domain/task.ts';
import { capitalized } from '../../../domain/text.ts';
import { type Task, taskOf } from '../../../pipeline/tasks/tasks-of-brand.ts';
import { type Html, html } from '../../markup/html.ts';
import { page, redirect } from '../../markup/outcome.ts';
import { agoText } from '../../parts/words/ago.ts';
import { countWords, progressWords, stateWords, TASK_NAMES } from '../../parts/words/task-words.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';

/** A task's progress. It continues without the page. */
export const taskRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/tasks/:task',
    who: 'viewer',
    get: async (visit) => {
      const task = await visitedTask(visit);
      const isOpen = !hasEnded(task.state);
      return page({
        title: `${TASK_NAMES[task.kind]}: ${stateWords(task)} · ${visit.brand.name}`,
        ...(isOpen && { refreshSeconds: 3 }),
        main: html`<header class="page-head">
<h1>${TASK_NAMES[task.kind]}</h1>
<p class="lead">Started ${agoText(task.createdAt, visit.now)} by <bdi>${task.startedBy}</bdi>.${isOpen && ' You can leave this page; the work continues.'}</p>
</header>
<div id="task" class="stack"${isOpen && html` data-running`}>
${progress(task)}
${counts(task)}
${messages(task)}
${isOpen ? visit.mayEdit && stopForm(visit, task) : next(visit, task)}
</div>`,
      });
    },
  },
  {
    path: '/brands/:brand/tasks/:task/stop',
    who: 'editor',
    post: async (visit) => {
      const { data } = await visit.act(actions.stop_task, { task: visit.params.task ?? '' });
      return redirect(visit.address(`tasks/${data.task}`));
    },
  },
];

async function visitedTask({ db, brand, params }: Visit): Promise<Task> {
  const task = await taskOf(db, brand.id, params.task ?? '');
  if (task === null) throw new SightlineError('not_found', 'There is no such task.');
  return task;
}

function progress(task: Task): Html {
  const { state, done, total } = task;
  const isRead = hasEnded(state) && (task.kind === 'import' || task.kind === 'logs');
  const words = isRead ? null : progressWords(task);
  const label = html`<p data-announce><strong>${stateWords(task)}</strong>${words && html`: ${words}`}</p>`;
  if (hasEnded(state)) return label;
  const known =
    total === null || state === 'waiting'
      ? null
      : html` value="${Math.min(done, total)}" max="${Math.max(1, total)}"`;
  return html`${label}<progress aria-label="How far it is"${known}></progress>
${state === 'waiting' && html`<p class="help">It starts as soon as a server is free, usually within a second or two.</p>`}`;
}

function counts(task: Task): Html | null {
  const words = countWords(task);
  return words.length === 0
    ? null
    : html`<ul class="facts">${words.map((each) => html`<li>${each}</li>`)}</ul>`;
}

/** Messages about the whole task first, then about lines or engines. */
function messages({ messages: all, state }: Task): Html | null {
  const own = all.filter(({ about }) => about === null);
  const others = all.filter(({ about }) => about !== null);
  return html`${own.map(({ text }) => html`<p class="note ${state === 'failed' ? 'error' : ''}"><bdi>${text}</bdi></p>`)}
${
  others.length > 0 &&
  html`<ul class="messages" aria-label="Messages">${others.map(
    ({ about, text }) => html`<li><b>${nameOf(about)}</b>: <bdi>${text}</bdi></li>`,
  )}</ul>`
}`;
}

/** A line, or an engine's display name. */
function nameOf(about: string | null): string {
  return capitalized(engineNameOf(about ?? ''));
}

function stopForm(visit: Visit, { publicId, stopAsked }: Task): Html {
  if (stopAsked) return html`<p class="help">Stopping after the current batch.</p>`;
  return html`<form method="post" action="${visit.address(`tasks/${publicId}/stop`)}"><button id="stop-task" class="danger">Stop</button>
<span class="help">Finished work stays.</span></form>`;
}

/** Links after completion. */
function next(visit: Visit, { kind }: Task): Html {
  if (kind === 'logs') return html`<p class="row"><a href="${visit.to('logs')}">Logs and files</a></p>`;
  if (kind === 'prospect')
    return html`<p class="row"><a class="button" href="${visit.to('reports')}">Its report</a><a href="${visit.to('answers')}">Answers</a></p>`;
  const isImport = kind === 'import' || kind === 'undo';
  return html`<p class="row">${isImport && html`<a href="${visit.to('trend')}">Trend</a>`}<a href="${visit.to('answers')}">Answers</a><a href="${visit.to('')}">Overview</a>${kind === 'import' && html`<a href="${visit.to('reconcile')}">Compare with the other tool’s rate</a>`}${
    isImport
      ? visit.mayEdit && html`<a href="${visit.to('import')}">All imports</a>`
      : html`<a href="${visit.to('collecting')}">Engines and keys</a>`
  }</p>`;
}
