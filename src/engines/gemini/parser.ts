import type { EngineFailure, EngineReading, Fault, Reply, Source } from '../engine.ts';
import { answered, emptyAnswer, failed, sourceOf } from '../engine-reading.ts';
import { failureOf, slugOf } from '../http-failures.ts';
import { type Json, jsonObject, jsonObjectOrEmpty, number, object, objects, text, texts } from '../json.ts';

/** Grounding usually names a page by a redirect on this host, seldom by its own URL. */
export const REDIRECT_ORIGIN = 'https://vertexaisearch.cloud.google.com';

/** Stop reasons that judge the prompt or Gemini's own answer: an empty answer. */
const REFUSALS = new Set(['SAFETY', 'PROHIBITED_CONTENT', 'BLOCKLIST', 'RECITATION', 'SPII']);

/** The answer's redirects, each once, in chunk order. */
export function redirectsOf({ body }: Reply): string[] {
  return redirectsIn(jsonObjectOrEmpty(body));
}

/** Reads a generateContent exchange: the answer, then the redirects' replies in their order. */
export function readReplies([answer, ...resolved]: readonly Reply[]): EngineReading {
  if (answer === undefined) throw new Error('there is nothing to read');
  if (answer.status !== 200) return failureIn(answer);
  const body = jsonObject(answer.body);
  const locations = new Map(redirectsIn(body).map((redirect, i) => [redirect, locationIn(resolved[i])]));
  return readBody(body, (uri) => locations.get(uri) ?? uri);
}

function redirectsIn(body: Json): string[] {
  const uris = chunksIn(groundingIn(body)).flatMap(({ uri }) => (isRedirect(uri) ? [uri] : []));
  return [...new Set(uris)];
}

function isRedirect(uri: unknown): uri is string {
  return typeof uri === 'string' && URL.canParse(uri) && new URL(uri).origin === REDIRECT_ORIGIN;
}

/** A redirect's target; undefined if unresolved. */
function locationIn(reply: Reply | undefined): string | undefined {
  const location = reply?.headers.location;
  if (location === undefined || !isRedirection(reply?.status ?? 0)) return undefined;
  return /^https?:\/\//i.test(location) && URL.canParse(location) ? location : undefined;
}

function isRedirection(status: number): boolean {
  return status >= 300 && status <= 399;
}

type Sources = readonly (Source | null)[];
type Resolve = (uri: string) => string;

function readBody(body: Json, resolve: Resolve): EngineReading {
  const [candidate] = objects(body.candidates);
  if (candidate === undefined) return readWithoutCandidate(body);
  const stop = text(candidate.finishReason);
  if (stop === 'MAX_TOKENS') return failed('truncated:MAX_TOKENS', 'length');
  // This API cannot continue it.
  if (stop === 'CONTINUATION') return failed('truncated:CONTINUATION', 'final');
  const said = answerTextIn(candidate);
  if (said.trim() === '' && (stop === undefined || (stop === 'STOP' && !isReadable(candidate)))) {
    throw new Error('the candidate has no known content');
  }
  // Without a reason, Gemini has not stopped yet.
  if (stop === undefined) return failed('unfinished', 'transient');
  const grounding = groundingIn(body);
  const searches = texts(grounding.webSearchQueries);
  const found = { ...sourcesIn(grounding, resolve), searches, model: text(body.modelVersion) };
  if (stop === 'STOP') return answered(said, { ...found, detail: searchDetail(grounding) });
  if (REFUSALS.has(stop)) return emptyAnswer(slugOf(`blocked:${stop}`), found);
  // Other reasons (MALFORMED_…, UNEXPECTED_TOOL_CALL, OTHER) mean neither a refusal nor a complete answer: the run
  // failed, and the next one may succeed. An unsupported language stays unsupported.
  return failed(slugOf(`stopped:${stop}`), stop === 'LANGUAGE' ? 'final' : 'transient');
}

/** Without a candidate, Google blocked the prompt, or the run broke off before any text. */
function readWithoutCandidate(body: Json): EngineReading {
  const reason = text(object(body.promptFeedback).blockReason);
  const model = text(body.modelVersion);
  if (reason !== undefined) return emptyAnswer(slugOf(`blocked:${reason}`), { model });
  const isAnswer = ['candidates', 'promptFeedback', 'usageMetadata'].some((field) => field in body);
  if (!isAnswer) throw new Error('the body has no candidates');
  return failed('no_candidates', 'transient');
}

