import type { EngineAdapter } from '../engine.ts';
import { lengthCap } from '../length-cap.ts';
import { byOneRequest } from '../one-request.ts';
import { readReply } from './parser.ts';

/** Grok's models through xAI's Responses API with web search, without a location or a language. */
export const grok: EngineAdapter = {
  slug: 'grok',
  name: 'Grok',
  method: 'api',
  provider: {
    slug: 'xai',
    name: 'xAI',
    baseUrl: 'https://api.x.ai',
    keyHelp: 'an API key from console.x.ai (xai-…)',
  },
  defaults: { model: 'grok-4.7', concurrency: 2, deadlineSeconds: 180, costUsd: 0.05, mostCostUsd: 0.25 },
  mostPromptCharacters: null,
  marketApplied: () => ({ location: false, language: false }),
  ...byOneRequest(
    (question, { baseUrl, key, model }) => ({
      method: 'POST',
      url: `${baseUrl}/v1/responses`,
      headers: { authorization: `Bearer ${key}` },
      body: {
        model,
        input: question.prompt,
        tools: [{ type: 'web_search' }],
        max_output_tokens: lengthCap(question, 8000),
        store: false,
      },
    }),
    readReply,
  ),
};
