import { may } from '../../../domain/access/permissions.ts';
import { hasEnded } from '../../../domain/task.ts';
import { DAY_MS } from '../../../domain/time/period.ts';
import {
  type CodedFailures,
  type CollectingState,
  collectingState,
  type EngineState,
  FAILURE_DAYS,
} from '../../../pipeline/collect/collecting-state.ts';
import { answersDue, type Task, tasksOf } from '../../../pipeline/tasks/tasks-of-brand.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, page } from '../../markup/outcome.ts';
import { problemWords, type Refusal, refusalNote } from '../../parts/form/refusal.ts';
import { agoText } from '../../parts/words/ago.ts';
import { countWords, dueWords, stateWords, TASK_NAMES } from '../../parts/words/task-words.ts';
import { dateText } from '../../parts/words/window-text.ts';
import type { Visit } from '../../visit/visit.ts';
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
    title: `Engines and keys · ${visit.brand.name}`,
    ...(refusal && { status: refusal.status }),
    main: html`<header class="page-head">
<h1>Engines and keys</h1>
<p class="lead">${todayWords(visit, state)}</p>
</header>
${refusal && refusalNote({ ...refusal, message: problemWords(refusal, (field) => CEILINGS[field] ?? field) })}
<p class="row">${visit.mayEdit && mayAsk(visit, state) && html`<a class="button primary" href="${visit.to('collecting/ask')}">Ask now</a>`}${may(visit.user, 'engineKeys') && html`<a class="button" href="/engine-keys">Keys</a>`}<a class="button" href="${visit.to('definitions')}">Definitions</a></p>
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

/** Engines with key, answers, and state. */
function enginesSection(visit: Visit, engines: readonly EngineState[]): Html {
  return html`<section aria-labelledby="engines"><h2 id="engines">Engines</h2>
${engines.length === 0 ? noEngines(visit) : table(visit, engines)}</section>`;
}

function noEngines(visit: Visit): Html {
  return html`<p class="empty">This brand has no engine. ${visit.mayEdit ? html`<a href="${visit.to('setup')}">Choose engines in its setup</a>, or <a href="${visit.to('import')}">import answers</a> collected elsewhere.` : 'An editor can choose engines in its setup.'}</p>`;
}

function table(visit: Visit, engines: readonly EngineState[]): Html {
  return html`<table class="cards collecting">
<caption class="unseen">Engines of ${visit.brand.name}</caption>
<thead><tr><th scope="col">Engine</th><th scope="col">State</th><th scope="col">Today</th><th scope="col">Last answer</th><th scope="col">Last failure</th></tr></thead>
<tbody>${engines.map((each) => row(visit, each))}</tbody></table>`;
}

function row(visit: Visit, engine: EngineState): Html {
  const { name, model, lastAnswerAt, lastFailure } = engine;
  const of = { engine: engine.engine };
  const answer =
    lastAnswerAt === null
      ? 'None yet'
      : html`<a class="figure-link" href="${visit.answers(of)}">${agoText(lastAnswerAt, visit.now)}</a>`;
  const failure =
    lastFailure === null
      ? 'None'
      : html`<a class="figure-link" href="${visit.to('failed', of)}">${agoText(lastFailure.at, visit.now)}</a> <small><code>${lastFailure.code}</code></small>`;
  return html`<tr><th scope="row" data-label="Engine">${name}${model && html` <small class="counts">${model}</small>`}</th>
