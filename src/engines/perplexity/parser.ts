import { citationMarkersIn } from '../../domain/answers/citation-marker.ts';
import type { EngineFailure, EngineReading, Fault, Reply, Source } from '../engine.ts';
import { answered, emptyAnswer, sourceOf } from '../engine-reading.ts';
import { failureOf } from '../http-failures.ts';
import { type Json, jsonObject, number, object, objects, text, texts } from '../json.ts';
import { contentOf, messageText, readUnfinished } from '../responses-format.ts';

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
  const results = resultsIn(body);
  const found = {
    retrieved: results.map(({ source }) => source),
    searches: searchesIn(body),
    model: text(body.model),
    costUsd: costOf(body),
  };
  if (said === null) return emptyAnswer('refusal', found);
  const marked = markedIn(body, results);
  const cited = marked.length > 0 ? marked.map(({ source }) => source) : annotatedIn(body);
  const detail = cited.length > 0 ? null : results.length > 0 ? 'no_citations' : 'no_search';
  const numbers = new Set(marked.map(({ number }) => number));
  const explained = numbers.size > 0 && { explains: (number: number) => numbers.has(number) };
  return answered(said, { ...found, cited, detail, ...explained });
}

function searchesIn(body: Json): string[] {
  return objects(body.output)
    .filter(({ type }) => type === 'search_results')
    .flatMap(({ queries }) => texts(queries));
}

/** A page that the engine found, by the number for its markers. */
interface Result {
  readonly number: number;
  readonly source: Source | null;
  /** The index of its output item. */
  readonly item: number;
}

/** The results of all searches. Their numbers run through a reply; a fetched page without one has the next. */
function resultsIn(body: Json): Result[] {
  let next = 1;
  return objects(body.output).flatMap(({ type, results, contents }, item) =>
    objects(type === 'search_results' ? results : type === 'fetch_url_results' ? contents : null).map(
      ({ id, url, title }) => {
        const number = /^\d+$/.test(String(id)) ? Number(id) : next;
        next = Math.max(next, number + 1);
        return { number, source: sourceOf(url, title), item };
      },
    ),
  );
}

/**
 * The pages behind the markers, in text order. If searches repeat a number for other pages, a marker means the only
 * page since the message before. If even that leaves several pages, nothing tells which one it means, so it stays unread.
 */
function markedIn(body: Json, results: readonly Result[]): { number: number; source: Source }[] {
  const byNumber = Map.groupBy(results, ({ number }) => number);
  let since = -1;
  return objects(body.output).flatMap((output, item) => {
    const said = contentOf({ output: [output] }).map((each) => text(each.text) ?? '');
    const numbers = citationMarkersIn(said.join('')).flatMap((marker) => marker.numbers);
    const from = since;
    if (said.length > 0) since = item;
    return numbers.flatMap((number) => {
      const all = byNumber.get(number) ?? [];
      const newest = all.filter((each) => each.item > from && each.item < item);
      const source = onlyPageOf(newest.length > 0 ? newest : all);
      return source === null ? [] : [{ number, source }];
    });
  });
}

function onlyPageOf(results: readonly Result[]): Source | null {
  const sources = results.flatMap(({ source }) => source ?? []);
  return new Set(sources.map(({ url }) => url)).size === 1 ? (sources[0] ?? null) : null;
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
