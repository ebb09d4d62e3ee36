import type { AnswerOutcome } from '../domain/answers/answer-reading.ts';
import type { Card, CardKind } from '../domain/answers/card.ts';
import type { CollectionMethod } from '../domain/answers/engine.ts';
import type { Market } from '../domain/brand/market.ts';

export interface Question {
  readonly prompt: string;
  readonly market: Market;
  /** A retry with a larger length cap, because the answer was too long. */
  readonly isLonger?: boolean;
  /** What a reader does with the prompt; engines get none. */
  readonly task?: ReadingTask;
}

/** How a model reads the prompt. */
export interface ReadingTask {
  readonly instructions: string;
  /** The JSON Schema of its reply: strict, with every property required. */
  readonly schema: object;
}

export interface Access {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly key: string;
  /** The vendor's model id; '' for engines without models. */
  readonly model: string;
  /** All other declared settings of the engine and its provider, by name. */
  readonly settings: Settings;
}

export type Settings = Readonly<Record<string, string>>;

/** A setting of one engine or provider. `settings.ts` has the usual kinds. */
export interface EngineSetting {
  /** In lower case: the provider `dataforseo` reads `mode` from the variable `SIGHTLINE_DATAFORSEO_MODE`. */
  readonly name: string;
  readonly standard: string;
  readonly help: string;
  /** The allowed values, as the refusal names them. */
  readonly mustBe: string;
  /** The value for adapters; null to refuse it. */
  read(text: string): string | null;
}

/** One HTTP request, only to the host in `Access`. Sightline never follows redirects. */
export interface EngineRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON body; undefined for none. */
  readonly body?: unknown;
  /** A form to upload instead. */
  readonly form?: FormData;
  /** It costs nothing, and its failure is an ordinary reply (status 0). */
  readonly isOptional?: boolean;
  /** Wait at least this many milliseconds before sending it. */
  readonly delayMs?: number;
}

