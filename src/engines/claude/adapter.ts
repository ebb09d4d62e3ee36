import type { EngineAdapter } from '../engine.ts';
import { lengthCap } from '../length-cap.ts';
import { continuationOf, readReplies } from './parser.ts';

export const VERSION = '2026-10-21';

/** Claude's models through Anthropic's Messages API with web search: the API, not the consumer app. */
export const claude: EngineAdapter = {
  slug: 'claude',
  name: 'Claude',
  method: 'api',
  provider: {
    slug: 'anthropic',
    name: 'Anthropic',
    baseUrl: 'https://api.anthropic.com',
    keyHelp: 'an API key from platform.claude.com (sk-ant-…), in an organization with web search enabled',
  },
  defaults: { model: 'claude-sonnet-5-5', concurrency: 2, deadlineSeconds: 180, costUsd: 0.08 },
  mostPromptCharacters: null,
  marketApplied: ({ country }) => ({ location: country !== null, language: false }),
  next: (question, { baseUrl, key, model }, replies) => {
    const { country } = question.market;
    const continuation = continuationOf(replies);
    if (continuation === null) return [];
    return [
      {
        method: 'POST',
        url: `${baseUrl}/v1/messages`,
        headers: { 'x-api-key': key, 'anthropic-version': VERSION },
        body: {
          model,
          // Thinking counts too, and a truncated answer costs money for nothing.
          max_tokens: lengthCap(question, 16_000),
          ...(takesEffort(model) && { output_config: { effort: 'medium' } }),
          messages: [{ role: 'user', content: question.prompt }, ...continuation.turns],
          // Later tool versions run code over their search results; this version cites the pages it read.
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

/** Older models refuse the field: the third generation, and the fourth up to 4.5. */
export function takesEffort(model: string): boolean {
  return !WITHOUT_EFFORT.test(model);
}

const WITHOUT_EFFORT = /^claude-(?:3\b|(?:opus|sonnet|haiku)-4(?:-[0-5])?(?:[-@]\d{8})?$)/;
