import { readerBy } from '../reader.ts';
import { chatgpt } from './adapter.ts';
import { openaiBatch, RESPONSES } from './batch.ts';
import { readReply } from './parser.ts';

/** https://developers.openai.com/api/docs/guides/structured-outputs */
export const openaiReader = readerBy({
  provider: chatgpt.provider,
  model: 'gpt-6-luna',
  costUsd: 0.0008,
  // Models without reasoning refuse it.
  omittable: ['reasoning'],
  batch: openaiBatch,
  request: ({ instructions, prompt, schema, mostTokens }, { baseUrl, key, model }) => ({
    method: 'POST',
    url: `${baseUrl}${RESPONSES}`,
    headers: { authorization: `Bearer ${key}` },
    body: {
      model,
      instructions,
      input: prompt,
      text: { format: { type: 'json_schema', name: 'reading', strict: true, schema } },
      reasoning: { effort: 'low' },
      max_output_tokens: mostTokens,
      store: false,
    },
  }),
  read: readReply,
});
