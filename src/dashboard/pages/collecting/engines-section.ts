import { may } from '../../../domain/permissions.ts';
import type { CodedFailures, EngineState } from '../../../pipeline/collect/collecting-state.ts';
import { FAILURE_DAYS } from '../../../pipeline/collect/collecting-state.ts';
import { type Html, html } from '../../html.ts';
import { agoText } from '../../parts/ago.ts';
import { dateText } from '../../parts/window-text.ts';
import type { Visit } from '../../visit.ts';

/** Each engine of the brand: its key, what it answered, and whether it is asked. */
export function enginesSection(visit: Visit, engines: readonly EngineState[]): Html {
  return html`<section aria-labelledby="engines"><h2 id="engines">Engines</h2>
${engines.length === 0 ? noEngines(visit) : table(visit, engines)}</section>`;
}

function noEngines(visit: Visit): Html {
  return html`<p class="empty">No engine is asked for this brand. ${visit.mayEdit ? html`<a href="${visit.to('setup')}">Choose engines in its setup</a>, or <a href="${visit.to('import')}">import answers</a> that were collected elsewhere.` : 'An editor can choose engines in its setup.'}</p>`;
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

/** Whether it is asked, and if not, what is needed. */
function state(visit: Visit, { isReady, missingKey, stopped, leftOut, retiring }: EngineState): Html {
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
    retiring !== null &&
      html`<p class="warn"><small>Its vendor ${retiring.isRetired ? 'retired' : 'retires'} ${retiring.model} on ${dateText(new Date(retiring.on))}. Set another model.</small></p>`,
    ...leftOut.map(
      ({ field }) =>
        html`<p><small>Asked without the field <code>${field}</code>, which it refused.</small></p>`,
    ),
  ];
  return html`${lines}`;
}

function stoppedWords({ now, times }: Visit, stopped: NonNullable<EngineState['stopped']>): Html {
  const { code, since, triedAgainAt, meaning } = stopped;
  const when = triedAgainAt <= now ? 'with the next question' : html`at ${times.of(triedAgainAt)}`;
  return html`<p class="warn"><strong>Stopped</strong> since ${times.of(since)} (<code>${code}</code>). ${meaning}</p>
<p><small>Tried again ${when}.</small></p>`;
}

/** Nothing is to come of an engine that is not asked. */
function today(
  { deps }: Visit,
  { isReady, today: { perDay, answered, failed, waiting } }: EngineState,
): string {
  if (deps.isDemo || (!isReady && answered + failed === 0)) return 'Not asked';
  if (perDay === 0) return 'Nothing to ask';
  const parts = [
    `${answered} of ${perDay} answered`,
    failed > 0 ? `${failed} failed` : null,
    isReady && waiting > 0 ? `${waiting} to come` : null,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

/** Stopped engines, each with a button that lets it be asked again. */
export function stoppedSection(visit: Visit, engines: readonly EngineState[]): Html | null {
  const stopped = engines.filter((each) => each.stopped !== null);
  if (stopped.length === 0) return null;
  return html`<section aria-labelledby="stopped"><h2 id="stopped">Stopped engines</h2>
${stopped.map(({ engine, name, stopped: why }) => html`<div class="note warning"><p><strong>${name}</strong>: ${why?.action}</p>${visit.mayEdit && retryForm(visit, engine, name)}</div>`)}</section>`;
}

function retryForm(visit: Visit, engine: string, name: string): Html {
  return html`<form method="post" action="${visit.address('collecting/retry')}"><input type="hidden" name="engine" value="${engine}"><button>Try ${name} again</button> <span class="help">Press this once you have done so. The engine is then asked again for every brand.</span></form>`;
}

/** Failed collections by their code, with what to do. They are in no figure. */
export function failuresSection(visit: Visit, engines: readonly EngineState[]): Html {
  const rows = engines.flatMap((engine) =>
    engine.failures.map((failure) => failureRow(visit, engine, failure)),
  );
  return html`<section aria-labelledby="failures"><h2 id="failures">Failed in the last ${FAILURE_DAYS} days</h2>
${
  rows.length === 0
    ? html`<p class="muted">Nothing failed.</p>`
    : html`<table class="cards failures"><caption class="unseen">Failed collections by code</caption>
<thead><tr><th scope="col">Engine</th><th scope="col">Code</th><th scope="col">What it means, and what to do</th><th scope="col" class="figure">Failed</th><th scope="col">Last</th></tr></thead>
<tbody>${rows}</tbody></table>
<p class="help">A failed collection is not an answer. It is in no figure, rate, or alert.</p>`
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
