import type { ModelEnds } from '../engine.ts';
import { jsonObject, objects, text } from '../json.ts';

/** OpenAI's model list, with each model's shutdown day or null. */
export const modelEnds: ModelEnds = {
  request: ({ baseUrl, key }) => ({
    method: 'GET',
    url: `${baseUrl}/v1/models`,
    headers: { authorization: `Bearer ${key}` },
  }),
  read: ({ body }) => {
    const { data } = jsonObject(body);
    if (!Array.isArray(data)) throw new Error('the body has no list of models');
    return objects(data).flatMap(({ id, shutdown_date: end }) => {
      const model = text(id);
      // A missing field doesn't prove that the model has no end.
      if (model === undefined || (end !== null && !isDay(end))) return [];
      return [{ model, on: end }];
    });
  },
};

function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const at = Date.parse(value);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(value);
}
