import type { EngineAdapter } from '../engine.ts';
import { continuationOf, readReplies } from './parser.ts';

/** Claude's models by Anthropic's Messages API with web search: the API, not the consumer app. */
export const claude: EngineAdapter = {
  slug: 'claude',
  provider: {
    slug: 'anthropic',
    name: 'Anthropic',
    baseUrl: 'https://api.anthropic.com',
    keyHelp: 'an API key of platform.claude.com (sk-ant-…), of an organisation with web search enabled',
  },
  defaults: { model: 'claude-sonnet-5-5', concurrency: 2, deadlineSeconds: 180, costUsd: 0.08 },
  mostPromptCharacters: null,
  marketApplied: ({ country }) => ({ location: country !== null, language: false }),
  next: ({ prompt, market: { country } }, { baseUrl, key, model }, replies) => {
    const continuation = continuationOf(replies);
    if (continuation === null) return [];
    return [
      {
        method: 'POST',
        url: `${baseUrl}/v1/messages`,
        headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
        body: {
          model,
          max_tokens: 8000,
          messages: [{ role: 'user', content: prompt }, ...continuation.turns],
          // The later versions of this tool run code over what they find; this one cites what it read.
          tools: [
            {
              type: 'web_search_20250305',
              name: 'web_search',
              max_uses: 3,
              ...(country && { user_location: { type: 'approximate', country: country.code } }),
            },
          ],
          ...(continuation.container !== undefined && { container: continuation.container }),
        },
      },
    ];
  },
  isPending: () => false,
  read: readReplies,
};
