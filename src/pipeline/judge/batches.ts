import { redactorOf } from '../../domain/access/secrets.ts';
import { MOST_SKEW_MS } from '../../domain/time/clock-skew.ts';
import { dayOf, HOUR_MS, MINUTE_MS } from '../../domain/time/period.ts';
import type { BatchApi, BatchItem, EngineRequest, ProviderBatch } from '../../engines/engine.ts';
import { isUnpaidStatus } from '../../engines/http-failures.ts';
import { withoutFields } from '../../engines/refused-field.ts';
import {
  AWAITING,
  type BatchTerms,
  batchLease,
  batchTerms,
  HELD_MS,
  type LeasedJobs,
  listBatched,
  listLeased,
  passOn,
} from '../../storage/collect/batches.ts';
import { findBreaker, scopeOf } from '../../storage/collect/breakers.ts';
import type { Job } from '../../storage/collect/jobs.ts';
import { findLeftOutFields } from '../../storage/collect/left-out-fields.ts';
import { insertReplies, type StoredReply } from '../../storage/collect/replies.ts';
import { findCollectLimits, reserveCall, settleCall } from '../../storage/collect/spending.ts';
import { findCollectedBrand } from '../../storage/directory/brands.ts';
import { type StoreRetry, transactAtMostOnce } from '../../storage/driver/commit-outcome.ts';
import type { CollectDeps, CollectOptions } from '../collect/collect.ts';
import { batchMicros } from '../collect/job/call-cost.ts';
import { ASKED } from '../collect/job/exchange.ts';
import { findReading } from '../collect/job/reading-job.ts';
import type { ReadyEngine } from '../collect/job/ready-engine.ts';
import { BREAKER_WAIT_MS } from '../collect/job/retry.ts';
import { sendAll } from '../collect/job/sending.ts';
import { storeRetry } from '../collect/job/store-retry.ts';
import { readerStateOf } from './reader-state.ts';

/**
 * Readings of stored answers by providers' batches, at half the price. A batch's lease (storage/collect/batches.ts) is
 * stored before it is sent, so after a crash the provider is asked whether it has the batch before anything is sent again.
 * Its results are stored as replies, and then each job goes on by itself: with a reply it is read, without one it is asked
 * directly.
 */

/** So many results stay below what one reply may have. */
const MOST_JOBS = 300;

/** Providers end a batch within 24 hours. */
const LONGEST_MS = 26 * HOUR_MS;

/** A batch that its provider puts off is sent again after this time. */
const PUT_OFF_MS = 10 * MINUTE_MS;

/** How far the provider's clock, and its time of a batch, may be from ours. */
const NEAR_MS = HOUR_MS;

interface BatchDeps extends CollectDeps {
  readonly redact: (text: string) => string;
  readonly retry: StoreRetry;
}

/** What a reader's batches need. */
interface OfReader {
  readonly deps: BatchDeps;
  readonly engine: ReadyEngine;
  readonly api: BatchApi;
  readonly engines: readonly ReadyEngine[];
}

interface Batch extends LeasedJobs, BatchTerms {}

/** Looks once after all batches, and sends what waits for one. Several processes may do so. */
export async function runBatches(
  deps: CollectDeps,
  { engines, secrets = [], stop }: Pick<CollectOptions, 'engines' | 'secrets' | 'stop'>,
): Promise<void> {
  const redact = redactorOf([...engines.map(({ access }) => access.key), ...secrets]);
  const retry = storeRetry(deps);
  for (const engine of engines) {
    const api = engine.adapter.batch;
    if (api === undefined) continue;
    const reader: OfReader = { deps: { ...deps, redact, retry }, engine, api, engines };
    const list = () => retry(() => listBatched(deps.db, engine.adapter.slug));
    for (const leased of (await list()).filter(({ lease }) => lease !== AWAITING)) {
      if (stop.aborted) return;
      await lookAfter(reader, { ...leased, ...batchTerms(leased.lease) });
    }
    for (const leased of (await list()).filter(({ lease }) => lease === AWAITING))
      while (!stop.aborted && (await submitSome(reader, leased)));
  }
}

