import type { EngineFailure, EngineReading, Fault, Reply, Source } from '../engine.ts';
import { answered, emptyAnswer, sourceOf } from '../engine-reading.ts';
import { failureOf } from '../http-failures.ts';
import { type Json, jsonObject, number, object, objects, text, texts } from '../json.ts';
import { contentOf, messageText, readUnfinished } from '../responses-format.ts';

/** Reads a reply from Perplexity's Agent API. */
export function readReply(reply: Reply): EngineReading {
  return reply.status === 200 ? readAgent(jsonObject(reply.body)) : failureIn(reply);
}

function failureIn(reply: Reply): EngineFailure {
  const failure = failureOf(reply, (code) => ownFault(code, reply.status));
  return { ...failure, retryAfterMs: failure.retryAfterMs ?? (reply.status === 429 ? waitIn(reply) : null) };
}

/** Larger numbers are seconds since 1970, not a wait. */
const LEAST_INSTANT_SECONDS = 1_000_000_000;

/** The wait in a 429's `X-RateLimit-Reset`: seconds, or an instant relative to the reply's `date`. */
function waitIn({ headers }: Reply): number | null {
  const reset = headers['x-ratelimit-reset']?.trim() ?? '';
  if (!/^\d+(\.\d+)?$/.test(reset)) return null;
  if (Number(reset) < LEAST_INSTANT_SECONDS) return Number(reset) * 1000;
  const wait = Number(reset) * 1000 - Date.parse(headers.date ?? '');
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

/** A failed dependency (424), or an empty account, which has a bad key's status. */
function ownFault(code: string, status: number): Fault | undefined {
  if (code === 'insufficient_quota') return 'quota';
  return status === 424 ? 'transient' : undefined;
}

function readAgent(body: Json): EngineReading {
  const unfinished = readUnfinished(body);
  if (unfinished) return { ...unfinished, costUsd: costOf(body) };
  const said = messageText(body);
  const results = searchResultsIn(body).flatMap((each) => objects(each.results));
  const found = {
    retrieved: results.map(({ url, title }) => sourceOf(url, title)),
    searches: searchesIn(body),
    model: text(body.model),
    costUsd: costOf(body),
  };
  if (said === null) return emptyAnswer('refusal', found);
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

/** `[n]`, alone or in a row. Skips code, where it is an index, and links, which name their own page. */
const MARKERS = /```[\s\S]*?```|`[^`\n]*`|\[(\d{1,3})\](?!\]?\()/g;

/** The results behind a text's markers, in text order. The first wins if ids repeat. */
function markedIn(said: string, results: readonly Json[]): Source[] {
  const byId = new Map(results.map((each) => [String(each.id), each] as const).reverse());
  return [...said.matchAll(MARKERS)].flatMap(([, id]) => {
    const result = byId.get(String(Number(id)));
    return (result && sourceOf(result.url, result.title)) ?? [];
  });
}

/** The vendor's own citation list, which is rare. */
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
