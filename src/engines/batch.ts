import type { Access, BatchApi, EngineRequest, ProviderBatch } from './engine.ts';
import { type Json, jsonObjectOrEmpty, objects, text } from './json.ts';

interface BatchDefinition extends Pick<BatchApi, 'submit'> {
  readonly path: string;
  /** The list's parameter for the next page. */
  readonly cursor: string;
  headers(access: Access): Readonly<Record<string, string>>;
  tokenOf(batch: Json): string | null;
  resultsOf(batch: Json): readonly string[] | null;
  isPutOff(batch: Json): boolean;
  /** The body of a successful result; null for another. */
  bodyOf(result: Json): unknown;
}

/** The common part of both providers: a list by pages, and results by lines. */
export function batchBy({
  path,
  cursor,
  headers,
  submit,
  tokenOf,
  resultsOf,
  isPutOff,
  bodyOf,
}: BatchDefinition): BatchApi {
  const get = (access: Access, at: string): EngineRequest => ({
    method: 'GET',
    url: `${access.baseUrl}${at}`,
    headers: headers(access),
  });
  const batchFrom = (batch: Json): ProviderBatch | null => {
    const id = text(batch.id);
    const created = batch.created_at;
    // It becomes part of addresses, and of a lease.
    if (id === undefined || !/^[\w-]+$/.test(id)) return null;
    const createdAt = typeof created === 'number' ? created * 1000 : Date.parse(String(created));
    return { id, createdAt, token: tokenOf(batch), results: resultsOf(batch), isPutOff: isPutOff(batch) };
  };
  return {
    submit,
    list: (access, after) =>
      get(access, `${path}?limit=100${after === null ? '' : `&${cursor}=${encodeURIComponent(after)}`}`),
    look: (access, id) => get(access, `${path}/${id}`),
    results: get,
    batchIn: ({ body }) => batchFrom(jsonObjectOrEmpty(body)),
    pageIn: ({ body }) => {
      const { data, has_more: hasMore, last_id: lastId } = jsonObjectOrEmpty(body);
      const batches = objects(data).flatMap((each) => batchFrom(each) ?? []);
      return { batches, next: hasMore === true ? (text(lastId) ?? batches.at(-1)?.id ?? null) : null };
    },
    resultsIn: ({ body }) => {
      const lines = body.split('\n').map(jsonObjectOrEmpty);
      return new Map(
        lines.flatMap((line) => {
          const customId = text(line.custom_id);
          const found = bodyOf(line);
          const reply = found == null ? null : { status: 200, body: JSON.stringify(found) };
          return customId === undefined ? [] : [[customId, reply] as const];
        }),
      );
    },
  };
}
