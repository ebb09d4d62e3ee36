import { hasEnded } from '../../../domain/task.ts';
import { DAY_MS } from '../../../domain/time/period.ts';
import { type CollectingState, collectingState } from '../../../pipeline/collect/collecting-state.ts';
import { answersDue, type Task, tasksOf } from '../../../pipeline/tasks/tasks-of-brand.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, page } from '../../markup/outcome.ts';
import { problemWords, type Refusal, refusalNote } from '../../parts/form/refusal.ts';
import { agoText } from '../../parts/words/ago.ts';
import { countWords, dueWords, stateWords, TASK_NAMES } from '../../parts/words/task-words.ts';
import { dateText } from '../../parts/words/window-text.ts';
import type { Visit } from '../../visit/visit.ts';
import { enginesSection, failuresSection, stoppedSection } from './engines-section.ts';
import { readerSection } from './reader-section.ts';
import { spendingSection } from './spending-section.ts';

const TASKS_SHOWN = 8;

const CEILINGS: Readonly<Record<string, string>> = {
  usd_per_day: 'Dollars a day',
  calls_per_day: 'Calls a day',
};

export async function stateFor({ db, now, brand, caller, deps }: Visit): Promise<CollectingState> {
  const place = { organizationId: caller.organizationId, brand: brand.id };
  return await collectingState(db, now, place, await deps.engines(db));
}

export async function collectingPage(visit: Visit, refusal: Refusal | null = null): Promise<Outcome> {
  const state = await stateFor(visit);
  const tasks = await tasksOf(visit.db, visit.brand.id, TASKS_SHOWN);
  const due = await answersDue(visit.db, visit.brand.id);
  return page({
    title: `Collecting · ${visit.brand.name}`,
    tab: 'collecting',
    ...(refusal && { status: refusal.status }),
    main: html`<header class="page-head">
<h1>Collecting</h1>
<p class="lead">${todayWords(visit, state)}</p>
</header>
${refusal && refusalNote({ ...refusal, message: problemWords(refusal, (field) => CEILINGS[field] ?? field) })}
<p class="row">${visit.mayEdit && mayAsk(visit, state) && html`<a class="button primary" href="${visit.to('collecting/ask')}">Ask now</a>`}${visit.mayEdit && html`<a class="button" href="${visit.to('import')}">Import answers</a>`}<a class="button" href="${visit.to('collecting/plan')}">Plan</a></p>
${due > 0 && html`<p class="note">${dueWords(due)} ${visit.mayEdit && html`<a href="${visit.to('rescan')}">Read them again</a>`}</p>`}
${stoppedSection(visit, state.engines)}
${enginesSection(visit, state.engines)}
${failuresSection(visit, state.engines)}
${spendingSection(visit, state)}
${await readerSection(visit)}
<div class="columns apart">${daysSection(visit, state)}${tasksSection(visit, tasks)}</div>`,
  });
}

function mayAsk({ deps }: Visit, { engines }: CollectingState): boolean {
  return !deps.isDemo && engines.some(({ isReady }) => isReady);
}

/** Today's plan in a sentence, or the reason for an empty plan. */
function todayWords({ deps }: Visit, { engines, cost }: CollectingState): string {
  if (deps.isDemo)
    return 'The demo asks no engine: its answers are invented. Your own server asks an engine once you enter its key.';
  if (cost.notAsked !== null)
    return `Sightline asks nothing for this organization, because ${cost.notAsked}.`;
  const asked = engines.filter(({ isReady }) => isReady);
  const keyless = engines.filter(({ missingKey }) => missingKey !== null).length;
  if (asked.length === 0 && keyless > 0)
    return 'No engine has a key. Set the variables below on the server and restart it.';
  return [
    answeredWords(asked),
    ...(keyless > 0 ? [`${keyless} ${keyless === 1 ? 'engine has' : 'engines have'} no key.`] : []),
    ...(cost.beyondPlan > 0
      ? [`${cost.beyondPlan} active questions exceed the plan; Sightline does not ask them.`]
      : []),
  ].join(' ');
}

/** Today's results on active engines. */
function answeredWords(asked: CollectingState['engines']): string {
  const sum = (of: (today: CollectingState['engines'][number]['today']) => number) =>
    asked.reduce((total, { today }) => total + of(today), 0);
  const all = sum((today) => today.asked);
  if (all === 0) return 'No questions today.';
  const failed = sum((today) => today.failed);
  return `Today: ${sum((today) => today.answered)} of ${all} questions answered, ${failed} failed, ${sum((today) => today.waiting)} to come.`;
}

function daysSection(visit: Visit, { days }: CollectingState): Html {
  const rows = days.map(({ day, answers, failed }) => {
    const [from, until] = [day, day + 1].map((each) => new Date(each * DAY_MS).toISOString());
    const isLater = Number(day + 1) * DAY_MS > visit.now;
    const window = isLater ? { from: from ?? '' } : { from: from ?? '', until: until ?? '' };
    return html`<tr><th scope="row" data-label="Day">${dateText(new Date(day * DAY_MS))}</th>
<td data-label="Answers" class="figure"><a class="figure-link" href="${visit.answers(window)}">${answers}</a></td>
<td data-label="Failed" class="figure">${failed === 0 ? '0' : html`<a class="figure-link" href="${visit.to('failed')}">${failed}</a>`}</td></tr>
`;
  });
  return html`<section aria-labelledby="days"><h2 id="days">The last days</h2>
${
  rows.length === 0
    ? html`<p class="muted">No answers in the last 7 days.</p>`
    : html`<table class="cards"><caption class="unseen">Collections by day</caption><thead><tr><th scope="col">Day (UTC)</th><th scope="col" class="figure">Answers</th><th scope="col" class="figure">Failed</th></tr></thead><tbody>${rows}</tbody></table>`
}</section>`;
}

function tasksSection(visit: Visit, tasks: readonly Task[]): Html {
  return html`<section aria-labelledby="tasks"><h2 id="tasks">Tasks</h2>
${
  tasks.length === 0
    ? html`<p class="muted">Nobody has asked questions, imported, or rescanned answers here yet.</p>`
    : html`<ul class="tasks">${tasks.map((task) => taskItem(visit, task))}</ul>`
}</section>`;
}

function taskItem(visit: Visit, task: Task): Html {
  const { kind, publicId, createdAt, startedBy, state } = task;
  const counts = countWords(task).join(', ');
  return html`<li><a href="${visit.to(`tasks/${publicId}`)}">${TASK_NAMES[kind]}</a> <span class="chip">${stateWords(task)}</span>
<small class="counts muted">${agoText(createdAt, visit.now)}, <bdi>${startedBy}</bdi>${hasEnded(state) && counts !== '' && `: ${counts}`}</small></li>`;
}
