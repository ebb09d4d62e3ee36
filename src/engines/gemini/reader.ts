import { readerBy } from '../reader.ts';
import { gemini } from './adapter.ts';
import { readReplies } from './parser.ts';

/** https://ai.google.dev/gemini-api/docs/structured-output */
export const googleReader = readerBy({
  provider: gemini.provider,
  model: 'gemini-3.5-flash-lite',
  costUsd: 0.002,
  request: ({ instructions, prompt, schema, mostTokens }, { baseUrl, key, model }) => ({
    method: 'POST',
    url: `${baseUrl}/v1beta/models/${encodeURIComponent(model)}:generateContent`,
    headers: { 'x-goog-api-key': key },
    body: {
      systemInstruction: { parts: [{ text: instructions }] },
      contents: [{ role: 'user', parts: [{ text: prompt }] }],
      generationConfig: {
        responseMimeType: 'application/json',
        responseJsonSchema: schema,
        maxOutputTokens: mostTokens,
      },
      store: false,
    },
  }),
  read: (reply) => readReplies([reply]),
});
