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
import { type Json, jsonObject, jsonObjectOrEmpty, object, text } from '../json.ts';
import { amountUsd } from '../settings.ts';
import { failureWithoutCharge, failureWithStatus } from './cloro-failures.ts';

/** Cloro opens Google and the consumer apps in a browser, like a visitor, and returns the page as JSON. */
const cloro: Provider = {
  slug: 'cloro',
  name: 'Cloro',
  baseUrl: 'https://api.cloro.dev',
  keyHelp: 'an API key from dashboard.cloro.dev/api-keys',
  settings: [amountUsd('credit_usd', '0.0008', 'Price of a credit in US dollars, by your plan.')],
};

interface TaskKind {
  readonly taskType: string;
  /** The field with the question. */
  readonly field: 'prompt' | 'query';
  /** Further fields besides the question and its market. */
  readonly fieldsWith: (settings: Settings) => Json;
  readonly creditsWith: (settings: Settings) => number;
  readonly takesLanguage: boolean;
  readonly readResult: (result: Json) => EngineReading;
}

/** A task needs a country. This one stands in if the market has none. */
const UNITED_STATES = 'US';

/** Most tasks take less than a minute; polling is free. */
const POLL_DELAY_MS = 20_000;

/** The shared part of adapters for Cloro's tasks: provider, prices, markets, and requests. */
export function byCloroTasks(
  kind: TaskKind,
): Pick<
  EngineAdapter,
  'provider' | 'defaults' | 'mostPromptCharacters' | 'marketApplied' | 'next' | 'isPending' | 'read'
> {
  const costUsdWith = (settings: Settings) => kind.creditsWith(settings) * Number(settings.credit_usd);
  const standards = Object.fromEntries((cloro.settings ?? []).map(({ name, standard }) => [name, standard]));
  return {
    provider: cloro,
    // No reply has its cost in dollars: a task costs its credits, and a failed one nothing.
    defaults: {
      model: '',
      concurrency: 5,
      deadlineSeconds: 60,
      costUsd: costUsdWith(standards),
      costUsdWith,
    },
    mostPromptCharacters: 10_000,
    marketApplied: ({ country, languageCode }) => ({
      location: country !== null,
      language: kind.takesLanguage && languageCode !== null,
    }),
    next: (question, access, replies) => nextRequests(kind, question, access, replies),
    isPending,
    read: (replies) => readTask(replies, kind),
  };
}

/** Posts a task, then polls it by the id in the first reply. Cloro charges for finished tasks. */
function nextRequests(
  kind: TaskKind,
  question: Question,
  access: Access,
  replies: readonly Reply[],
): readonly EngineRequest[] {
  const [first, ...others] = replies;
  if (first === undefined) return [taskRequest(kind, question, access)];
  const task = taskIn(first);
  const id = others.length === 0 && isWaiting(task) ? text(task.id) : undefined;
  return id === undefined ? [] : [pollRequest(id, access)];
}

function taskRequest(
  { taskType, field, fieldsWith, takesLanguage }: TaskKind,
  { prompt, market }: Question,
  access: Access,
): EngineRequest {
  return {
    method: 'POST',
    url: `${access.baseUrl}/v1/async/task`,
    headers: headersOf(access),
    body: {
      taskType,
      payload: {
        [field]: prompt,
        country: market.country?.code ?? UNITED_STATES,
        ...(takesLanguage && languageField(market)),
        ...fieldsWith(access.settings),
      },
    },
  };
}

/** The language field, if the market has one. Otherwise the country decides. */
function languageField({ languageCode }: Market): Json {
  return languageCode === null ? {} : { hl: languageCode };
}

function pollRequest(id: string, access: Access): EngineRequest {
  return {
    method: 'GET',
    url: `${access.baseUrl}/v1/async/task/${encodeURIComponent(id)}`,
    headers: headersOf(access),
    delayMs: POLL_DELAY_MS,
  };
}

function headersOf({ key }: Access) {
  return { authorization: `Bearer ${key}` };
}

/** The task in a reply; an empty object without one. */
function taskIn({ body }: Reply): Json {
  return object(jsonObjectOrEmpty(body).task);
}

function isWaiting({ status }: Json): boolean {
  return typeof status === 'string' && !['COMPLETED', 'FAILED'].includes(status);
}

/** A failed or throttled poll says nothing about the task. */
function isPending(reply: Reply): boolean {
  const { status } = reply;
  if (status === 204 || status === 408 || status === 429 || status >= 500) return true;
  return status === 200 && isWaiting(taskIn(reply));
}

/** Reads the finished task. @throws Error if a successful reply has no finished task, or no readable result */
function readTask(replies: readonly Reply[], { readResult }: TaskKind): EngineReading {
  const reply = replies.at(-1);
  if (reply === undefined) throw new Error('there is nothing to read');
  if (reply.status !== 200) return failureWithStatus(reply, replies.length > 1);
  const { task, response } = jsonObject(reply.body);
  const { status } = object(task);
  if (status === 'FAILED') return failureWithoutCharge(object(object(response).error));
  if (status !== 'COMPLETED') throw new Error('the task is not yet done');
  const { result = response } = object(response);
  return readResult(object(result));
}
