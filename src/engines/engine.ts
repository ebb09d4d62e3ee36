import type { AnswerOutcome } from '../domain/answer-reading.ts';
import type { Market } from '../domain/market.ts';

/** What is asked of an engine, and for whom. The prompt is sent as it is. */
export interface Question {
  readonly prompt: string;
  readonly market: Market;
}

/** How an engine is reached: settings, never code. */
export interface Access {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly key: string;
  /** The vendor's id of a model; '' for engines that have none. */
  readonly model: string;
  /** DataForSEO only: `queue` is cheaper and takes minutes, `live` answers at once. */
  readonly mode: 'live' | 'queue';
  /** Gemini only: where its redirects are resolved. */
  readonly redirectBaseUrl: string;
}

/** One HTTP request. It goes to the host of `Access` only; redirects are never followed. */
export interface EngineRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON; undefined for none. */
  readonly body?: unknown;
  /** It costs nothing, and a failure of it is a reply like any other (status 0). */
  readonly isOptional?: boolean;
  /** Not before so many milliseconds from now. */
  readonly delayMs?: number;
}

/** What came back, in full. */
export interface Reply {
  /** The HTTP status; 0 where an optional request failed. */
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A page of an answer's list of sources. */
export interface Source {
  readonly url: string;
  readonly title: string | null;
}

/** What an engine's reply says. */
export type EngineReading = EngineAnswer | EngineFailure;

export interface EngineAnswer {
  /** `empty`: it answered and said nothing (blank, refused, blocked, no AI overview). */
  readonly outcome: AnswerOutcome;
  /** A machine code beside the outcome: `no_search`, `search_error:…`, `blank`, `refusal`, `blocked:…`; null for none. */
  readonly detail: string | null;
  /** Markdown as its reader would see it; null where it said nothing. */
  readonly text: string | null;
  /** What it cited, in its own order; each URL once. */
  readonly cited: readonly Source[];
  /** What it only found. Never a citation. */
  readonly retrieved: readonly Source[];
  /** What it searched for, as it wrote it, in its own order; each once. */
  readonly searches: readonly string[];
  /** The model that served it, as the engine tells it. */
  readonly model: string | null;
  /** What it cost in US dollars, where the engine tells it. */
  readonly costUsd: number | null;
}

/** Why an attempt failed, as far as it decides what to do next. */
export type Fault =
  /** May well go better: 5xx, a reset connection, a failed run. */
  | 'transient'
  /** Asked too fast. */
  | 'rate'
  /** The deadline passed, here or there: most likely it was billed. */
  | 'timeout'
  /** No use before the operator acts: key, money, or what is configured. These open the engine's breaker. */
  | 'auth'
  | 'quota'
  | 'config'
  /** Asking again would give the same: cut short by its own limit, or a reply that cannot be read. */
  | 'final';

export interface EngineFailure {
  readonly outcome: 'error' | 'timeout';
  readonly detail: string;
  readonly fault: Fault;
  /** How long the engine asks to wait; null where it does not say. */
  readonly retryAfterMs: number | null;
}

/** Who is paid and holds the key. Several engines may share one. */
export interface Provider {
  readonly slug: string;
  readonly name: string;
  readonly baseUrl: string;
  /** What its key looks like, and where it comes from, in a few words. */
  readonly keyHelp: string;
}

/** An AI engine: pure functions over what was sent and what came back. */
export interface EngineAdapter {
  /** As in domain/engine.ts. */
  readonly slug: string;
  readonly provider: Provider;
  /** What its settings are unless they are set. */
  readonly defaults: {
    readonly model: string;
    readonly concurrency: number;
    readonly deadlineSeconds: number;
    /** US dollars per answer, about, for the estimate and the ceiling where it does not tell the cost. */
    readonly costUsd: number;
    /** The same in the mode `live`, where that costs another price. */
    readonly liveCostUsd?: number;
  };
  /** Characters of a prompt at most; null where the vendor names no limit. */
  readonly mostPromptCharacters: number | null;
  /** Fields at the top of a request's body that it may be asked without, should it not know them; none where left out. */
  readonly omittable?: readonly string[];
  /** Whether it takes the market of a question into account. */
  marketApplied(market: Market): { readonly location: boolean; readonly language: boolean };
  /**
   * What to send next, after all that has come back so far, failures excepted; several requests are sent at once, and their
   * replies come in the same order. Empty: the exchange is complete and may be read.
   */
  next(question: Question, access: Access, replies: readonly Reply[]): readonly EngineRequest[];
  /** Whether a reply says only that the answer is not there yet: it is not kept, and the request is sent again later. */
  isPending(reply: Reply): boolean;
  /** Reads a complete exchange, or one whose last reply is a failure. Throws on what it does not understand. */
  read(replies: readonly Reply[]): EngineReading;
}
