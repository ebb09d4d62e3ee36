import type { EngineFailure, EngineReading, Fault, Reply, Source } from '../engine.ts';
import { answered, saidNothing, sourceOf } from '../engine-reading.ts';
import { failureOf } from '../http-failures.ts';
import { type Json, jsonObject, number, object, objects, text, texts } from '../json.ts';
import { contentOf, readUnfinished, wordsOf } from '../responses-format.ts';

/** Reads a reply of Perplexity's Agent API. */
export function readReply(reply: Reply): EngineReading {
  return reply.status === 200 ? readAgent(jsonObject(reply.body)) : failureIn(reply);
}

function failureIn(reply: Reply): EngineFailure {
  const failure = failureOf(reply, (code) => ownFault(code, reply.status));
  return { ...failure, retryAfterMs: failure.retryAfterMs ?? (reply.status === 429 ? waitIn(reply) : null) };
}

/** Seconds since 1970 rather than seconds to wait: no limit is reset years ahead. */
const AN_INSTANT = 1_000_000_000;

/** A 429 says by `X-RateLimit-Reset` when it may be asked again: in seconds, or at an instant read against its `date`. */
function waitIn({ headers }: Reply): number | null {
  const reset = headers['x-ratelimit-reset']?.trim() ?? '';
  if (!/^\d+(\.\d+)?$/.test(reset)) return null;
  if (Number(reset) < AN_INSTANT) return Number(reset) * 1000;
  const wait = Number(reset) * 1000 - Date.parse(headers.date ?? '');
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

/** Something that it depends on failed (424), or the money is used up, which comes with the status of a bad key. */
function ownFault(code: string, status: number): Fault | undefined {
  if (code === 'insufficient_quota') return 'quota';
  return status === 424 ? 'transient' : undefined;
}

function readAgent(body: Json): EngineReading {
  const unfinished = readUnfinished(body);
  if (unfinished) return { ...unfinished, costUsd: costOf(body) };
  const said = wordsOf(body);
  const results = searchResultsIn(body).flatMap((each) => objects(each.results));
  const found = {
    retrieved: results.map(({ url, title }) => sourceOf(url, title)),
    searches: searchesIn(body),
    model: text(body.model),
    costUsd: costOf(body),
  };
  if (said === null) return saidNothing('refusal', found);
  const marked = markedIn(said, results);
  const cited = marked.length > 0 ? marked : annotatedIn(body);
  const detail = results.length > 0 || cited.length > 0 ? null : 'no_search';
  return answered(said, { ...found, cited, detail });
}

function searchResultsIn(body: Json): Json[] {
  return objects(body.output).filter(({ type }) => type === 'search_results');
}

function searchesIn(body: Json): string[] {
  return searchResultsIn(body).flatMap(({ queries }) => texts(queries));
}

/** `[n]`, alone or in a row; code is skipped, where it is an index, and so are links, which name their own page. */
const MARKERS = /```[\s\S]*?```|`[^`\n]*`|\[(\d{1,3})\](?!\]?\()/g;

/** The results that the markers of a text stand for, in its order. Where ids repeat, the first one holds. */
function markedIn(said: string, results: readonly Json[]): Source[] {
  const byId = new Map(results.map((each) => [String(each.id), each] as const).reverse());
  return [...said.matchAll(MARKERS)].flatMap(([, id]) => {
    const result = byId.get(String(Number(id)));
    return (result && sourceOf(result.url, result.title)) ?? [];
  });
}

/** The citations that the vendor lists next to the text; they are rarely there. */
function annotatedIn(body: Json): (Source | null)[] {
  return contentOf(body).flatMap(({ annotations }) =>
    objects(annotations)
      .sort((one, other) => (number(one.start_index) ?? 0) - (number(other.start_index) ?? 0))
      .map(({ url, title }) => sourceOf(url, title)),
  );
}

function costOf(body: Json): number | null {
  const { currency, total_cost } = object(object(body.usage).cost);
  return currency === 'USD' ? (number(total_cost) ?? null) : null;
}
