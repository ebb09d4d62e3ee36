import type { Outcome } from '../../domain/answer-reading.ts';
import type { RandomBytes } from '../../domain/base62.ts';
import { SightlineError } from '../../domain/errors.ts';
import { type Market, marketOf } from '../../domain/market.ts';
import { DAY_MS, dayOf } from '../../domain/period.ts';
import { isCollecting } from '../../domain/subscription.ts';
import type { Access, EngineAdapter, EngineReading, EngineRequest } from '../../engines/engine.ts';
import { failed } from '../../engines/engine-reading.ts';
import { storeCollections } from '../../storage/answers/collections.ts';
import { closeBreaker, findBreaker, openBreaker } from '../../storage/collect/breakers.ts';
import { dropJob, finishJob, type Job, renewLease, requeueJob } from '../../storage/collect/jobs.ts';
import { insertReplies, listReplies, type StoredReply } from '../../storage/collect/replies.ts';
import { correctSpending, findCollectLimits, reserveCall } from '../../storage/collect/spending.ts';
import {
  type CollectedBrand,
  findCollectedBrand,
  listAskedEngines,
  lockLiveBrand,
} from '../../storage/directory/brands.ts';
import { findSubscription } from '../../storage/directory/organizations.ts';
import { countActivePromptsBefore, findPrompt } from '../../storage/directory/prompts.ts';
import type { Database } from '../../storage/driver/database.ts';
import { loadWorkspace } from '../intake/workspace.ts';
import { collectionOf, microsOf, readingOf } from './collection-of-reply.ts';
import { decide } from './retry.ts';
import { type Fetch, send } from './transport.ts';

/** An engine that may be asked: its key is there. */
export interface ReadyEngine {
  readonly adapter: EngineAdapter;
  readonly access: Access;
  readonly concurrency: number;
  readonly deadlineMs: number;
  /** Estimated cost of an answer, in millionths of a US dollar. */
  readonly micros: number;
}

/** The engines that can be asked, and those that cannot, each with the variable that is missing. */
export interface ConfiguredEngines {
  readonly ready: readonly ReadyEngine[];
  readonly disabled: readonly {
    readonly engine: string;
    readonly missing: string;
    /** Estimated cost of an answer, in millionths of a US dollar. */
    readonly micros: number;
  }[];
}

export interface CollectDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly fetch: Fetch;
  /** Resolves after so long, or when the signal is given. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** What became of one job. */
export interface Collected {
  readonly engine: string;
  /** `retried`: it is asked again later. `ceiling`: the organization has spent what it may today. `dropped`: nobody wants it any more. */
  readonly result: Outcome | 'retried' | 'ceiling' | 'dropped';
  readonly detail: string | null;
}

/** Whether a question was asked, or held back, without an answer. */
export function isFailure(result: Collected['result']): boolean {
  return result === 'error' || result === 'timeout' || result === 'ceiling';
}

/** Longer than a call may take, so that a job is taken by another only when whoever had it is gone. */
const LEASE_SLACK_MS = 60_000;

/** Until when a job is held by who takes it, or goes on with it, now. */
export function leaseEnd({ deadlineMs }: ReadyEngine, now: number): number {
  return now + deadlineMs + LEASE_SLACK_MS;
}

/** A reply is tried to be stored for a minute: less than what a lease is longer than a call. */
const KEEPING_TRIES = 12;
const KEEPING_WAIT_MS = 5000;

/** What is not cut short by a stop. */
const NEVER = new AbortController().signal;

/** A job that the ceiling holds back is looked at again after this long. */
const CEILING_WAIT_MS = 60 * 60_000;

/** A job with what says who holds it. */
export interface Leased extends Job {
  readonly lease: string;
}

/** What came of taking a job; a null result: it was given back as it was. */
export interface Taken {
  readonly result: Collected['result'] | null;
  readonly detail: string | null;
  readonly fault?: string;
  readonly breaker?: boolean;
}