/** Sends the oldest of the waiting readings. @returns whether there may be more */
async function submitSome(reader: OfReader, waiting: LeasedJobs): Promise<boolean> {
  const { deps, engine } = reader;
  const { db, now, retry } = deps;
  const organizationId = await organizationReading(reader, waiting);
  if (organizationId === null) return false;
  const jobs = await retry(() => listLeased(db, waiting, MOST_JOBS));
  const token = Buffer.from(deps.random(8)).toString('hex');
  const at = now();
  const terms = { token, micros: batchMicros(engine), day: dayOf(at), sentAt: at, id: null };
  const batch: Batch = { ...waiting, ...terms, lease: batchLease(terms) };
  const ids = jobs.map(({ id }) => id);
  const taken = new Set(await take(deps, waiting, batch, { organizationId, ids }));
  const items: BatchItem[] = [];
  const others: number[] = [];
  for (const job of jobs.filter(({ id }) => taken.has(id))) {
    const request = await requestOf(reader, job);
    if (request === null) others.push(job.id);
    else items.push({ customId: `${token}-${job.id}`, request });
  }
  // Obsolete, too long, or changed since they were planned: the usual way has a rule for each.
  if (others.length > 0) await end(reader, batch, { ...NOTHING, ids: others });
  if (items.length > 0) await send(reader, batch, items);
  return taken.size === MOST_JOBS;
}

/** The organization that has this model read now; null if it has another or none, or must wait for it. */
async function organizationReading(
  { deps: { db, now, retry }, engine, engines }: OfReader,
  { brandId, reader }: LeasedJobs,
): Promise<number | null> {
  const { slug } = engine.adapter;
  const brand = await retry(() => findCollectedBrand(db, brandId));
  const state = brand && (await retry(() => readerStateOf(db, brand.organizationId, engines)));
  if (brand === null || state?.kind !== 'reads') return null;
  if (state.engine.adapter.slug !== slug || state.engine.access.model !== reader) return null;
  for (const scope of [slug, scopeOf({ engine: slug, reader })]) {
    const breaker = await retry(() => findBreaker(db, scope));
    if (breaker !== null && now() - breaker.triedAt < BREAKER_WAIT_MS) return null;
  }
  return brand.organizationId;
}

/** A job's request; null if it cannot be in a batch. */
async function requestOf({ deps: { db, retry }, engine }: OfReader, job: Job): Promise<EngineRequest | null> {
  const found = await retry(() => findReading(db, engine, job));
  if (found === null) return null;
  const {
    question,
    engine: { adapter, access },
  } = found;
  const isAsPlanned = question.isStillPlanned && question.reading?.asked === job.identity;
  if (!isAsPlanned || question.reading?.judged === null) return null;
  const [request] = adapter.next(question, access, []);
  const leftOut = await retry(() => findLeftOutFields(db, adapter.slug, access.model));
  return request === undefined ? null : withoutFields(request, leftOut);
}

/** Gives readings to a batch, with money for each: as many as the ceiling allows, by halves. */
async function take(
  { db, retry, now }: BatchDeps,
  waiting: LeasedJobs,
  batch: Batch,
  { organizationId, ids }: { readonly organizationId: number; readonly ids: readonly number[] },
): Promise<number[]> {
  const limits = await retry(() => findCollectLimits(db, organizationId));
  const nextAt = now() + HELD_MS;
  const takeSome = async (on: typeof db) => {
    for (let most = ids.length; most >= 1; most = Math.floor(most / 2)) {
      const taken = await passOn(on, waiting, { lease: batch.lease, nextAt }, ids.slice(0, most));
      const call = {
        organizationId,
        day: batch.day,
        micros: taken.length * batch.micros,
        limits,
        isReading: true,
      };
      if (taken.length === 0 || (await reserveCall(on, call))) return taken;
      await passOn(on, batch, { lease: AWAITING, nextAt });
    }
    return [];
  };
  return await retry(() => transactAtMostOnce(db, takeSome, retry));
}

