import { engineNameOf } from '../../../domain/answers/engine.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { dollars, usdOf } from '../../../domain/figures/usd.ts';
import type { ConfiguredEngines, ReadyEngine } from '../../../pipeline/collect/job/ready-engine.ts';
import { askedForProposals } from '../../../pipeline/collect/keys/ask-model.ts';
import { modelPrompt, modelProposals, withModel } from '../../../propose/model-reply.ts';
import type { Proposal } from '../../../propose/proposal.ts';
import { type Html, html } from '../../markup/html.ts';
import type { Visit } from '../../visit/visit.ts';
import type { Subject } from './subject.ts';

/** Model API engines. Engines that read result pages cannot propose. */
function modelsIn({ ready }: ConfiguredEngines): ReadyEngine[] {
  return ready.filter(({ adapter }) => adapter.method === 'api');
}

/** The button that asks a model; null without a key. */
export function modelField(visit: Visit, engines: ConfiguredEngines): Html | null {
  const models = modelsIn(engines);
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
  { caller }: Subject,
  form: URLSearchParams,
  proposals: readonly Proposal[],
): Promise<ModelProposals> {
  const models = visit.deps.isDemo ? [] : modelsIn(await visit.deps.engines(visit.db));
  const chosen = models.find(({ adapter }) => adapter.slug === form.get('model'));
  if (chosen === undefined) return { proposals, note: failure('This model has no key here.') };
  const { adapter, micros, mostMicros } = chosen;
  const name = engineNameOf(adapter.slug);
  const prompt = modelPrompt(briefOf(visit, form, proposals));
  const payer = {
    db: visit.deps.db,
    now: visit.now,
    actor: visit.user.id,
    organizationId: caller.organizationId,
  };
  try {
    const reply = await askedForProposals(payer, { slug: adapter.slug, name, micros, mostMicros }, () =>
      visit.deps.engineKeys.askModel(adapter.slug, prompt),
    );
    const cost = `for about ${dollars(reply.usd)}`;
    const seconds = (reply.latencyMs / 1000).toFixed(1);
    if (reply.advice !== null) {
      return { proposals, note: failure(`${name} did not answer, after ${seconds} s. ${reply.advice}`) };
    }
    const model = reply.model === null ? name : `${name}, ${reply.model.slice(0, 60)}`;
    const added = modelProposals(reply.text ?? '', model);
    if (added === null) {
      return { proposals, note: failure(`${name} answered, ${cost}, but not with proposals.`) };
    }
    const all = withModel(proposals, added);
    const count = all.length - proposals.length;
    return {
      proposals: all,
      note: html`<p class="note" role="status">${name} answered in ${seconds} s, ${cost}. New in the list, unticked: ${count}.</p>`,
    };
  } catch (error) {
    if (error instanceof SightlineError) return { proposals, note: failure(error.message) };
    throw error;
  }
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
