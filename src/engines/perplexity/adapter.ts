import type { Market } from '../../domain/brand/market.ts';
import type { EngineAdapter } from '../engine.ts';
import { lengthCap } from '../length-cap.ts';
import { byOneRequest } from '../one-request.ts';
import { readReply } from './parser.ts';

/** Perplexity's own model through its Agent API with web search, which replaced Sonar. */
export const perplexity: EngineAdapter = {
  slug: 'perplexity',
  name: 'Perplexity',
  method: 'api',
  provider: {
    slug: 'perplexity',
    name: 'Perplexity',
    baseUrl: 'https://api.perplexity.ai',
    keyHelp: 'an API key from perplexity.ai (pplx-…)',
  },
  defaults: {
    model: 'perplexity/sonar',
    concurrency: 3,
    deadlineSeconds: 90,
    costUsd: 0.006,
    mostCostUsd: 0.02,
  },
  mostPromptCharacters: null,
  // Perplexity's migration guide has it; its published types don't.
  omittable: ['tool_choice'],
  marketApplied: ({ country, languageCode }) => ({
    location: country !== null,
    language: languageCode !== null,
  }),
  ...byOneRequest(
    (question, { baseUrl, key, model }) => ({
      method: 'POST',
      url: `${baseUrl}/v1/agent`,
      headers: { authorization: `Bearer ${key}` },
      body: {
        model,
        input: question.prompt,
        tools: [{ type: 'web_search', search_context_size: 'low', ...locationOf(question.market) }],
        // Without this, the model may not search.
        tool_choice: { type: 'web_search' },
        ...languageField(question.market),
        max_output_tokens: lengthCap(question, 4000),
        store: false,
      },
    }),
    readReply,
  ),
};

function locationOf({ country }: Market): object {
  return country === null ? {} : { user_location: { country: country.code } };
}

/** The language without a region, because Perplexity takes only ISO 639-1. */
function languageField({ languageCode }: Market): object {
  return languageCode === null ? {} : { language_preference: languageCode.replace(/[-_].*$/s, '') };
}
