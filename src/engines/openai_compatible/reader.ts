import type { Access } from '../engine.ts';
import { type ReaderInput, readerBy } from '../reader.ts';
import { readReply } from './parser.ts';

/**
 * The operator's own reader: any endpoint compatible with OpenAI's chat completions. An endpoint without structured
 * output gets the same instructions, which ask for JSON.
 */
export const ownReader = readerBy({
  provider: {
    slug: 'own',
    name: 'Your own endpoint',
    baseUrl: '',
    keyHelp: 'the key of your endpoint, if it needs one',
    isOwn: true,
    needsKey: false,
  },
  model: '',
  costUsd: 0,
  omittable: ['response_format', 'temperature', 'max_tokens'],
  suspected: 'response_format',
  request: (input, access) => ({
    method: 'POST',
    url: `${access.baseUrl}/chat/completions`,
    headers: access.key === '' ? {} : { authorization: `Bearer ${access.key}` },
    body: bodyOf(input, access),
  }),
  read: (reply) => readReply(reply, 'none'),
});

function bodyOf({ instructions, prompt, schema, mostTokens }: ReaderInput, { model }: Access): object {
  return {
    model,
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content: prompt },
    ],
    response_format: { type: 'json_schema', json_schema: { name: 'reading', strict: true, schema } },
    temperature: 0,
    max_tokens: mostTokens,
  };
}
