import { READER_PROVIDERS, type ReadingState, readingState } from '../../../pipeline/judge/choose-reader.ts';
import { waitingWords } from '../../../pipeline/judge/waiting.ts';
import { type Html, html } from '../../markup/html.ts';
import { monthWords } from '../../parts/words/reader-words.ts';
import type { Visit } from '../../visit/visit.ts';

/** Who reads what answers say, for all brands of the organization, with the price of each choice. */
export async function readerSection(visit: Visit): Promise<Html> {
  const { readers = [] } = await visit.deps.engines(visit.db);
  const reading = await readingState(visit.db, visit.now, visit.caller.organizationId, readers);
  return html`<section aria-labelledby="reader"><h2 id="reader">Who reads what answers say</h2>
${stateOf(visit, reading)}
${visit.mayEdit && visit.user.brandIds === null && !visit.deps.isDemo && choices(visit, reading)}
<p class="help"><a href="/docs/reader.md">How a model reads, and what it costs</a> · <a href="${visit.to('accuracy')}">Check the reader on your answers</a></p></section>`;
}

function stateOf(visit: Visit, { state, month, planned, stoppedBy, options }: ReadingState): Html {
  if (state.kind === 'reads') {
    const { access, adapter } = state.engine;
    const counts = [month.read, month.notJudged, month.unread];
    const [read, failed, unread] = counts.map((n) => n.toLocaleString('en-US'));
    return html`<p><b>${access.model}</b> (${adapter.name}) reads how answers of all brands of <bdi>${visit.caller.organizationName}</bdi> treat names.</p>
${stoppedBy !== null && stopped(visit, state.engine, stoppedBy)}
<p>Of the last 30 days’ answers that name somebody: ${read} read, ${failed} not judged, ${unread} not read yet.${waitingWords(planned).map((each) => ` ${each}`)}</p>
${visit.mayEdit && html`<p><a href="${visit.to('rescan')}">Read stored answers again</a></p>`}`;
  }
  const byModel =
    month.read > 0 &&
    ` A model read ${month.read.toLocaleString('en-US')} of the last 30 days’ answers that name somebody.`;
  const rules = html`Rules alone read how ${byModel && 'new '}answers treat names, and find less than a model.${byModel}`;
  switch (state.kind) {
    case 'no_ceiling':
      return html`<p>${rules} ${state.engine.access.model} needs a ceiling of dollars a day, which your operator sets under <a href="#spending">Spending</a>.</p>`;
    case 'no_key':
      return html`<p>${rules} The chosen reader has no key. ${keysLink(visit)}</p>`;
    default:
      return html`<p>${rules} ${options.length === 0 && keysLink(visit)}</p>`;
  }
}

/** It is tried again every hour. */
function stopped(visit: Visit, { adapter }: ReadingEngine, { engine, detail }: Stop): Html {
  const retry = html`<form method="post" action="${visit.address('collecting/retry')}"><input type="hidden" name="engine" value="${engine}"><button>Try again now</button></form>`;
  return html`<p><strong class="warn">${adapter.name} refuses to read (<code>${detail}</code>).</strong> Check its key, credit, and model. Sightline tries again every hour.</p>${visit.mayEdit && retry}`;
}

type Stop = NonNullable<ReadingState['stoppedBy']>;
type ReadingEngine = ReadingState['options'][number]['engine'];

function keysLink({ viewer }: Visit): Html {
  const names = READER_PROVIDERS.filter(({ isOwn }) => !isOwn).map(({ name }) => name);
  const isOperator = viewer.kind === 'user' && viewer.user.organization === null;
  const enter = isOperator ? html`<a href="/engine-keys">Enter a key</a>` : 'Ask your operator for a key';
  return html`${enter} of ${names.slice(0, -1).join(', ')}, or ${names.at(-1) ?? ''}, or <a href="/docs/reader.md#with-a-model-of-your-own">have a model of your own read</a>.`;
}

/** A button for each reader with a key, and for rules. */
function choices(visit: Visit, { state, options }: ReadingState): Html {
  const current = state.kind === 'reads' ? state.engine : null;
  const others = options.filter(({ engine }) => engine.adapter.slug !== current?.adapter.slug);
  return html`<div class="row-actions">${others.map(
    ({ engine: { adapter, access }, answers, estimated_usd: usd }) =>
      html`<form method="post" action="${visit.address('collecting/reader')}"><input type="hidden" name="reader" value="${adapter.provider.slug}"><button>Read with ${access.model} (${adapter.name}), ${monthWords(answers, usd)}</button></form>`,
  )}${
    current !== null &&
    html`<details class="row-menu"><summary>Another model</summary><form method="post" action="${visit.address('collecting/reader')}"><input type="hidden" name="reader" value="${current.adapter.provider.slug}">
<label for="reader-model">Model id of ${current.adapter.name}</label><input id="reader-model" name="model" maxlength="100" autocomplete="off" spellcheck="false" placeholder="${current.access.model}">
<p class="help">Empty for the usual one.</p><button>Change</button></form></details>
<form method="post" action="${visit.address('collecting/reader')}"><input type="hidden" name="reader" value="off"><button class="as-link">Rules alone</button></form>`
  }</div>`;
}
