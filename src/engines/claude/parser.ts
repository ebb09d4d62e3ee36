import type { EngineReading, Fault, Reply, Source } from '../engine.ts';
import { answered, emptyAnswer, failed, sourceOf } from '../engine-reading.ts';
import { failureOf, slugOf } from '../http-failures.ts';
import { type Json, jsonObject, jsonObjectOrEmpty, object, objects, text, texts } from '../json.ts';
import { isAnnouncement } from './announcements.ts';

/** The most continuations of a turn that Anthropic paused. */
const MOST_CONTINUATIONS = 5;

/** Known block types. If none has text, a block with another type may contain the answer. */
const KNOWN_BLOCKS = new Set([
  'text',
  'thinking',
  'redacted_thinking',
  'server_tool_use',
  'web_search_tool_result',
]);

/** The stop reasons of a complete answer. */
const COMPLETE = new Set(['end_turn', 'stop_sequence']);

/** The state that a request continues; empty for the first request. */
interface Continuation {
  /** The paused turns so far, as messages. */
  readonly turns: readonly { readonly role: 'assistant'; readonly content: unknown }[];
  readonly container: string | undefined;
}

/** The state for the next request; null if the turn ended or reached the limit of continuations. */
export function continuationOf(replies: readonly Reply[]): Continuation | null {
  // A body that isn't JSON ends the exchange; reading it reports the error.
  const turns = replies.map(({ body }) => jsonObjectOrEmpty(body));
  if (turns.length > MOST_CONTINUATIONS || !turns.every(isPaused)) return null;
  return {
    turns: turns.map(({ content }) => ({ role: 'assistant', content })),
    container: turns.map((turn) => text(object(turn.container).id)).findLast((id) => id !== undefined),
  };
}

function isPaused(turn: Json): boolean {
  return turn.stop_reason === 'pause_turn';
}

/** Reads an exchange with Anthropic's Messages API: one reply, or a paused turn with its continuations. */
export function readReplies(replies: readonly Reply[]): EngineReading {
  const last = replies.at(-1);
  if (last === undefined) throw new Error('there is nothing to read');
  if (last.status !== 200) return failureOf(last, (code, message) => ownFault(last, code, message));
  return readTurns(
    replies.slice(0, -1).map(({ body }) => jsonObject(body)),
    jsonObject(last.body),
  );
}

/**
 * An empty account and spending limits arrive as invalid requests or rate limits; only their message or details tell.
 */
function ownFault({ body }: Reply, code: string, message: string): Fault | undefined {
  const limit = text(object(object(jsonObjectOrEmpty(body).error).details).error_code);
  const isSpent =
    code === 'billing_error' ||
    /_spend_limit_reached$/.test(limit ?? '') ||
    /credit balance is too low|specified (?:workspace )?API usage limits/i.test(message);
  return isSpent ? 'quota' : undefined;
}

function readTurns(earlier: readonly Json[], last: Json): EngineReading {
  const stop = text(last.stop_reason);
  if (isPaused(last)) return failed('paused', 'final');
  if (stop === 'max_tokens') return failed('truncated:max_tokens', 'length');
  if (stop === 'model_context_window_exceeded') return failed(`truncated:${stop}`, 'final');
  const turns = [...earlier, last];
  const blocks = turns.flatMap(({ content }) => objects(content));
  const found = {
    cited: citedIn(blocks),
    retrieved: retrievedIn(blocks),
    searches: searchesIn(blocks),
    model: text(last.model),
  };
  if (stop === 'refusal') return emptyAnswer(refusalIn(last), found);
  const said = answerTextIn(blocks);
  const isBlank = turns.every(({ content }) => Array.isArray(content)) && blocks.every(isKnown);
  if (said.trim() === '' && (stop === undefined || !isBlank))
    throw new Error('the body has no known content');
  if (stop === undefined || !COMPLETE.has(stop))
    return failed(stop === undefined ? 'unfinished' : slugOf(`stopped:${stop}`), 'transient');
  return answered(said, { ...found, detail: searchDetail(blocks) });
}

function isKnown({ type }: Json): boolean {
  return typeof type === 'string' && KNOWN_BLOCKS.has(type);
}

function refusalIn({ stop_details }: Json): string {
  const category = text(object(stop_details).category);
  return category === undefined ? 'refusal' : slugOf(`refusal:${category}`);
}

/**
 * An answer's text. Citations split it into blocks in mid-sentence, so joined blocks form a run, until a search ends
 * it. The text leaves out an uncited run right before a search that it only announces ("Let me look that up.").
 */
function answerTextIn(blocks: readonly Json[]): string {
  const runs: string[] = [];
  let run: Json[] = [];
  for (const block of [...blocks, { type: 'end' }]) {
    if (block.type === 'text') {
      run.push(block);
      continue;
    }
    const said = run.map((each) => text(each.text) ?? '').join('');
    const mayAnnounce = block.type === 'server_tool_use' && citationsIn(run).length === 0;
    if (run.length > 0 && !(mayAnnounce && isAnnouncement(said))) runs.push(said);
    run = [];
  }
  return runs.join('\n\n');
}

function citationsIn(blocks: readonly Json[]): Json[] {
  return blocks.filter(({ type }) => type === 'text').flatMap(({ citations }) => objects(citations));
}

/** Null for a citation of another kind, such as a document's. */
function citedIn(blocks: readonly Json[]): (Source | null)[] {
  return citationsIn(blocks).map(({ type, url, title }) =>
    type === 'web_search_result_location' ? sourceOf(url, title) : null,
  );
}

function resultsIn(blocks: readonly Json[]): Json[] {
  return blocks.filter(({ type }) => type === 'web_search_tool_result');
}

function retrievedIn(blocks: readonly Json[]): (Source | null)[] {
  return resultsIn(blocks).flatMap(({ content }) =>
    objects(content).map(({ url, title }) => sourceOf(url, title)),
  );
}

function searchesIn(blocks: readonly Json[]): string[] {
  return blocks
    .filter(({ type, name }) => type === 'server_tool_use' && name === 'web_search')
    .flatMap(({ input }) => texts([object(input).query]));
}

/**
 * The first failed search, even if others succeeded; `no_search` without a search. Exceeding the search limit doesn't
 * count if other searches succeeded.
 */
function searchDetail(blocks: readonly Json[]): string | null {
  const results = resultsIn(blocks);
  const hasFound = results.some(({ content }) => Array.isArray(content));
  const error = results
    .map(({ content }) => text(object(content).error_code))
    .find((code) => code !== undefined && !(hasFound && code === 'max_uses_exceeded'));
  if (error !== undefined) return slugOf(`search_error:${error}`);
  return results.length > 0 ? null : 'no_search';
}
