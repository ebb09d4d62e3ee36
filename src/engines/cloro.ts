import type { Market } from '../domain/brand/market.ts';
import { failureWithoutCharge, failureWithStatus } from './cloro-failures.ts';
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
import { type Json, jsonObject, jsonObjectOrEmpty, object, text } from './json.ts';
import { amountUsd } from './settings.ts';

/** Cloro asks Google and the consumer apps in a browser, as a visitor would, and returns what it saw as JSON. */
const cloro: Provider = {
  slug: 'cloro',
  name: 'Cloro',
  baseUrl: 'https://api.cloro.dev',
  keyHelp: 'an API key from dashboard.cloro.dev/api-keys',
  settings: [amountUsd('credit_usd', '0.0008', 'What a credit costs in US dollars, by your plan.')],
};

/** One kind of its tasks. */
interface TaskKind {
  readonly taskType: string;
  /** The field that holds the question. */
  readonly field: 'prompt' | 'query';
  /** What the task has in addition to the question and its market. */
  readonly fieldsWith: (settings: Settings) => Json;
  readonly creditsWith: (settings: Settings) => number;
  /** Whether it takes a language. */
  readonly takesLanguage: boolean;
  /** Reads what came of a task. */
  readonly readResult: (result: Json) => EngineReading;
}

/** A task needs a country. This one stands in where the market has none. */
const UNITED_STATES = 'US';

/** Most tasks take less than a minute; looking costs nothing. */
const LOOK_AFTER_MS = 20_000;

/** What the engines behind its tasks share: who is paid, what they make of a market, and how they are asked. */
export function byTasksOf(
  kind: TaskKind,
): Pick<
  EngineAdapter,
  'provider' | 'defaults' | 'mostPromptCharacters' | 'marketApplied' | 'next' | 'isPending' | 'read'
> {
  const costUsdWith = (settings: Settings) => kind.creditsWith(settings) * Number(settings.credit_usd);
  const standards = Object.fromEntries((cloro.settings ?? []).map(({ name, standard }) => [name, standard]));
  return {
    provider: cloro,
    // No reply says what it cost in dollars: a task costs its credits, and one that failed costs nothing.
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

/** A task is posted, then looked for by the id in the first reply. Tasks are paid when they are done. */
function nextRequests(
  kind: TaskKind,
  question: Question,
  access: Access,
  replies: readonly Reply[],
): readonly EngineRequest[] {
  const [first, ...others] = replies;
  if (first === undefined) return [posted(kind, question, access)];
  const task = taskIn(first);
  const id = others.length === 0 && isWaiting(task) ? text(task.id) : undefined;
  return id === undefined ? [] : [lookedFor(id, access)];
}

function posted(
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
        ...(takesLanguage && languageOf(market)),
        ...fieldsWith(access.settings),
      },
    },
  };
}

/** Without one, the country decides. */
function languageOf({ languageCode }: Market): Json {
  return languageCode === null ? {} : { hl: languageCode };
}

function lookedFor(id: string, access: Access): EngineRequest {
  return {
    method: 'GET',
    url: `${access.baseUrl}/v1/async/task/${encodeURIComponent(id)}`,
    headers: headersOf(access),
    delayMs: LOOK_AFTER_MS,
  };
}

function headersOf({ key }: Access) {
  return { authorization: `Bearer ${key}` };
}

/** What a reply says of its task; an empty object for a reply without one. */
function taskIn({ body }: Reply): Json {
  return object(jsonObjectOrEmpty(body).task);
}

/** Handed over and not done: in the queue, or being worked on. */
function isWaiting({ status }: Json): boolean {
  return typeof status === 'string' && !['COMPLETED', 'FAILED'].includes(status);
}

/** A look that failed, or that was one of too many, says nothing about the task. */
function isPending(reply: Reply): boolean {
  const { status } = reply;
  if (status === 204 || status === 408 || status === 429 || status >= 500) return true;
  return status === 200 && isWaiting(taskIn(reply));
}

/** @throws Error where a successful reply has no finished task, or one without a result that can be read */
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
