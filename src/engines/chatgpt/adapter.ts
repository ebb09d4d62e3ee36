import type { Market } from '../../domain/brand/market.ts';
import type { EngineAdapter } from '../engine.ts';
import { lengthCap } from '../length-cap.ts';
import { byOneRequest } from '../one-request.ts';
import { readReply } from './parser.ts';

/** ChatGPT's models through OpenAI's Responses API with web search: the API, not the consumer app. */
export const chatgpt: EngineAdapter = {
  slug: 'chatgpt',
  name: 'ChatGPT',
  method: 'api',
  provider: {
    slug: 'openai',
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com',
    keyHelp: 'an API key from platform.openai.com (sk-…)',
  },
  defaults: { model: 'gpt-5.6-terra', concurrency: 4, deadlineSeconds: 180, costUsd: 0.04 },
  mostPromptCharacters: null,
  marketApplied: ({ country }) => ({ location: country !== null, language: false }),
  ...byOneRequest(
    (question, { baseUrl, key, model }) => ({
      method: 'POST',
      url: `${baseUrl}/v1/responses`,
      headers: { authorization: `Bearer ${key}` },
      body: {
        model,
        input: question.prompt,
        tools: [
          { type: 'web_search', search_context_size: 'low', user_location: locationOf(question.market) },
        ],
        include: ['web_search_call.action.sources'],
        max_output_tokens: lengthCap(question, 8000),
        max_tool_calls: 4,
        store: false,
      },
    }),
    readReply,
  ),
};

/** Without a location, OpenAI assumes the United States; `approximate` alone states that there is none. */
function locationOf({ country }: Market): object {
  return { type: 'approximate', ...(country && { country: country.code }) };
}