/** Where a job belongs, as it is when it is taken. */
interface Asked {
  readonly brand: CollectedBrand;
  readonly prompt: string;
  /** Whether it is still to be asked like this. */
  readonly isWanted: boolean;
}

/** Another has taken the job meanwhile. */
const LOST: Taken = { result: null, detail: null };

/** Takes one job as far as it goes: asks, keeps what comes back before anybody reads it, reads it, and stores or retries. */
export class JobTaking {
  readonly #deps: CollectDeps;
  readonly #engine: ReadyEngine;
  readonly #job: Leased;
  readonly #market: Market;

  constructor(deps: CollectDeps, engine: ReadyEngine, job: Leased) {
    this.#deps = deps;
    this.#engine = engine;
    this.#job = job;
    this.#market = marketOf(job.locationCode, job.languageCode);
  }

  async run(): Promise<Taken> {
    const asked = await this.#findAsked();
    if (asked === null) return await this.#drop();
    const exchanged = await this.#exchange(asked, await listReplies(this.#deps.db, this.#job));
    if ('taken' in exchanged) return exchanged.taken;
    return await this.#conclude(asked, exchanged.reading, exchanged.replies);
  }

  async #drop(): Promise<Taken> {
    await dropJob(this.#deps.db, this.#job, this.#job.lease);
    return { result: 'dropped', detail: null };
  }

