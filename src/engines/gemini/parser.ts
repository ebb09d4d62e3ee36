import type { EngineFailure, EngineReading, Fault, Reply, Source } from '../engine.ts';
import { answered, failed, saidNothing, sourceOf } from '../engine-reading.ts';
import { failureOf, slugOf } from '../http-failures.ts';
import { type Json, jsonObject, jsonObjectOrEmpty, number, object, objects, text, texts } from '../json.ts';

/** Grounding names a page by a redirect on this host, and seldom by its own URL. */
export const REDIRECT_ORIGIN = 'https://vertexaisearch.cloud.google.com';

/** Reasons to stop that judge the prompt or Gemini's own answer: it answered by saying nothing. */
const REFUSALS = new Set(['SAFETY', 'PROHIBITED_CONTENT', 'BLOCKLIST', 'RECITATION', 'SPII']);

/** The redirects in an answer, each once, in the order of its chunks. */
export function redirectsOf({ body }: Reply): string[] {
  return redirectsIn(jsonObjectOrEmpty(body));
}

/** Reads an exchange with generateContent: its answer, and then what its redirects replied, in their order. */
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

/** Where a redirect leads; undefined if it was not resolved. */
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
  // It would be continued, which this API has no call for.
  if (stop === 'CONTINUATION') return failed('truncated:CONTINUATION', 'final');
  const said = saidIn(candidate);
  const grounding = groundingIn(body);
  const searches = texts(grounding.webSearchQueries);
  const found = { ...sourcesIn(grounding, resolve), searches, model: text(body.modelVersion) };
  const early = stop === undefined || stop === 'STOP' ? null : stopDetail(stop);
  if (said.trim() !== '') return answered(said, { ...found, detail: early ?? searchDetail(grounding) });
  if (stop === undefined || (early === null && !isReadable(candidate))) {
    throw new Error('the candidate has no known content');
  }
  if (early === null || REFUSALS.has(stop)) return saidNothing(early ?? 'blank', found);
  // Any other reason (MALFORMED_…, UNEXPECTED_TOOL_CALL, OTHER) is neither a refusal nor a complete answer: the run failed,
  // as one that OpenAI calls failed, and the next may succeed. A language that the model does not speak stays one.
  return failed(early, stop === 'LANGUAGE' ? 'final' : 'transient');
}

/** Without a candidate the prompt was blocked, or the run broke off before there was anything. */
function readWithoutCandidate(body: Json): EngineReading {
  const reason = text(object(body.promptFeedback).blockReason);
  const model = text(body.modelVersion);
  if (reason !== undefined) return saidNothing(slugOf(`blocked:${reason}`), { model });
  const isAnswer = ['candidates', 'promptFeedback', 'usageMetadata'].some((field) => field in body);
  if (!isAnswer) throw new Error('the body has no candidates');
  return failed('no_candidates', 'transient');
}

function stopDetail(stop: string): string {
  return slugOf(`${REFUSALS.has(stop) ? 'blocked' : 'stopped'}:${stop}`);
}

/** What a reader sees: no thoughts, and no parts that are code or tool calls. */
function saidIn({ content }: Json): string {
  return partsIn(content)
    .filter(({ thought }) => thought !== true)
    .map((part) => text(part.text) ?? '')
    .join('');
}

/** Whether there is a text, even a blank one, or nothing at all: parts of other kinds alone may contain the answer. */
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

/** The pages found, at the index by which the supports refer to them; empty if one is not a web page. */
function chunksIn({ groundingChunks }: Json): Json[] {
  return Array.isArray(groundingChunks) ? groundingChunks.map((chunk) => object(object(chunk).web)) : [];
}

/** A page's title there is only its domain, so it is dropped. */
function sourcesIn(grounding: Json, resolve: Resolve): { cited: Sources; retrieved: Sources } {
  const retrieved = chunksIn(grounding).map(({ uri }) =>
    sourceOf(typeof uri === 'string' ? resolve(uri) : uri),
  );
  const supports = inTextOrder(objects(grounding.groundingSupports));
  if (supports.length === 0) return { cited: retrieved, retrieved };
  const indices = supports.flatMap(({ groundingChunkIndices: each }) => (Array.isArray(each) ? each : []));
  return { cited: indices.map((index) => retrieved[number(index) ?? -1] ?? null), retrieved };
}

/**
 * Supports in the order of their segments in the text; a missing index is 0. They count the bytes of UTF-8
 * within one part, which is as good as characters for their order.
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

/** Google gives the reason and the wait in the details of the error, not in the status and the headers. */
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

/** A bad key is an invalid request here; an empty account, a used-up day and too many calls a minute share one status. */
function ownFault(details: readonly Json[], code: string, message: string): Fault | undefined {
  // The API is not offered to this account, or from this place.
  if (code === 'FAILED_PRECONDITION') return 'config';
  if (details.some(({ reason }) => reason === 'API_KEY_INVALID')) return 'auth';
  const quotas = details.flatMap(({ violations }) => objects(violations)).map((each) => text(each.quotaId));
  const isSpent = quotas.some((quota) => quota?.includes('PerDay'));
  return isSpent || /prepayment credits are depleted|monthly spending cap/i.test(message)
    ? 'quota'
    : undefined;
}

/** `RetryInfo.retryDelay`, in seconds as Google's JSON writes a duration: `34s`, `34.4s`. */
function waitIn(details: readonly Json[]): number | null {
  const delays = details.map(({ retryDelay }) => /^(\d+(?:\.\d+)?)s$/.exec(text(retryDelay) ?? '')?.[1]);
  const seconds = delays.find((each) => each !== undefined);
  return seconds === undefined ? null : Math.round(Number(seconds) * 1000);
}