<td data-label="State" class="sentences"><div class="cell">${state(visit, engine)}</div></td>
<td data-label="Today">${today(visit, engine)}</td><td data-label="Last answer">${answer}</td><td data-label="Last failure"><span>${failure}</span></td></tr>
`;
}

/** The engine's state, and the missing part. */
function state(visit: Visit, engine: EngineState): Html {
  const { isReady, missingKey, stopped, leftOut, unread } = engine;
  const lines = [
    missingKey !== null &&
      html`<p class="warn"><strong>No key.</strong> ${
        may(visit.user, 'engineKeys')
          ? html`<a href="/engine-keys">Enter it</a>, or set <code>${missingKey}</code>.`
          : 'An admin of all organizations can enter it.'
      }</p>`,
    stopped !== null && stoppedWords(visit, stopped),
    isReady && stopped === null && html`<p>Key set, asked</p>`,
    !isReady && missingKey === null && html`<p>This server does not ask engines</p>`,
    unread.citations > 0 && unreadWords(unread),
    ...leftOut.map(
      ({ field }) =>
        html`<p><small>It refuses the field <code>${field}</code>, so Sightline omits it.</small></p>`,
    ),
  ];
  return html`${lines}`;
}

function unreadWords({ citations, answers }: EngineState['unread']): Html {
  const [mark, answer] = [citations === 1 ? 'citation' : 'citations', answers === 1 ? 'answer' : 'answers'];
  return html`<p class="warn"><small>In the last 24 hours, ${citations} ${mark} in ${answers} ${answer} led to no page (<code>unread_citations</code>). Counts of cited pages are too low.</small></p>`;
}

function stoppedWords({ now, times }: Visit, stopped: NonNullable<EngineState['stopped']>): Html {
  const { code, since, triedAgainAt, meaning } = stopped;
  const when = triedAgainAt <= now ? 'with the next question' : html`at ${times.of(triedAgainAt)}`;
  return html`<p class="warn"><strong>Stopped</strong> since ${times.of(since)} (<code>${code}</code>). ${meaning}</p>
<p><small>Tried again ${when}.</small></p>`;
}

/** Inactive engines have nothing to do. */
function today(
  { deps }: Visit,
  { isReady, today: { asked, answered, failed, waiting } }: EngineState,
): string {
  if (deps.isDemo || (!isReady && answered + failed === 0)) return 'Not asked';
  if (asked === 0) return 'Nothing to ask';
  const parts = [
    `${answered} of ${asked} answered`,
    failed > 0 ? `${failed} failed` : null,
    isReady && waiting > 0 ? `${waiting} to come` : null,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

/** Stopped engines, each with a button to resume. */
function stoppedSection(visit: Visit, engines: readonly EngineState[]): Html | null {
  const stopped = engines.filter((each) => each.stopped !== null);
  if (stopped.length === 0) return null;
  return html`<section aria-labelledby="stopped"><h2 id="stopped">Stopped engines</h2>
${stopped.map(({ engine, name, stopped: why }) => html`<div class="note warning"><p><strong>${name}</strong>: ${why?.action}</p>${visit.mayEdit && retryForm(visit, engine, name)}</div>`)}</section>`;
}

function retryForm(visit: Visit, engine: string, name: string): Html {
  return html`<form method="post" action="${visit.address('collecting/retry')}"><input type="hidden" name="engine" value="${engine}"><button>Try ${name} again</button> <span class="help">Do this first, then press the button. It resumes the engine for every brand.</span></form>`;
}

/** Failed collections by code, with remedies. No figure counts them. */
function failuresSection(visit: Visit, engines: readonly EngineState[]): Html {
  const rows = engines.flatMap((engine) =>
    engine.failures.map((failure) => failureRow(visit, engine, failure)),
  );
  return html`<section aria-labelledby="failures"><h2 id="failures">Failed in the last ${FAILURE_DAYS} days</h2>
${
  rows.length === 0
    ? html`<p class="muted">Nothing failed.</p>`
    : html`<table class="cards failures"><caption class="unseen">Failed collections by code</caption>
<thead><tr><th scope="col">Engine</th><th scope="col">Code</th><th scope="col">Meaning and remedy</th><th scope="col" class="figure">Failed</th><th scope="col">Last</th></tr></thead>
<tbody>${rows}</tbody></table>
<p class="help">No figure, rate, or alert counts a failed collection.</p>`
}</section>`;
}

function failureRow(visit: Visit, { engine, name }: EngineState, failure: CodedFailures): Html {
  const { code, collections, lastAt, meaning, action } = failure;
  const href = visit.to('failed', { engine });
  return html`<tr><th scope="row" data-label="Engine">${name}</th><td data-label="Code"><code>${code}</code></td>
<td data-label="What to do" class="sentences"><div class="cell"><p>${meaning}</p><p class="help">${action}</p></div></td>
<td data-label="Failed" class="figure"><a class="figure-link" href="${href}">${collections}</a></td><td data-label="Last">${agoText(lastAt, visit.now)}</td></tr>
`;
}
