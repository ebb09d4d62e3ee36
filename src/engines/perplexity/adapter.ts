import type { Market } from '../../domain/brand/market.ts';
import type { EngineAdapter } from '../engine.ts';
import { lengthCap } from '../length-cap.ts';
import { byOneRequest } from '../one-request.ts';
import { readReply } from './parser.ts';

/** Perplexity's own model by its Agent API with web search, which took the place of Sonar. */
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
  // In Perplexity's migration guide, and in none of its published types.
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
        // Offering the search does not ensure that it is used.
        tool_choice: { type: 'web_search' },
        ...languageOf(question.market),
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

/** The language without a region: with one it is not ISO 639-1, which is all that Perplexity takes. */
function languageOf({ languageCode }: Market): object {
  return languageCode === null ? {} : { language_preference: languageCode.replace(/[-_].*$/, '') };
}
