import type { AnswerOutcome } from '../domain/answers/answer-reading.ts';
import type { Card, CardKind } from '../domain/answers/card.ts';
import type { CollectionMethod } from '../domain/answers/engine.ts';
import type { Market } from '../domain/brand/market.ts';

/** What is asked of an engine, and for whom. The prompt is sent as it is. */
export interface Question {
  readonly prompt: string;
  readonly market: Market;
  /** Its answer was cut short by the cap on its length, so it is asked again with a larger one. */
  readonly isLonger?: boolean;
}

/** How an engine is reached. */
export interface Access {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly key: string;
  /** The vendor's id of a model; '' for engines that have none. */
  readonly model: string;
  /** What the engine and its provider declare beyond these, by name. Every declared setting is there. */
  readonly settings: Settings;
}

export type Settings = Readonly<Record<string, string>>;

/** A setting that one engine or provider has and others do not. `settings.ts` has the usual kinds. */
export interface EngineSetting {
  /** In lower case: `mode` of the provider `dataforseo` is the variable `SIGHTLINE_DATAFORSEO_MODE`. */
  readonly name: string;
  readonly standard: string;
  readonly help: string;
  /** What a value must be, in the words that refuse any other. */
  readonly mustBe: string;
  /** The value as adapters are given it; null to refuse it. */
  read(text: string): string | null;
}

/** One HTTP request. It goes to the host of `Access` only; redirects are never followed. */
export interface EngineRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON; undefined for none. */
  readonly body?: unknown;
  /** It costs nothing, and its failure is a reply like any other (status 0). */
  readonly isOptional?: boolean;
  /** It is not sent before this many milliseconds have passed. */
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
  /** A machine code in addition to the outcome: `no_search`, `search_error:…`, `blank_searches:…`, `blank`, `refusal`, `blocked:…`; null for none. */
  readonly detail: string | null;
  /** Markdown as its reader would see it; null if it said nothing. */
  readonly text: string | null;
  /** What it cited, in its own order; each URL once. */
  readonly cited: readonly Source[];
  /** What it only found. Never a citation. */
  readonly retrieved: readonly Source[];
  /** What it searched for, as it wrote it, in its own order; each once. Null where its replies never say. */
  readonly searches: readonly string[] | null;
  /** Advertisements and products that it showed, in its own order. Left out by engines whose replies have none (`cards` of an adapter). */
  readonly cards?: readonly Card[];
  /** The model that served it, as the reply names it. */
  readonly model: string | null;
  /** What it cost in US dollars, where the reply says so. */
  readonly costUsd: number | null;
}

/** Why an attempt failed, as far as it decides what to do next. */
export type Fault =
  /** May well succeed next time: 5xx, a reset connection, a failed run. */
  | 'transient'
  /** Asked too fast. */
  | 'rate'
  /** A deadline passed, ours or the engine's: most likely it was billed. */
  | 'timeout'
  /** Useless before the operator acts: key, money or configuration. These open the engine's breaker. */
  | 'auth'
  | 'quota'
  | 'config'
  /** Cut short by the cap on its length that the request had. */
  | 'length'
  /** Asking again would give the same: refused for its prompt, cut short by a limit of its own, or impossible to read. */
  | 'final';

export interface EngineFailure {
  readonly outcome: 'error' | 'timeout';
  readonly detail: string;
  readonly fault: Fault;
  /** How long the engine asks to wait; null if it does not say. */
  readonly retryAfterMs: number | null;
  /** What it cost in US dollars nevertheless, where the reply says so. */
  readonly costUsd: number | null;
}

/** Who is paid and issues the key. Several engines may share one. */
export interface Provider {
  readonly slug: string;
  readonly name: string;
  readonly baseUrl: string;
  /** What its key looks like, and where it comes from, in a few words. */
  readonly keyHelp: string;
  /** The settings of all its engines, in addition to the key and the base URL. */
  readonly settings?: readonly EngineSetting[];
  /** An operator defined it, with its base URL. */
  readonly isOwn?: true;
  /** Whether its engines are only asked with a key; every one is, unless this is false. */
  readonly needsKey?: boolean;
  /** What its vendor has announced about models; those without an announced end are not listed. */
  readonly retirements?: readonly Retirement[];
  /** Where its vendor says when its models end. What it says there counts before `retirements`. */
  readonly modelEnds?: ModelEnds;
}

/** A vendor's own list of its models and their ends. */
export interface ModelEnds {
  request(access: Access): EngineRequest;
  /** Reads a reply with status 200. Throws on what it does not understand. */
  read(reply: Reply): readonly ModelEnd[];
}

/** What a vendor says of one of its models. */
export interface ModelEnd {
  /** The model's whole id. */
  readonly model: string;
  /** The first day without it: `YYYY-MM-DD`, UTC; null if it has no announced end. */
  readonly on: string | null;
}

/** The day from which a vendor no longer serves a model, as the vendor announced it. */
export interface Retirement {
  /** The model's id; ids of its dated versions begin with it. */
  readonly model: string;
  /** The first day without it: `YYYY-MM-DD`, UTC. */
  readonly on: string;
}

/** An AI engine: pure functions over what was sent and what came back. */
export interface EngineAdapter {
  readonly slug: string;
  /** As reports show it. */
  readonly name: string;
  readonly method: CollectionMethod;
  /** Which cards its replies can have; none by default. Of any other engine it is not known what a person would see. */
  readonly cards?: readonly CardKind[];
  readonly provider: Provider;
  /** The slug of the engine whose surface this is by another provider. Their answers are never counted together. */
  readonly surface?: string;
  /** Its settings, in addition to those that every engine has. */
  readonly settings?: readonly EngineSetting[];
  /** Its settings where the operator sets none. */
  readonly defaults: {
    readonly model: string;
    readonly concurrency: number;
    readonly deadlineSeconds: number;
    /** US dollars per answer, about: for the estimate, and for the ceiling where a reply does not say what it cost. */
    readonly costUsd: number;
    /** The same where the price depends on its settings. */
    readonly costUsdWith?: (settings: Settings) => number;
    /**
     * US dollars per answer at most, for an engine whose replies say what they cost: this much is set aside under the ceiling
     * until the reply is there. An engine that never says is booked at `costUsd`.
     */
    readonly mostCostUsd?: number;
  };
  /** The most characters that a prompt may have; null where the vendor names no limit. */
  readonly mostPromptCharacters: number | null;
  /** Top-level fields of a request's body that may be omitted if the engine does not know them; none by default. */
  readonly omittable?: readonly string[];
  /** Whether it takes the market of a question into account. */
  marketApplied(market: Market): { readonly location: boolean; readonly language: boolean };
  /**
   * What to send next, after everything that came back so far except failures; several requests are sent concurrently, and their
   * replies come in the same order. Empty: the exchange is complete and may be read.
   */
  next(question: Question, access: Access, replies: readonly Reply[]): readonly EngineRequest[];
  /** Whether a reply says only that the answer is not ready: it is not stored, and the request is sent again later. */
  isPending(reply: Reply): boolean;
  /** Reads a complete exchange, or one whose last reply is a failure. Throws on what it does not understand. */
  read(replies: readonly Reply[]): EngineReading;
}