export interface Reply {
  /** The HTTP status; 0 for a failed optional request. */
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Source {
  readonly url: string;
  readonly title: string | null;
}

export type EngineReading = EngineAnswer | EngineFailure;

export interface EngineAnswer {
  /** `empty`: a reply without an answer (blank, refusal, block, no AI overview). */
  readonly outcome: AnswerOutcome;
  /**
   * Machine codes besides the outcome, separated by a comma and a space: `no_search`, `search_error:…`,
   * `blank_searches:…`, `unread_citations:…`, `no_citations`, `blank`, `refusal`, `blocked:…`; null for none.
   */
  readonly detail: string | null;
  /** Markdown as readers see it; null for an empty answer. */
  readonly text: string | null;
  /** Cited pages in the engine's order; each URL once. */
  readonly cited: readonly Source[];
  /** Pages it found without citing them. */
  readonly retrieved: readonly Source[];
  /** Its exact search queries in its own order; each once. Null if its replies never tell. */
  readonly searches: readonly string[] | null;
  /**
   * Its advertisements and products in its own order. Absent for engines whose replies have none (the adapter's
   * `cards`).
   */
  readonly cards?: readonly Card[];
  /** The model named in the reply. */
  readonly model: string | null;
  /** US dollars, if the reply tells. */
  readonly costUsd: number | null;
}

/** A failed attempt's cause, as far as retries depend on it. */
export type Fault =
  /** Another attempt may well succeed: 5xx, a reset connection, a failed run. */
  | 'transient'
  /** Too many requests. */
  | 'rate'
  /** A deadline passed, ours or the engine's; the vendor most likely billed it. */
  | 'timeout'
  /** Useless until the operator acts: key, money, or configuration. These open the engine's breaker. */
  | 'auth'
  | 'quota'
  | 'config'
  /** Truncated at the request's length cap. */
  | 'length'
  /** Another attempt would fail too: a refused prompt, the engine's own limit, or an unreadable reply. */
  | 'final';

export interface EngineFailure {
  readonly outcome: 'error' | 'timeout';
  readonly detail: string;
  readonly fault: Fault;
  /** The wait that the engine requests; null for none. */
  readonly retryAfterMs: number | null;
  /** US dollars, if the reply tells. */
  readonly costUsd: number | null;
}

/** The company that issues the key and the bill. Several engines may share one. */
export interface Provider {
  readonly slug: string;
  readonly name: string;
  readonly baseUrl: string;
  /** The key's form and origin, in a few words. */
  readonly keyHelp: string;
  /** Settings that all its engines share, besides the key and the base URL. */
  readonly settings?: readonly EngineSetting[];
  /** Whether an operator defined it, with its base URL. */
  readonly isOwn?: true;
  /** False if its engines need no key. */
  readonly needsKey?: boolean;
}

/** An AI engine: pure functions over requests and replies. */
export interface EngineAdapter {
  readonly slug: string;
  /** The name in reports. */
  readonly name: string;
  readonly method: CollectionMethod;
  /** Card kinds its replies can have; none by default. For other engines, nobody knows which cards a visitor sees. */
  readonly cards?: readonly CardKind[];
  readonly provider: Provider;
  /**
   * The slug of the engine that shows the same surface through another provider. Each has its own rates.
   */
  readonly surface?: string;
  /** Its settings besides the common ones. */
  readonly settings?: readonly EngineSetting[];
  /** Defaults for settings that the operator leaves out. */
  readonly defaults: {
    readonly model: string;
    readonly concurrency: number;
    readonly deadlineSeconds: number;
    /** Approximate US dollars per answer: for the estimate, and for the ceiling if replies have no cost. */
    readonly costUsd: number;
    /** The approximate cost if it depends on the settings. */
    readonly costUsdWith?: (settings: Settings) => number;
    /**
     * Highest US dollars per answer, for an engine whose replies have a cost: the reservation under the ceiling until
     * the reply arrives. Other engines book `costUsd`.
     */
    readonly mostCostUsd?: number;
  };
  /** The longest prompt; null if the vendor names no limit. */
  readonly mostPromptCharacters: number | null;
  /** How its provider takes many requests at half the price; absent if it does not. */
  readonly batch?: BatchApi;
  /** Top-level body fields to omit if the engine doesn't know them; none by default. */
  readonly omittable?: readonly string[];
  /** The omittable one that a refusal is probably about if it names none. */
  readonly suspected?: string;
  /** Whether it uses the question's market. */
  marketApplied(market: Market): { readonly location: boolean; readonly language: boolean };
  /**
   * The next requests after all successful replies so far. Several go out concurrently, with replies in the same order.
   * Empty: the exchange is complete and readable.
   */
  next(question: Question, access: Access, replies: readonly Reply[]): readonly EngineRequest[];
  /**
   * Whether a reply only says that the answer isn't ready: Sightline doesn't store it, and sends the request again
   * later.
   */
  isPending(reply: Reply): boolean;
  /** Reads an exchange that is complete or ends with a failure. @throws Error on an unknown format */
  read(replies: readonly Reply[]): EngineReading;
}

/** A request in a batch. */
export interface BatchItem {
  /** Begins with the batch's token, and returns with the result. */
  readonly customId: string;
  readonly request: EngineRequest;
}

export interface ProviderBatch {
  readonly id: string;
  readonly createdAt: number;
  /** What Sightline named it; null if the provider keeps no names. */
  readonly token: string | null;
  /** The paths of its results once it has ended; null before. */
  readonly results: readonly string[] | null;
  /** Whether the provider did none of it, because too much waits there already. */
  readonly isPutOff: boolean;
}

/** A provider's way for many requests at half the price, within a day: pure functions over requests and replies. */
export interface BatchApi {
  /** The next request that submits a batch, after the successful replies so far; null: it is submitted. */
  submit(
    access: Access,
    batch: { readonly token: string; readonly items: readonly BatchItem[] },
    replies: readonly Reply[],
  ): EngineRequest | null;
  /** The newest batches of the key, or those before one. */
  list(access: Access, after: string | null): EngineRequest;
  look(access: Access, id: string): EngineRequest;
  /** A file of results. */
  results(access: Access, path: string): EngineRequest;
  /** The batch in a reply; null if there is none. */
  batchIn(reply: Reply): ProviderBatch | null;
  /** A page of the list, newest first, and the id before which the next one ends; null for no more. */
  pageIn(reply: Reply): { readonly batches: readonly ProviderBatch[]; readonly next: string | null };
  /** The replies in a file of results by custom id; null for a request without an answer, which cost nothing. */
  resultsIn(reply: Reply): ReadonlyMap<string, Pick<Reply, 'status' | 'body'> | null>;
}
