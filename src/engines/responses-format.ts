import type { EngineReading, Fault, Source } from './engine.ts';
import { answered, emptyAnswer, failed, sourceOf } from './engine-reading.ts';
import { isPromptCode, slugOf } from './http-failures.ts';
import { isObject, type Json, number, object, objects, text, texts } from './json.ts';

/** The Responses API's body format, by OpenAI and xAI; Perplexity's is similar. */

/**
 * Reads the body of a reply with status 200; the run may have failed.
 *
 * @throws Error without known content: another kind of body isn't a blank answer
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
  const said = messageText(body);
  if (said === null) return emptyAnswer('refusal', found);
  return answered(said, { ...found, detail: cited.length > 0 || hasSearched(body) ? null : 'no_search' });
}

/**
 * The result of a run without a readable answer: failed, truncated, or unfinished. Null for every other run.
 *
 * @throws Error for an unknown status, whose text may be half an answer
 */
export function readUnfinished(body: Json): EngineReading | null {
  const status = text(body.status) ?? (isObject(body.incomplete_details) ? 'incomplete' : 'completed');
  switch (status) {
    case 'completed':
      return null;
    case 'failed':
    case 'cancelled':
      return readFailed(object(body.error), status);
    case 'incomplete':
      return readIncomplete(body);
    // The request didn't ask for background work, so nothing can fetch the rest, which may cost money.
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

/** Truncations that a retry may avoid. */
const CUT_SHORT: ReadonlyMap<string, Fault> = new Map<string, Fault>([
  ['max_output_tokens', 'length'],
  // xAI's own time limit, which another run may stay below; it most likely billed this one.
  ['max_time_limit', 'timeout'],
]);

function readIncomplete(body: Json): EngineReading {
  const reason = text(object(body.incomplete_details).reason) ?? 'unknown';
  if (reason === 'content_filter') {
    return emptyAnswer('content_filter', { model: text(body.model), searches: searchesIn(body) });
  }
  return failed(slugOf(`truncated:${reason}`), CUT_SHORT.get(reason) ?? 'final');
}

/**
 * The content in the assistant's messages, in order. Drops comments during the search, and other roles: xAI may return
 * the question as well.
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
 * The messages' exact text; null if they only refuse.
 *
 * @throws Error without a text, unless the reply says that it ended without one
 */
export function messageText(body: Json): string | null {
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

/** Citations in text order; without a place, in their own order; null for an unknown kind. A number is not a title. */
function citedIn(content: readonly Json[]): (Source | null)[] {
  return content.flatMap(({ annotations }) =>
    objects(annotations)
      .sort((one, other) => (number(one.start_index) ?? 0) - (number(other.start_index) ?? 0))
      .map(({ type, url, title }) =>
        type === 'url_citation' ? sourceOf(url, /^\d+$/.test(text(title) ?? '') ? null : title) : null,
      ),
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

/** The queries of each search: a list, or one query in older replies. Newer replies repeat the first query there. */
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