/** Sends a batch. Without a reply that tells whether the provider has it, `lookAfter` asks later. */
async function send(reader: OfReader, taken: Batch, items: readonly BatchItem[]): Promise<void> {
  const { deps, engine, api } = reader;
  const replies: StoredReply[] = [];
  let batch: Batch | null = taken;
  for (;;) {
    const request = api.submit(engine.access, { token: batch.token, items }, replies);
    if (request === null) break;
    batch = await relet(reader, batch, { sentAt: deps.now() });
    if (batch === null) return;
    const [result] = await sendAll(deps, engine, [request]);
    if (result === undefined || 'failure' in result) return;
    const { status } = result.reply;
    if (status === 429 && isBusy(engine, result.reply)) return;
    if (isUnpaidStatus(status)) return await end(reader, batch, NOTHING);
    if (status < 200 || status > 299) return;
    replies.push(result.reply);
  }
  const last = replies.at(-1);
  const made = last && api.batchIn(last);
  if (made) await relet(reader, batch, { id: made.id });
}

/** Whether a refusal only means that too many requests came. */
function isBusy({ adapter }: ReadyEngine, reply: StoredReply): boolean {
  const reading = adapter.read([reply]);
  return 'fault' in reading && reading.fault === 'rate';
}

/** Stores what is new about a batch. @returns it as it is then; null if another process has it */
async function relet(
  { deps: { db, now, retry } }: OfReader,
  batch: Batch,
  change: Partial<BatchTerms>,
): Promise<Batch | null> {
  const next = { ...batch, ...change };
  const lease = batchLease(next);
  const ids = await retry(() => passOn(db, batch, { lease, nextAt: now() + HELD_MS }));
  return ids.length === 0 ? null : { ...next, lease };
}

async function lookAfter(reader: OfReader, batch: Batch): Promise<void> {
  const { now } = reader.deps;
  const isOverdue = now() - batch.sentAt > LONGEST_MS;
  if (batch.id === null) {
    const found = await findSent(reader, batch);
    if (typeof found === 'object') await relet(reader, batch, { id: found.id });
    else if (found === 'none' && !mayBeSending(reader, batch))
      await end(reader, batch, { ...NOTHING, lease: AWAITING });
    else if (found === 'running' && isOverdue) await end(reader, batch, { ...NOTHING, isFree: false });
    return;
  }
  const reply = await get(reader, reader.api.look(reader.engine.access, batch.id));
  const state = reply?.status === 200 ? reader.api.batchIn(reply) : null;
  if (state?.isPutOff) {
    // As one that was never sent, under another name: later, its jobs go into the next one.
    const sentAt = now() + PUT_OFF_MS;
    await relet(reader, batch, { token: `${batch.token}0`, sentAt, id: null });
    return;
  }
  if (state?.results) {
    const replies = await resultsOf(reader, batch, state.results);
    if (replies !== null) await end(reader, batch, { ...NOTHING, replies });
    return;
  }
  // Without a word from the provider, it may have results that are paid for.
  if (isOverdue && (state !== null || reply?.status === 404))
    await end(reader, batch, { ...NOTHING, isFree: false });
}

/** Whether a process may still be sending it: each of its requests starts anew, and ends by its deadline. */
function mayBeSending({ deps: { now }, engine }: OfReader, { sentAt }: Batch): boolean {
  return now() - sentAt < engine.deadlineMs + MOST_SKEW_MS;
}

