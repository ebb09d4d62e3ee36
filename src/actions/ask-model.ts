import Type from 'typebox';
import { engineNameOf } from '../domain/answers/engine.ts';
import { SightlineError } from '../domain/errors.ts';
import { reserveAsking } from '../pipeline/collect/keys/ask-model.ts';
import { modelPrompt, modelProposals } from '../propose/model-reply.ts';
import type { Proposal } from '../propose/proposal.ts';
import { nullableText, text } from '../reports/shape/schemas.ts';
import { defineOrganizationAction } from './action.ts';

/** Engines that read result pages cannot propose. */
export function isModel({ adapter }: { readonly adapter: { readonly method: string } }): boolean {
  return adapter.method === 'api';
}

export const askModel = defineOrganizationAction({
  name: 'ask_model',
  command: null,
  summary:
    'Ask a model once for questions and competitors to propose. Its answer costs money, and is not stored.',
  description: '',
  permission: 'brands',
  route: null,
  input: {
    engine: Type.String({ description: 'Its slug in answers.' }),
    host: Type.String({ maxLength: 200, description: "The brand's website." }),
    name: Type.String({ maxLength: 200, description: "The brand's name." }),
    market: Type.String({ maxLength: 200, description: 'Such as `Germany, de`.' }),
    questions: Type.Array(Type.String(), { description: 'Known already, as examples.' }),
  },
  data: Type.Object({
    engine: text('Its name.'),
    model: nullableText('The model in the reply.'),
    seconds: Type.Number(),
    usd: Type.Number({ description: 'What it cost.' }),
    advice: nullableText('How to mend a failure; null if it answered.'),
    proposals: Type.Unsafe<readonly Proposal[] | null>({
      type: ['array', 'null'],
      description: 'Null if it sent none.',
    }),
  }),
  example: null,
  run: async (context, { engine: slug, ...brief }) => {
    const { db, now, actor, organizationId } = context;
    const found = (await context.engines()).ready.find((each) => isModel(each) && each.adapter.slug === slug);
    if (found === undefined) throw new SightlineError('conflict', 'This model has no key here.');
    const engine = engineNameOf(slug);
    const payer = { db, now: now(), actor: actor.id, organizationId };
    const paid = await reserveAsking(payer, { ...found, slug, name: engine });
    return {
      data: { engine, model: null, seconds: 0, usd: 0, advice: null, proposals: null },
      changes: [{ what: 'Model', before: null, after: `${engine} asked once` }],
      notices: [],
      afterwards: async (store, { engineKeys }) => {
        const reply = await paid(store, () => engineKeys.askModel(slug, modelPrompt(brief)));
        const model = reply.model?.slice(0, 60) ?? null;
        const words = model === null ? engine : `${engine}, ${model}`;
        const proposals = reply.advice === null ? modelProposals(reply.text ?? '', words) : null;
        const { usd, advice, latencyMs } = reply;
        return { engine, model, seconds: latencyMs / 1000, usd, advice, proposals };
      },
    };
  },
});
