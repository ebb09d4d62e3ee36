import type { EngineAdapter } from '../engine.ts';
import { lengthCap } from '../length-cap.ts';
import { byOneRequest } from '../one-request.ts';
import { readReply } from './parser.ts';

/** Mistral's models through its Conversations API with web search, without a location or a language. */
export const mistral: EngineAdapter = {
  slug: 'mistral',
  name: 'Mistral',
  method: 'api',
  provider: {
    slug: 'mistral',
    name: 'Mistral',
    baseUrl: 'https://api.mistral.ai',
    keyHelp: 'an API key from console.mistral.ai',
  },
  defaults: { model: 'mistral-medium-latest', concurrency: 2, deadlineSeconds: 120, costUsd: 0.04 },
  mostPromptCharacters: null,
  marketApplied: () => ({ location: false, language: false }),
  ...byOneRequest(
    (question, { baseUrl, key, model }) => ({
      method: 'POST',
      url: `${baseUrl}/v1/conversations`,
      headers: { authorization: `Bearer ${key}` },
      body: {
        model,
        inputs: question.prompt,
        tools: [{ type: 'web_search' }],
        completion_args: { max_tokens: lengthCap(question, 8000) },
        store: false,
      },
    }),
    readReply,
  ),
};
