import { may } from '../../../domain/access/permissions.ts';
import type { CodedFailures, EngineState } from '../../../pipeline/collect/collecting-state.ts';
import { FAILURE_DAYS } from '../../../pipeline/collect/collecting-state.ts';
import { type Html, html } from '../../markup/html.ts';
import { agoText } from '../../parts/words/ago.ts';
import type { Visit } from '../../visit/visit.ts';

/** Engines with key, answers, and state. */
export function enginesSection(visit: Visit, engines: readonly EngineState[]): Html {
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
export function stoppedSection(visit: Visit, engines: readonly EngineState[]): Html | null {
  const stopped = engines.filter((each) => each.stopped !== null);
  if (stopped.length === 0) return null;
  return html`<section aria-labelledby="stopped"><h2 id="stopped">Stopped engines</h2>
${stopped.map(({ engine, name, stopped: why }) => html`<div class="note warning"><p><strong>${name}</strong>: ${why?.action}</p>${visit.mayEdit && retryForm(visit, engine, name)}</div>`)}</section>`;
}

function retryForm(visit: Visit, engine: string, name: string): Html {
  return html`<form method="post" action="${visit.address('collecting/retry')}"><input type="hidden" name="engine" value="${engine}"><button>Try ${name} again</button> <span class="help">Do this first, then press the button. It resumes the engine for every brand.</span></form>`;
}

/** Failed collections by code, with remedies. No figure counts them. */
export function failuresSection(visit: Visit, engines: readonly EngineState[]): Html {
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
