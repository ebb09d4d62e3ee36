import type { Market } from '../../domain/brand/market.ts';
import type {
  Access,
  EngineAdapter,
  EngineReading,
  EngineRequest,
  Provider,
  Question,
  Reply,
  Settings,
} from '../engine.ts';
import { emptyAnswer } from '../engine-reading.ts';
import { type Json, objects, text } from '../json.ts';
import { choice } from '../settings.ts';
import {
  CREATED,
  type Envelope,
  envelopeIn,
  failureWithCode,
  failureWithStatus,
  faultOf,
  headersOf,
  NO_RESULTS,
  OK,
  parsedEnvelope,
} from './dataforseo-envelope.ts';

/** DataForSEO asks Google, Bing, and the consumer apps like a person, and returns the page as JSON. */
export const dataForSeo: Provider = {
  slug: 'dataforseo',
  name: 'DataForSEO',
  baseUrl: 'https://api.dataforseo.com',
  keyHelp: 'login:password, the API login and API password from app.dataforseo.com/api-access',
  settings: [
    choice('mode', ['queue', 'live'], '`queue` is cheaper and takes minutes; `live` answers immediately.'),
  ],
};

/**
 * An engine's defaults at these prices per answer, in US dollars. Five engines share the account's 30 concurrent calls.
 */
export function defaultsAt({ queue, live }: { queue: number; live: number }): EngineAdapter['defaults'] {
  return {
    model: '',
    concurrency: 5,
    deadlineSeconds: 150,
    costUsd: queue,
    mostCostUsd: 2 * live,
    costUsdWith: (settings) => (isLive(settings) ? live : queue),
  };
}

function isLive({ mode }: Settings): boolean {
  return mode === 'live';
}

/** An endpoint's path, with `/live/advanced`, `/task_post`, and `/task_get/advanced/{id}` below it. */
interface Endpoint {
  readonly path: string;
  /** Further task fields besides the keyword and the market. */
  readonly fields: Json;
}

/** Tasks need a location and a language. These stand in if the market has none. */
const UNITED_STATES = 2840;
const ENGLISH = 'en';

/** A task in the standard queue takes minutes; early polls are free but useless. */
const POLL_DELAY_MS = 30_000;
const STANDARD_PRIORITY = 1;

/** Accepted, and waiting in the queue. */
const WAITING: readonly (number | undefined)[] = [40601, 40602];

/** The shared part of adapters for DataForSEO's endpoints: provider, markets, and requests. */
export function byDataForSeoTasks(
  endpoint: Endpoint,
): Pick<EngineAdapter, 'provider' | 'marketApplied' | 'next' | 'isPending'> {
  return {
    provider: dataForSeo,
    marketApplied,
    next: (question, access, replies) => nextRequests(endpoint, question, access, replies),
    isPending,
  };
}

/**
 * Whether a market applies. Without a location or language, a task uses the United States or English, because endpoints
 * need both; neither is the market's, so it doesn't count as applied.
 */
function marketApplied({ locationCode, languageCode }: Market) {
  return { location: locationCode !== null, language: languageCode !== null };
}

/**
 * Live: one request, one answer. Queue: posts a task, then polls it by the id in the first reply. A posted task costs
 * money, so polling continues even if the mode changed.
 */
function nextRequests(
  endpoint: Endpoint,
  question: Question,
  access: Access,
  replies: readonly Reply[],
): readonly EngineRequest[] {
  const [first, ...others] = replies;
  if (first === undefined) return [taskRequest(endpoint, question, access)];
  const id = others.length === 0 ? createdTask(first) : undefined;
  return id === undefined ? [] : [pollRequest(endpoint, id, access)];
}

function taskRequest(
  { path, fields }: Endpoint,
  { prompt, market }: Question,
  access: Access,
): EngineRequest {
  const task = {
    keyword: escaped(prompt),
    location_code: market.locationCode ?? UNITED_STATES,
    language_code: market.languageCode ?? ENGLISH,
    ...fields,
  };
  const isAtOnce = isLive(access.settings);
  return {
    method: 'POST',
    url: `${access.baseUrl}${path}/${isAtOnce ? 'live/advanced' : 'task_post'}`,
    headers: headersOf(access),
    body: [isAtOnce ? task : { ...task, priority: STANDARD_PRIORITY }],
  };
}

function pollRequest({ path }: Endpoint, id: string, access: Access): EngineRequest {
  return {
    method: 'GET',
    url: `${access.baseUrl}${path}/task_get/advanced/${encodeURIComponent(id)}`,
    headers: headersOf(access),
    delayMs: POLL_DELAY_MS,
  };
}

/** DataForSEO decodes a keyword like a query string: `%41` would become A, and `+` a space. */
function escaped(prompt: string): string {
  return prompt.replaceAll('%', '%25').replaceAll('+', '%2B');
}

/**
 * Whether a poll found its task pending. A posting's reply is never pending: it has the task's paid id. A failed poll
 * (too many calls, a server error) has no task in its envelope and says nothing about the polled one.
 */
function isPending(reply: Reply): boolean {
  const envelope = parsedEnvelope(reply);
  if (envelope === undefined) return false;
  if (envelope.code === CREATED) return isAnswerTo(envelope, 'task_get');
  if (envelope.code !== OK && !('path' in envelope.task)) {
    return ['rate', 'transient'].includes(faultOf(envelope.code) ?? 'transient');
  }
  return (
    WAITING.includes(envelope.code) && !isAnswerTo(envelope, 'task_post') && !isAnswerTo(envelope, 'live')
  );
}

/** The created task's id in a reply; undefined for none. */
function createdTask(reply: Reply): string | undefined {
  const envelope = parsedEnvelope(reply);
  return envelope && isCreation(envelope) ? text(envelope.task.id) : undefined;
}

function isCreation(envelope: Envelope): boolean {
  return envelope.code === CREATED || (envelope.code === OK && isAnswerTo(envelope, 'task_post'));
}

/**
 * Reads an exchange that ends with a finished task or a failure.
 *
 * @throws Error if a reply with status 200 has no envelope, or its task no readable result
 */
export function readTask(
  replies: readonly Reply[],
  readResult: (result: Json, costUsd: number | null) => EngineReading,
): EngineReading {
  const reply = replies.at(-1);
  if (reply === undefined) throw new Error('there is nothing to read');
  if (reply.status !== 200) return failureWithStatus(reply);
  const envelope = envelopeIn(reply.body);
  if (isCreation(envelope)) throw new Error('the task is created and not yet done');
  const costUsd = costOf(replies);
  if (envelope.code === NO_RESULTS) return emptyAnswer('no_results', { costUsd });
  if (envelope.code !== OK) return { ...failureWithCode(envelope.code), costUsd };
  const result = resultOf(envelope.task);
  return result === null ? emptyAnswer('no_results', { costUsd }) : readResult(result, costUsd);
}

/** A task's only result; null if the task says that it has none. */
function resultOf({ result }: Json): Json | null {
  if (result === null || (Array.isArray(result) && result.length === 0)) return null;
  const [first] = objects(result);
  if (first === undefined) throw new Error('the task has no result');
  return first;
}

/** The first cost in the replies: posting costs money, and polls repeat the cost. */
function costOf(replies: readonly Reply[]): number | null {
  const costs = replies.map((reply) => parsedEnvelope(reply)?.costUsd);
  return costs.find((cost) => cost !== undefined) ?? null;
}

/** Whether a reply answers this part of an endpoint: `live`, `task_post`, or `task_get`. */
function isAnswerTo({ task }: Envelope, part: string): boolean {
  return Array.isArray(task.path) && task.path.includes(part);
}
