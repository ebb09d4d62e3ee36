import type { DataOf } from '../../../actions/action.ts';
import { isModel } from '../../../actions/ask-model.ts';
import { actions } from '../../../actions/index.ts';
import { engineNameOf } from '../../../domain/answers/engine.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { dollars, usdOf } from '../../../domain/figures/usd.ts';
import type { ConfiguredEngines } from '../../../pipeline/collect/job/ready-engine.ts';
import { withModel } from '../../../propose/model-reply.ts';
import type { Proposal } from '../../../propose/proposal.ts';
import { type Html, html } from '../../markup/html.ts';
import type { Visit } from '../../visit/visit.ts';
import type { Subject } from './subject.ts';

/** The button that asks a model; null without a key. */
export function modelField(visit: Visit, engines: ConfiguredEngines): Html | null {
  const models = engines.ready.filter(isModel);
  if (models.length === 0 || visit.deps.isDemo) return null;
  return html`<p class="row"><label for="model">More, proposed by</label>
<select id="model" name="model">${models.map(
    ({ adapter, micros }) =>
      html`<option value="${adapter.slug}">${engineNameOf(adapter.slug)}, about ${dollars(usdOf(micros))}</option>`,
  )}</select>
<button name="do" value="ask-model" data-wait="Asking, up to a minute">Ask it once</button>
<span class="help">It receives this list’s domain, name, market, and questions. Its proposals come from no page, so they start unticked.</span></p>`;
}

/** The list with the model's additions, and a note about the reply. */
export interface ModelProposals {
  readonly proposals: readonly Proposal[];
  readonly note: Html;
}

/** Asks the form's model. A failure leaves the list unchanged. */
export async function askModel(
  visit: Visit,
  { caller: { organizationId } }: Subject,
  form: URLSearchParams,
  proposals: readonly Proposal[],
): Promise<ModelProposals> {
  if (visit.deps.isDemo) return { proposals, note: failure('This model has no key here.') };
  try {
    const input = { engine: form.get('model') ?? '', ...briefOf(visit, form, proposals) };
    const { data } = await visit.act(actions.ask_model, input, { organizationId });
    return withReply(proposals, data);
  } catch (error) {
    if (error instanceof SightlineError) return { proposals, note: failure(error.message) };
    throw error;
  }
}

function withReply(
  proposals: readonly Proposal[],
  { engine, seconds, usd, advice, proposals: added }: DataOf<typeof actions.ask_model>,
): ModelProposals {
  const took = seconds.toFixed(1);
  const cost = `for about ${dollars(usd)}`;
  if (advice !== null)
    return { proposals, note: failure(`${engine} did not answer, after ${took} s. ${advice}`) };
  if (added === null)
    return { proposals, note: failure(`${engine} answered, ${cost}, but not with proposals.`) };
  const all = withModel(proposals, added);
  return {
    proposals: all,
    note: html`<p class="note" role="status">${engine} answered in ${took} s, ${cost}. New in the list, unticked: ${all.length - proposals.length}.</p>`,
  };
}

function failure(text: string): Html {
  return html`<p class="note error" role="alert">${text}</p>`;
}

function briefOf(visit: Visit, form: URLSearchParams, proposals: readonly Proposal[]) {
  const first = (kind: Proposal['kind']) =>
    proposals.find((each) => each.kind === kind && each.isAdvised)?.text ??
    proposals.find((each) => each.kind === kind)?.text;
  const host = (form.get('site') ?? '').slice(0, 200);
  return {
    host,
    name: (visit.hasBrand ? visit.brand.name : first('name')) ?? host,
    market: first('market') ?? '',
    questions: proposals
      .filter(({ kind, isAdvised }) => kind === 'question' && isAdvised)
      .map(({ text }) => text),
  };
}
