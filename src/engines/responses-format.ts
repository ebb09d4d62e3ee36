import type { EngineReading, Source } from './engine.ts';
import { answered, failed, saidNothing, sourceOf } from './engine-reading.ts';
import { slugOf } from './http-failures.ts';
import { type Json, number, object, objects, text } from './json.ts';

/** The body of the Responses API, which OpenAI made and xAI speaks too; Perplexity's is much like it. */

/**
 * Reads a body that came with status 200. A run may have failed inside it.
 *
 * @throws Error where nothing in it is known: a body of another kind is not a blank answer
 */
export function readResponses(body: Json): EngineReading {
  const unfinished = readUnfinished(body);
  if (unfinished) return unfinished;
  const cited = citedIn(contentOf(body));
  const found = {
    cited,
    retrieved: retrievedIn(body),
    model: text(body.model) ?? null,
  };
  const said = wordsOf(body);
  if (said === null) return saidNothing('refusal', found);
  return answered(said, { ...found, detail: cited.length > 0 || hasSearched(body) ? null : 'no_search' });
}

/**
 * What a run is that has no answer to be read: it failed, was cut short, or has not ended. Null for all others.
 *
 * @throws Error for a status that is unknown, whose text may be half an answer
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
    // It was not asked to work in the background, so that there is nowhere to ask for the rest, which may be billed.
    case 'in_progress':
    case 'queued':
      return failed(status, 'timeout');
    default:
      throw new Error(`the status ${slugOf(status)} is unknown`);
  }
}

function readFailed({ code, type }: Json, status: string): EngineReading {
  const own = text(code) ?? text(type) ?? status;
  return failed(slugOf(own), /rate_limit/.test(own) || code === 429 ? 'rate' : 'transient');
}

function readIncomplete(body: Json): EngineReading {
  const reason = text(object(body.incomplete_details).reason) ?? 'unknown';
  return reason === 'content_filter'
    ? saidNothing('content_filter', { model: text(body.model) })
    : failed(slugOf(`truncated:${reason}`), 'final');
}

/** The content of its messages, in order; what is said beside the answer while working on it is left out. */
export function contentOf(body: Json): Json[] {
  return objects(body.output)
    .filter(({ type, phase }) => type === 'message' && phase !== 'commentary')
    .flatMap(({ content }) =>
      Array.isArray(content) ? objects(content) : [{ type: 'output_text', text: content }],
    );
}

/**
 * The text of its messages, to the character; null where they only refuse.
 *
 * @throws Error where it has no text, and does not say either that it ended without any
 */
export function wordsOf(body: Json): string | null {
  if (!Array.isArray(body.output)) throw new Error('the body has no output');
  const content = contentOf(body);
  const words = content.filter(({ type }) => type === 'output_text').flatMap((each) => text(each.text) ?? []);
  const said = words.join('');
  if (said.trim() === '' && content.some(({ type }) => type === 'refusal')) return null;
  if (words.length === 0 && (content.length > 0 || body.status !== 'completed')) {
    throw new Error('the body has no text that is known');
  }
  return said;
}

/** Citations by where they stand in the text; where that is not told, as they come. A number is no title. */
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

function hasSearched(body: Json): boolean {
  return objects(body.output).some(
    ({ type, status }) => type === 'web_search_call' && status === 'completed',
  );
}
