import type { EngineReading, Fault, Source } from './engine.ts';
import { answered, failed, saidNothing, sourceOf } from './engine-reading.ts';
import { isPromptCode, slugOf } from './http-failures.ts';
import { type Json, number, object, objects, text, texts } from './json.ts';

/** The body of the Responses API, which OpenAI designed and xAI also uses; Perplexity's is similar. */

/**
 * Reads a body that came with status 200. A run may have failed inside it.
 *
 * @throws Error if nothing in it is recognized: a body of another kind is not a blank answer
 */
export function readResponses(body: Json): EngineReading {
  const unfinished = readUnfinished(body);
  if (unfinished) return unfinished;
  const cited = citedIn(contentOf(body));
  const found = {
    cited,
    retrieved: retrievedIn(body),
    searches: searchesIn(body),
    model: text(body.model) ?? null,
  };
  const said = wordsOf(body);
  if (said === null) return saidNothing('refusal', found);
  return answered(said, { ...found, detail: cited.length > 0 || hasSearched(body) ? null : 'no_search' });
}

/**
 * What a run that has no answer to read came to: it failed, was cut short, or has not ended. Null for every other run.
 *
 * @throws Error for an unknown status, whose text may be half an answer
 */
export function readUnfinished(body: Json): EngineReading | null {
  const status = text(body.status) ?? 'completed';
  switch (status) {
    case 'completed':
      return null;
    case 'failed':
    case 'cancelled':
      return readFailed(object(body.error), status);
    case 'incomplete':
      return readIncomplete(body);
    // It was not asked to work in the background, so there is nowhere to ask for the rest, which may be billed.
    case 'in_progress':
    case 'queued':
      return failed(status, 'timeout');
    default:
      throw new Error(`the status ${slugOf(status)} is unknown`);
  }
}

function readFailed({ code, type }: Json, status: string): EngineReading {
  const own = text(code) ?? text(type) ?? status;
  if (isPromptCode(own)) return failed(slugOf(own), 'final');
  return failed(slugOf(own), /rate_limit/.test(own) || code === 429 ? 'rate' : 'transient');
}

/** Why a run was cut short that may end if it is asked again. */
const CUT_SHORT: ReadonlyMap<string, Fault> = new Map<string, Fault>([
  ['max_output_tokens', 'length'],
  // xAI stopped it after a time of its own, which another run may stay below; it was most likely billed.
  ['max_time_limit', 'timeout'],
]);

function readIncomplete(body: Json): EngineReading {
  const reason = text(object(body.incomplete_details).reason) ?? 'unknown';
  if (reason === 'content_filter') {
    return saidNothing('content_filter', { model: text(body.model), searches: searchesIn(body) });
  }
  return failed(slugOf(`truncated:${reason}`), CUT_SHORT.get(reason) ?? 'final');
}

/**
 * The content of the assistant's messages, in order. What it says while it works is dropped, and so are messages of other
 * roles: xAI may return the question as well.
 */
export function contentOf(body: Json): Json[] {
  return objects(body.output)
    .filter(({ type, role, phase }) => type === 'message' && isAssistant(role) && phase !== 'commentary')
    .flatMap(({ content }) =>
      Array.isArray(content) ? objects(content) : [{ type: 'output_text', text: content }],
    );
}

function isAssistant(role: unknown): boolean {
  return role === undefined || role === 'assistant';
}

/**
 * The text of its messages, to the character; null if they only refuse.
 *
 * @throws Error if it has no text, and does not say that it ended without any
 */
export function wordsOf(body: Json): string | null {
  if (!Array.isArray(body.output)) throw new Error('the body has no output');
  const content = contentOf(body);
  const words = content.filter(({ type }) => type === 'output_text').flatMap((each) => text(each.text) ?? []);
  const said = words.join('');
  if (said.trim() === '' && content.some(({ type }) => type === 'refusal')) return null;
  if (words.length === 0 && (content.length > 0 || body.status !== 'completed')) {
    throw new Error('the body has no known text');
  }
  return said;
}

/** Citations by their place in the text; where that is missing, as they come. A number is not a title. */
function citedIn(content: readonly Json[]): (Source | null)[] {
  return content.flatMap(({ annotations }) =>
    objects(annotations)
      .filter(({ type }) => type === 'url_citation')
      .sort((one, other) => (number(one.start_index) ?? 0) - (number(other.start_index) ?? 0))
      .map(({ url, title }) => sourceOf(url, /^\d+$/.test(text(title) ?? '') ? null : title)),
  );
}

function retrievedIn(body: Json): (Source | null)[] {
  const calls = objects(body.output)
    .filter(({ type }) => type === 'web_search_call')
    .flatMap(({ action }) => {
      const { sources, url } = object(action);
      return Array.isArray(sources) ? objects(sources).map((each) => sourceOf(each.url)) : [sourceOf(url)];
    });
  const listed = Array.isArray(body.citations) ? body.citations.map((url) => sourceOf(url)) : [];
  return [...calls, ...listed];
}

/** Each search names its queries in a list; in older replies it has one query, and newer ones repeat the first there. */
function searchesIn(body: Json): string[] {
  return objects(body.output)
    .filter(({ type }) => type === 'web_search_call')
    .flatMap(({ action }) => {
      const { queries, query } = object(action);
      return texts(queries).length > 0 ? texts(queries) : texts([query]);
    });
}

function hasSearched(body: Json): boolean {
  return objects(body.output).some(
    ({ type, status }) => type === 'web_search_call' && status === 'completed',
  );
}
