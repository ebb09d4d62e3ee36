import type { Market } from '../domain/brand/market.ts';
import {
  CREATED,
  envelopeIn,
  failureWithCode,
  failureWithStatus,
  faultOf,
  headersOf,
  NO_RESULTS,
  OK,
  type Said,
  saidIn,
} from './dataforseo-envelope.ts';
import type {
  Access,
  EngineAdapter,
  EngineReading,
  EngineRequest,
  Provider,
  Question,
  Reply,
  Settings,
} from './engine.ts';
import { saidNothing } from './engine-reading.ts';
import { type Json, objects, text } from './json.ts';
import { choice } from './settings.ts';

/** DataForSEO asks Google, Bing, and the consumer apps as a person would, and returns what it saw as JSON. */
export const dataForSeo: Provider = {
  slug: 'dataforseo',
  name: 'DataForSEO',
  baseUrl: 'https://api.dataforseo.com',
  keyHelp: 'login:password, the API login and API password from app.dataforseo.com/api-access',
  settings: [
    choice('mode', ['queue', 'live'], '`queue` is cheaper and takes minutes; `live` answers immediately.'),
  ],
};

/** The defaults of an engine with these prices per answer, in US dollars. Five engines share the 30 calls of an account. */
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

/** One of its endpoints: `/live/advanced`, `/task_post` and `/task_get/advanced/{id}` are below its path. */
interface Endpoint {
  readonly path: string;
  /** The fields of a task in addition to its keyword and its market. */
  readonly fields: Json;
}

/** Its endpoints take no task without a location and a language. These stand in where the market has none. */
const UNITED_STATES = 2840;
const ENGLISH = 'en';

/** A task of the standard queue takes minutes; checking is free, but useless right away. */
const LOOK_AFTER_MS = 30_000;
const STANDARD_PRIORITY = 1;

/** Handed over, and waiting in the queue. */
const WAITING: readonly (number | undefined)[] = [40601, 40602];

/** What the engines behind its endpoints share: who is paid, what they make of a market, and how they are asked. */
export function byTasksOf(
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
 * The market is applied as given. Where it has no location or no language, the task goes to the United States or is in
 * English, because the endpoints need both: that is nobody's market, so it does not count as applied.
 */
function marketApplied({ locationCode, languageCode }: Market) {
  return { location: locationCode !== null, language: languageCode !== null };
}

/**
 * Live: one request, one answer. Queue: a task is posted, then looked for by the id in the first reply. A worker with such
 * a reply looks for its task, whatever the mode is now, because it is paid for.
 */
function nextRequests(
  endpoint: Endpoint,
  question: Question,
  access: Access,
  replies: readonly Reply[],
): readonly EngineRequest[] {
  const [first, ...others] = replies;
  if (first === undefined) return [posted(endpoint, question, access)];
  const id = others.length === 0 ? createdTask(first) : undefined;
  return id === undefined ? [] : [lookedFor(endpoint, id, access)];
}

function posted({ path, fields }: Endpoint, { prompt, market }: Question, access: Access): EngineRequest {
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

function lookedFor({ path }: Endpoint, id: string, access: Access): EngineRequest {
  return {
    method: 'GET',
    url: `${access.baseUrl}${path}/task_get/advanced/${encodeURIComponent(id)}`,
    headers: headersOf(access),
    delayMs: LOOK_AFTER_MS,
  };
}

/** A keyword is decoded like a query string: `%41` would become A, and `+` a space. */
function escaped(prompt: string): string {
  return prompt.replaceAll('%', '%25').replaceAll('+', '%2B');
}

/**
 * Only looking for a task can find it pending: the reply to its posting holds the id that was paid for. Where the look
 * itself failed (too many calls, a failure over there), the envelope has no task and says nothing about the one sought.
 */
function isPending(reply: Reply): boolean {
  const said = saidIn(reply);
  if (said === undefined) return false;
  if (said.code === CREATED) return isOf(said, 'task_get');
  if (said.code !== OK && !('path' in said.task)) {
    return ['rate', 'transient'].includes(faultOf(said.code) ?? 'transient');
  }
  return WAITING.includes(said.code) && !isOf(said, 'task_post') && !isOf(said, 'live');
}

/** The id of the task that a reply says was created, or undefined. */
function createdTask(reply: Reply): string | undefined {
  const said = saidIn(reply);
  return said && isCreation(said) ? text(said.task.id) : undefined;
}

function isCreation(said: Said): boolean {
  return said.code === CREATED || (said.code === OK && isOf(said, 'task_post'));
}

/**
 * Reads an exchange whose last reply holds a finished task, or failed.
 *
 * @throws Error where a reply with status 200 has no envelope, or a task without a result that can be read
 */
export function readTask(
  replies: readonly Reply[],
  readResult: (result: Json, costUsd: number | null) => EngineReading,
): EngineReading {
  const reply = replies.at(-1);
  if (reply === undefined) throw new Error('there is nothing to read');
  if (reply.status !== 200) return failureWithStatus(reply);
  const said = envelopeIn(reply.body);
  if (isCreation(said)) throw new Error('the task is created and not yet done');
  const costUsd = costOf(replies);
  if (said.code === NO_RESULTS) return saidNothing('no_results', { costUsd });
  if (said.code !== OK) return { ...failureWithCode(said.code), costUsd };
  const result = resultOf(said.task);
  return result === null ? saidNothing('no_results', { costUsd }) : readResult(result, costUsd);
}

/** The only result of a task; null if it says that it has none. */
function resultOf({ result }: Json): Json | null {
  if (result === null || (Array.isArray(result) && result.length === 0)) return null;
  const [first] = objects(result);
  if (first === undefined) throw new Error('the task has no result');
  return first;
}

/** The cost in the first reply that has one: a task is paid for when it is posted, and looking for it repeats its cost. */
function costOf(replies: readonly Reply[]): number | null {
  const costs = replies.map((reply) => saidIn(reply)?.costUsd);
  return costs.find((cost) => cost !== undefined) ?? null;
}

/** Whether it answers a request to this part of an endpoint: `live`, `task_post` or `task_get`. */
function isOf({ task }: Said, part: string): boolean {
  return Array.isArray(task.path) && task.path.includes(part);
}