/** The provider's batch with our token; `running` if one that runs may be it. */
async function findSent(
  reader: OfReader,
  batch: Batch,
): Promise<ProviderBatch | 'none' | 'running' | 'silent'> {
  const { api, engine, deps } = reader;
  const stored = await deps.retry(() => listBatched(deps.db, engine.adapter.slug));
  const known = new Set(stored.map(({ lease }) => batchTerms(lease).id));
  let mayRun = false;
  for (let after: string | null = null; ; ) {
    const reply: StoredReply | null = await get(reader, api.list(engine.access, after));
    if (reply?.status !== 200) return 'silent';
    const { batches, next } = api.pageIn(reply);
    for (const each of batches) {
      if (known.has(each.id) || Math.abs(each.createdAt - batch.sentAt) > NEAR_MS) continue;
      const token = each.token ?? (await tokenInResults(reader, each));
      if (token === batch.token) return each;
      mayRun ||= token === null;
    }
    const oldest = batches.at(-1)?.createdAt ?? 0;
    if (next === null || oldest < batch.sentAt - NEAR_MS) return mayRun ? 'running' : 'none';
    after = next;
  }
}

/** Whose results a batch has; null as long as it has none. */
async function tokenInResults(reader: OfReader, { results }: ProviderBatch): Promise<string | null> {
  const [path] = results ?? [];
  const reply = path === undefined ? null : await get(reader, reader.api.results(reader.engine.access, path));
  if (reply?.status !== 200) return null;
  const [customId = ''] = reader.api.resultsIn(reply).keys();
  return customId.split('-')[0] ?? '';
}

type Results = ReadonlyMap<number, Pick<StoredReply, 'status' | 'body'>>;

/** Replies by job; null if they cannot be had now. */
async function resultsOf(
  reader: OfReader,
  { token }: Batch,
  paths: readonly string[],
): Promise<Results | null> {
  const found = new Map<number, Pick<StoredReply, 'status' | 'body'>>();
  for (const path of paths) {
    const reply = await get(reader, reader.api.results(reader.engine.access, path));
    if (reply?.status !== 200) return null;
    for (const [customId, result] of reader.api.resultsIn(reply)) {
      const [of, id] = customId.split('-');
      if (of === token && result !== null) found.set(Number(id), result);
    }
  }
  return found;
}

/** The provider's reply; null without one. */
async function get({ deps, engine }: OfReader, request: EngineRequest): Promise<StoredReply | null> {
  const [result] = await sendAll(deps, engine, [request]);
  return result !== undefined && 'reply' in result ? result.reply : null;
}

interface Ending {
  readonly replies: Results;
  /** Whether jobs without a reply cost nothing; otherwise the provider may bill them. */
  readonly isFree: boolean;
  /** Who gets its jobs: whoever asks directly, or `AWAITING`. */
  readonly lease: string;
  /** Only these jobs leave it; left out for all. */
  readonly ids?: readonly number[];
}

const NOTHING: Ending = { replies: new Map(), isFree: true, lease: '' };

/** Ends a batch: stores the replies, and gives its jobs on. */
async function end(
  { deps: { db, now, retry } }: OfReader,
  batch: Batch,
  { replies, isFree, lease, ids }: Ending,
): Promise<void> {
  const { brandId, day, micros, sentAt } = batch;
  for (const job of await retry(() => listLeased(db, batch, MOST_JOBS))) {
    const result = replies.get(job.id);
    if (result === undefined) continue;
    // A reading counts from when it was asked: a later one of another model stays.
    const reply = { ...result, headers: { [ASKED]: job.identity }, askedAt: sentAt, receivedAt: sentAt };
    await retry(() => insertReplies(db, job, 0, [{ ...reply, reserved: { day, micros } }]));
  }
  const brand = await retry(() => findCollectedBrand(db, brandId));
  const release = async (on: typeof db) => {
    const ended = await passOn(on, batch, { lease, nextAt: lease === '' ? now() : now() + HELD_MS }, ids);
    const free = isFree ? ended.filter((id) => !replies.has(id)).length : 0;
    if (brand === null || free === 0) return;
    const reserved = { day, micros: free * micros };
    await settleCall(on, { organizationId: brand.organizationId, reserved, micros: 0 });
  };
  await retry(() => transactAtMostOnce(db, release, retry));
}
