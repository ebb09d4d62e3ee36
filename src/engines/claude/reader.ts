import { readerBy } from '../reader.ts';
import { claude, takesEffort, VERSION } from './adapter.ts';
import { anthropicBatch } from './batch.ts';
import { readReplies } from './parser.ts';

/** https://platform.claude.com/docs/en/build-with-claude/structured-outputs */
export const anthropicReader = readerBy({
  provider: claude.provider,
  model: 'claude-haiku-5-5',
  costUsd: 0.0008,
  batch: anthropicBatch,
  request: ({ instructions, prompt, schema, mostTokens }, { baseUrl, key, model }) => ({
    method: 'POST',
    url: `${baseUrl}/v1/messages`,
    headers: { 'x-api-key': key, 'anthropic-version': VERSION },
    body: {
      model,
      system: instructions,
      messages: [{ role: 'user', content: prompt }],
      output_config: {
        format: { type: 'json_schema', schema },
        ...(takesEffort(model) && { effort: 'low' }),
      },
      max_tokens: mostTokens,
    },
  }),
  read: (reply) => readReplies([reply]),
});