/** The text that readers see: no thoughts, code, or tool calls. */
function answerTextIn({ content }: Json): string {
  return partsIn(content)
    .filter(({ thought }) => thought !== true)
    .map((part) => text(part.text) ?? '')
    .join('');
}

/** Whether there is a text, even a blank one, or nothing at all. Other parts alone may contain the answer. */
function isReadable({ content }: Json): boolean {
  const parts = partsIn(content);
  return parts.length === 0 || parts.some((part) => text(part.text) !== undefined);
}

function partsIn(content: unknown): Json[] {
  return objects(object(content).parts);
}

function groundingIn({ candidates }: Json): Json {
  return object(objects(candidates)[0]?.groundingMetadata);
}

/** The retrieved pages at the index that supports use; empty for a chunk that isn't a web page. */
function chunksIn({ groundingChunks }: Json): Json[] {
  return Array.isArray(groundingChunks) ? groundingChunks.map((chunk) => object(object(chunk).web)) : [];
}

/** Grounding titles are only domains, so this drops them. */
function sourcesIn(grounding: Json, resolve: Resolve): { cited: Sources; retrieved: Sources } {
  const retrieved = chunksIn(grounding).map(({ uri }) =>
    sourceOf(typeof uri === 'string' ? resolve(uri) : uri),
  );
  const supports = inTextOrder(objects(grounding.groundingSupports));
  if (supports.length === 0) return { cited: retrieved, retrieved };
  return { cited: supports.flatMap((support) => supportersIn(support, retrieved)), retrieved };
}

/** The pages behind a support; null if none of its indices leads to a page. */
function supportersIn({ groundingChunkIndices: indices }: Json, retrieved: Sources): Sources {
  if (!Array.isArray(indices) || indices.length === 0) return [];
  const pages = indices.flatMap((index) => retrieved[number(index) ?? -1] ?? []);
  return pages.length > 0 ? pages : [null];
}

/**
 * Supports ordered by their segments in the text; a missing index is 0. Segments count UTF-8 bytes within one part,
 * which order like characters.
 * https://cloud.google.com/vertex-ai/generative-ai/docs/reference/java/latest/com.google.cloud.vertexai.api.SegmentOrBuilder
 */
function inTextOrder(supports: readonly Json[]): Json[] {
  const at = (support: Json, index: string) => number(object(support.segment)[index]) ?? 0;
  return supports.toSorted(
    (one, other) =>
      at(one, 'partIndex') - at(other, 'partIndex') || at(one, 'startIndex') - at(other, 'startIndex'),
  );
}

function searchDetail(grounding: Json): string | null {
  if (chunksIn(grounding).length > 0) return null;
  return texts(grounding.webSearchQueries).length > 0 ? 'searched_no_chunks' : 'no_search';
}

/**
 * The failure in a reply. Google puts the reason and the wait into the error's details, not into status and headers.
 */
function failureIn(reply: Reply): EngineFailure {
  const details = objects(object(jsonObjectOrEmpty(reply.body).error).details);
  const reason = details.map((each) => text(each.reason)).find((each) => each !== undefined);
  const failure = failureOf(reply, (code, message) => ownFault(details, code, message));
  return {
    ...failure,
    detail: reason === undefined ? failure.detail : slugOf(reason),
    retryAfterMs: waitIn(details) ?? failure.retryAfterMs,
  };
}

/**
 * A bad key is an invalid request here; an empty account, a used-up day, and too many calls per minute share one
 * status.
 */
function ownFault(details: readonly Json[], code: string, message: string): Fault | undefined {
  // Google doesn't offer the API to this account, or in this place.
  if (code === 'FAILED_PRECONDITION') return 'config';
  if (details.some(({ reason }) => reason === 'API_KEY_INVALID')) return 'auth';
  const quotas = details.flatMap(({ violations }) => objects(violations)).map((each) => text(each.quotaId));
  const isSpent = quotas.some((quota) => quota?.includes('PerDay'));
  return isSpent || /prepayment credits are depleted|monthly spending cap/i.test(message)
    ? 'quota'
    : undefined;
}

/** `RetryInfo.retryDelay`, in seconds in Google's duration format: `34s`, `34.4s`. */
function waitIn(details: readonly Json[]): number | null {
  const delays = details.map(({ retryDelay }) => /^(\d+(?:\.\d+)?)s$/.exec(text(retryDelay) ?? '')?.[1]);
  const seconds = delays.find((each) => each !== undefined);
  return seconds === undefined ? null : Math.round(Number(seconds) * 1000);
}