  /** The brand and the prompt, where they are still there. */
  async #findAsked(): Promise<Asked | null> {
    const { db } = this.#deps;
    const { brandId, promptId } = this.#job;
    const brand = await findCollectedBrand(db, brandId);
    const prompt = await findPrompt(db, brandId, promptId);
    if (brand === null || prompt === null) return null;
    const isWanted = prompt.active && this.#isPlanned(brand) && (await this.#isPaidFor(brand));
    return { brand, prompt: prompt.text, isWanted };
  }

  /** Whether the brand is still measured in this market, so many times a day. */
  #isPlanned({ locationCode, languageCode, samplesPerDay }: CollectedBrand): boolean {
    const job = this.#job;
    return (
      job.locationCode === locationCode && job.languageCode === languageCode && job.sample <= samplesPerDay
    );
  }

  async #isPaidFor({ id, organizationId }: CollectedBrand): Promise<boolean> {
    const { db, now } = this.#deps;
    const subscription = await findSubscription(db, organizationId);
    if (subscription === null || !isCollecting(subscription, now())) return false;
    const before = await countActivePromptsBefore(db, organizationId, {
      brandId: id,
      promptId: this.#job.promptId,
    });
    if (before >= subscription.promptsIncluded) return false;
    return (await listAskedEngines(db, id)).includes(this.#job.engine);
  }

  /** Asks what is left to be asked. What came back before a crash is not asked again, and is read whoever wants it still. */
  async #exchange(
    asked: Asked,
    stored: readonly StoredReply[],
  ): Promise<{ taken: Taken } | { reading: EngineReading; replies: StoredReply[] }> {
    const { adapter } = this.#engine;
    const replies = [...stored];
    for (;;) {
      const requests = this.#requestsAfter(asked, replies);
      const [first] = requests;
      if (first === undefined) return { reading: readingOf(adapter, replies), replies };
      const refusal = await this.#refusal(asked, replies);
      if (refusal !== null) return { reading: refusal, replies };
      const held = await this.#hold(asked, first, replies);
      if (held !== null) return { taken: held };
      if (replies.length > stored.length && !(await this.#renew())) return { taken: LOST };
      const came = await this.#sendAll(requests);
      const failure = came.find((each) => 'failure' in each);
      const received = came.flatMap((each) => ('reply' in each ? [each.reply] : []));
      const [reply] = received;
      // Only looking may be repeated for nothing: what is asked is paid for each time.
      const isLooking = first.method === 'GET' && !first.isOptional;
      if (isLooking && (failure !== undefined || (reply && adapter.isPending(reply)))) {
        if (this.#isLate(replies)) return { reading: failed('queue_deadline', 'timeout'), replies };
        return { taken: await this.#waitFor(first) };
      }
      if (failure !== undefined && 'failure' in failure) return { reading: failure.failure, replies };
      if (received.some(({ status }, index) => !isKept(status, requests[index]))) {
        return { reading: readingOf(adapter, [...replies, ...received]), replies };
      }
      await this.#keep(replies.length, received);
      replies.push(...received);
    }
  }

  /** Stores what came back. It was paid for, so a store that is away for a while is waited for. */
  async #keep(firstPart: number, received: readonly StoredReply[]): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await insertReplies(this.#deps.db, this.#job, firstPart, received);
        return;
      } catch (error) {
        const isAway = error instanceof SightlineError && error.code === 'unavailable';
        if (!isAway || tries === KEEPING_TRIES) throw error;
        await this.#deps.sleep(KEEPING_WAIT_MS, NEVER);
      }
    }
  }

  #requestsAfter({ prompt }: Asked, replies: readonly StoredReply[]): readonly EngineRequest[] {
    const { adapter, access } = this.#engine;
    return adapter.next({ prompt, market: this.#market }, access, replies);
  }

  /** A call may take as long again, after those before it. @returns whether the job is still held */
  async #renew(): Promise<boolean> {
    const { db, now } = this.#deps;
    return await renewLease(db, this.#job, this.#job.lease, leaseEnd(this.#engine, now()));
  }

  /** Why a request is never sent: nothing that it could bring would be an answer to this question. Null to send it. */
  async #refusal({ prompt }: Asked, replies: readonly StoredReply[]): Promise<EngineReading | null> {
    const { db } = this.#deps;
    if (replies.length > 0) return null;
    const { mostPromptCharacters } = this.#engine.adapter;
    if (mostPromptCharacters !== null && [...prompt].length > mostPromptCharacters) {
      return failed('prompt_too_long', 'final');
    }
    if (!this.#isOver()) return null;
    const reason = (await findBreaker(db, this.#job.engine))?.detail ?? this.#job.tries.last;
    return reason === null ? null : failed(reason, 'final');
  }

  /** Whether nobody waits for the answer any more. It is looked for once more all the same: it is paid for. */
  #isLate([first]: readonly StoredReply[]): boolean {
    return first !== undefined && this.#deps.now() - first.askedAt > LONGEST_QUEUE_MS;
  }

  /** Whether the day that the job belongs to is over, so that it is not asked any more. */
  #isOver(): boolean {
    return this.#job.day < dayOf(this.#deps.now());
  }

  /** Holds a request back that is not to be sent now, or that nobody wants any more. */
  async #hold(asked: Asked, request: EngineRequest, replies: readonly StoredReply[]): Promise<Taken | null> {
    const { db, now } = this.#deps;
    if (!asked.isWanted && request.method === 'POST') return await this.#drop();
    if (replies.length === 0 && this.#isOver()) return await this.#drop();
    if (request.delayMs !== undefined && !this.#wasWaited(request, replies))
      return await this.#waitFor(request);
    if (request.method !== 'POST') return null;
    const { organizationId } = asked.brand;
    const limits = await findCollectLimits(db, organizationId);
    const micros = replies.length === 0 ? this.#engine.micros : 0;
    const day = dayOf(now());
    if (await reserveCall(db, { organizationId, day }, micros, limits)) return null;
    await this.#giveBack(CEILING_WAIT_MS);
    return { result: 'ceiling', detail: null };
  }

  #wasWaited(request: EngineRequest, replies: readonly StoredReply[]): boolean {
    const last = replies.at(-1);
    return last !== undefined && this.#deps.now() - last.receivedAt >= (request.delayMs ?? 0);
  }

  /** Gives the job back until the answer may be there. An engine that works on one is not stopped. */
  async #waitFor({ delayMs = 0 }: EngineRequest): Promise<Taken> {
    await closeBreaker(this.#deps.db, this.#job.engine);
    return await this.#giveBack(delayMs);
  }

  /** Gives the job back as it was, to be taken again after a while. */
  async #giveBack(waitMs: number): Promise<Taken> {
    const { db, now } = this.#deps;
    const { tries, attempt, lease } = this.#job;
    await requeueJob(db, this.#job, lease, { at: now() + waitMs, attempt, tries });
    return { result: null, detail: null };
  }

  async #sendAll(
    requests: readonly EngineRequest[],
  ): Promise<({ reply: StoredReply } | { failure: ReturnType<typeof failed> })[]> {
    const { fetch, now } = this.#deps;
    return await Promise.all(
      requests.map(async (request) => {
        const askedAt = now();
        const sent = await send(fetch, request, this.#engine.deadlineMs);
        if ('reply' in sent) return { reply: { ...sent.reply, askedAt, receivedAt: now() } };
        if (!request.isOptional) return sent;
        return { reply: { status: 0, headers: {}, body: '', askedAt, receivedAt: now() } };
      }),
    );
  }

  async #conclude(asked: Asked, reading: EngineReading, replies: readonly StoredReply[]): Promise<Taken> {
    const { db, now, random } = this.#deps;
    const job = this.#job;
    const fraction = (random(1)[0] ?? 0) / 255;
    const decision = decide(reading, job, now(), fraction);
    const fault = 'fault' in reading ? reading.fault : undefined;
    const { breaker } = decision;
    const { detail } = reading;
    if (breaker) await openBreaker(db, { engine: job.engine, detail: detail ?? '', now: now() });
    if ('store' in decision) {
      const result = await this.#store(asked, decision.store, replies);
      if (fault === undefined) await closeBreaker(db, job.engine);
      return { result, detail, breaker, ...(fault && { fault }) };
    }
    const isComplete = this.#isComplete(asked, replies);
    if (isComplete) await this.#correct(db, asked, 'fault' in reading ? null : microsOf(reading.costUsd));
    const next = {
      at: decision.retryAt,
      attempt: isComplete ? job.attempt + 1 : job.attempt,
      tries: { ...decision.tries, last: detail },
    };
    await requeueJob(db, job, job.lease, next);
    return { result: 'retried', detail, breaker, ...(fault && { fault }) };
  }

  /** Puts what an exchange has cost, where it is told, in the place of what was set aside for it. */
  async #correct(db: Database, { brand }: Pick<Asked, 'brand'>, micros: number | null): Promise<void> {
    if (micros === null) return;
    const { organizationId } = brand;
    await correctSpending(db, { organizationId, day: this.#job.day }, micros - this.#engine.micros);
  }

  /** Whether nothing was left to ask: asking again begins afresh. */
  #isComplete(asked: Asked, replies: readonly StoredReply[]): boolean {
    return replies.length > 0 && this.#requestsAfter(asked, replies).length === 0;
  }

  /** Stores the collection, with what it says of the brands, and marks the job as done, together. */
  async #store(
    { brand, prompt }: Asked,
    reading: EngineReading,
    replies: readonly StoredReply[],
  ): Promise<Taken['result']> {
    const { db, now, random } = this.#deps;
    const job = this.#job;
    const collection = collectionOf({
      workspace: await loadWorkspace(db, brand.id),
      adapter: this.#engine.adapter,
      job,
      prompt,
      reading,
      replies,
      collectedAt: replies.at(-1)?.receivedAt ?? Math.min(now(), (job.day + 1) * DAY_MS - 1),
      random,
    });
    const isMine = await db.transaction().execute(async (transaction) => {
      if (!(await lockLiveBrand(transaction, brand.id))) return false;
      if (!(await finishJob(transaction, job, job.lease))) return false;
      await storeCollections(transaction, brand.id, [collection], now());
      await this.#correct(transaction, { brand }, collection.asking?.micros ?? null);
      return true;
    });
    return isMine ? collection.outcome : null;
  }
}

/** DataForSEO's queue answers within 45 minutes; after an hour nobody waits any more. */
const LONGEST_QUEUE_MS = 60 * 60_000;

/** A reply that is part of the exchange: a success, or of an optional request, whatever it says. */
function isKept(status: number, request: EngineRequest | undefined): boolean {
  return request?.isOptional === true || (status >= 200 && status < 300);
}
