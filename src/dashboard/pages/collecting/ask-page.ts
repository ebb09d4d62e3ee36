import { actions } from '../../../actions/index.ts';
import { dollars, usdOf } from '../../../domain/figures/usd.ts';
import type { CollectingState, EngineState } from '../../../pipeline/collect/collecting-state.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, page, redirect } from '../../markup/outcome.ts';
import { formOutcome } from '../../parts/form/refusal.ts';
import type { Visit } from '../../visit/visit.ts';
import { stateFor } from './collecting-page.ts';

/** The cost of asking now, for review. */
export async function askPage(visit: Visit, status = 200): Promise<Outcome> {
  const state = await stateFor(visit);
  const isAsked = (engine: EngineState) => whyNot(visit, engine) === null;
  const asked = state.engines.filter(isAsked);
  const questions = asked.reduce((sum, { now }) => sum + now.questions, 0);
  const usd = asked.reduce((sum, { now }) => sum + now.estimated_usd, 0);
  return page({
    title: `Ask now · ${visit.brand.name}`,
    status,
    main: html`<header class="page-head">
<h1>Ask now</h1>
<p class="lead">${lead(visit, state, questions)}</p>
</header>
${state.engines.length > 0 && table(visit, state.engines, { questions, usd })}
${ceilingNote(state, usd)}
${questions > 0 && html`<form method="post" action="${visit.address('collecting/ask')}"><button class="primary">Ask ${questions} ${questions === 1 ? 'question' : 'questions'}, for about ${dollars(usd)}</button></form>`}
<p><a href="${visit.to('collecting')}">Back to collecting</a></p>`,
  });
}

export async function askNow(visit: Visit): Promise<Outcome> {
  // The page shows the reason.
  if (visit.deps.isDemo) return await askPage(visit, 409);
  return await formOutcome(
    visit.act(actions.ask_now, {}),
    ({ data }) => redirect(visit.address(`tasks/${data.task}`)),
    async ({ status }) => await askPage(visit, status),
  );
}

function lead({ deps }: Visit, { cost, engines }: CollectingState, questions: number): string {
  if (deps.isDemo) return 'The demo asks no engine: its data is invented.';
  if (cost.notAsked !== null)
    return `Sightline asks nothing for this organization, because ${cost.notAsked}.`;
  if (!engines.some(({ isReady }) => isReady)) return 'None of this brand’s engines is ready.';
  if (questions === 0) return 'Today’s questions are all asked.';
  return 'Asks today’s remaining questions now. Tomorrow follows the schedule again.';
}

/** The reason for skipping an engine; null if it is ready. */
function whyNot({ deps }: Visit, { isReady, missingKey, stopped, now }: EngineState): string | null {
  if (deps.isDemo) return 'Not asked by the demo';
  if (missingKey !== null) return 'No key';
  if (!isReady) return 'This server does not ask engines';
  if (stopped !== null) return 'Stopped: try it again first';
  return now.questions === 0 ? 'Nothing left today' : null;
}

function table(
  visit: Visit,
  engines: readonly EngineState[],
  total: { questions: number; usd: number },
): Html {
  const rows = engines.map((engine) => {
    const reason = whyNot(visit, engine);
    const cost = reason === null ? dollars(engine.now.estimated_usd) : reason;
    return html`<tr><th scope="row" data-label="Engine">${engine.name}</th><td data-label="Questions" class="figure">${reason === null ? engine.now.questions : '0'}</td><td data-label="Estimated cost" class="figure">${cost}</td></tr>
`;
  });
  return html`<table class="cards ask"><caption class="unseen">Questions to ask now, with their estimated cost</caption><thead><tr><th scope="col">Engine</th><th scope="col" class="figure">Questions</th><th scope="col" class="figure">Estimated cost</th></tr></thead>
<tbody>${rows}</tbody>
<tfoot><tr><th scope="row">Total</th><td data-label="Questions" class="figure"><b>${total.questions}</b></td><td data-label="Estimated cost" class="figure"><b>${dollars(total.usd)}</b></td></tr></tfoot></table>`;
}

/** Warns when the daily ceiling does not cover the cost. */
function ceilingNote({ spending }: CollectingState, usd: number): Html | null {
  const { microsPerDay, todayMicros } = spending;
  if (microsPerDay === null || todayMicros + usd * 1_000_000 <= microsPerDay) return null;
  const left = dollars(usdOf(Math.max(0, microsPerDay - todayMicros)));
  return html`<p class="note warning">The organization can spend ${left} more today. Further questions wait.</p>`;
}
