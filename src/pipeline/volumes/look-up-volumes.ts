import { redactorOf } from '../../domain/access/secrets.ts';
import { dayOf } from '../../domain/time/period.ts';
import type { EngineFailure } from '../../engines/engine.ts';
import { failed } from '../../engines/engine-reading.ts';
import type { VolumeReading, VolumesFound } from '../../engines/search-volumes/volume-adapter.ts';
import { type CollectLimits, reserveCall, settleCall } from '../../storage/collect/spending.ts';
import { transactAtMostOnce } from '../../storage/driver/commit-outcome.ts';
import type { Database } from '../../storage/driver/database.ts';
import { type NewVolume, saveVolumes } from '../../storage/volumes/search-volumes.ts';
import { reportedMicros } from '../collect/job/collection-of-reply.ts';
import type { CollectDeps } from '../collect/job/job-context.ts';
import { type SendDeps, sendAll } from '../collect/job/sending.ts';
import { storeRetry } from '../collect/job/store-retry.ts';
import { type OrganizationVolumes, questionsIn, type VolumeBatch } from './due-volumes.ts';
import type { VolumeSource } from './volume-source.ts';

export interface LookupOptions {
  /** Secrets besides the source's key to redact in every reply. */
  readonly secrets: readonly string[];
  /** Send nothing more after this aborts. A request in progress finishes, because it costs money. */
  readonly stop: AbortSignal;
  readonly onProgress: (progress: { readonly done: number; readonly total: number }) => void;
}

/** Result for one organization. */
export interface LookupResult {
  /** The organization's id. */
  readonly id: number;
  /** Questions looked up, and how many of these have a figure. */
  readonly lookedUp: number;
  readonly withVolume: number;
  /** Questions that the source refuses for an unknown reason. */
  readonly refused: number;
  /** Questions still due. */
  readonly left: number;
  readonly requests: number;
  readonly micros: number;
  /** Whether a spending ceiling holds back the rest. */
  readonly isHeldBack: boolean;
  /** The last failure; null for none. */
  readonly failure: EngineFailure | null;
}

/** Most splits of a refused request in search of the bad keyword. */
const MOST_DIVISIONS = 20;

/**
 * Looks up volumes one request at a time and stores each reply. A failure that would affect the next request ends the
 * run; the next run continues.
 */
export async function lookUpVolumes(
  deps: Omit<CollectDeps, 'random'>,
  source: VolumeSource,
  organizations: readonly OrganizationVolumes[],
  { secrets, stop, onProgress }: LookupOptions,
): Promise<LookupResult[]> {
  const redact = redactorOf([source.access.key, ...secrets]);
  const asked = organizations.filter(({ notAsked }) => notAsked === null);
  const total = asked.reduce((sum, each) => sum + questionsIn(each.batches), 0);
  const askDeps: BatchDeps = { ...deps, redact, source, stop, pace: { nextAt: 0 } };
  const found: LookupResult[] = [];
  let done = 0;
  for (const organization of asked) {
    const isOver = found.some(({ failure }) => failure !== null && endsRun(failure));
    const onLookedUp = (questions: number) => {
      done += questions;
      onProgress({ done, total });
    };
    found.push(await lookUpOf(askDeps, organization, isOver, onLookedUp));
  }
  return found;
}

async function lookUpOf(
  deps: BatchDeps,
  { id, batches, limits }: OrganizationVolumes,
  isOver: boolean,
  onLookedUp: (questions: number) => void,
): Promise<LookupResult> {
  const sum = { lookedUp: 0, withVolume: 0, requests: 0, micros: 0 };
  let [refused, divisions, isHeldBack] = [0, 0, false];
  let failure: EngineFailure | null = null;
  const waiting = isOver ? [] : [...batches];
  for (let batch = waiting.shift(); batch !== undefined && !deps.stop.aborted; batch = waiting.shift()) {
    const asked = await lookUpBatch(deps, { organizationId: id, limits }, batch);
    for (const each of ['lookedUp', 'withVolume', 'requests', 'micros'] as const) sum[each] += asked[each];
    onLookedUp(asked.lookedUp);
    isHeldBack = asked.isHeldBack;
    if (isHeldBack) break;
    if (asked.failure === null) continue;
    if (asked.isAboutKeywords && batch.questions.size === 1) {
      refused += questionsIn([batch]);
    } else if (asked.isAboutKeywords && divisions < MOST_DIVISIONS) {
      divisions += 1;
      waiting.unshift(...halvesOf(batch));
    } else {
      failure = asked.failure;
      if (endsRun(failure)) break;
    }
  }
  const left = questionsIn(batches) - sum.lookedUp - refused;
  return { id, ...sum, refused, left, isHeldBack, failure };
}

/** A request refused for its market or keywords says nothing about others. */
function endsRun({ fault }: EngineFailure): boolean {
  return fault !== 'final';
}

function halvesOf(batch: VolumeBatch): VolumeBatch[] {
  const questions = [...batch.questions];
  const middle = Math.ceil(questions.length / 2);
  return [questions.slice(0, middle), questions.slice(middle)].map((half) => ({
    ...batch,
    questions: new Map(half),
  }));
}

interface BatchDeps extends SendDeps, Pick<CollectDeps, 'db' | 'sleep'> {
  readonly source: VolumeSource;
  readonly stop: AbortSignal;
  /** Earliest time of the next request. */
  readonly pace: { nextAt: number };
}

interface Payer {
  readonly organizationId: number;
  readonly limits: CollectLimits;
}

interface BatchResult {
  readonly lookedUp: number;
  readonly withVolume: number;
  readonly requests: number;
  readonly micros: number;
  /** A spending ceiling blocks the request. */
  readonly isHeldBack: boolean;
  /** Null also if nothing was sent. */
  readonly failure: EngineFailure | null;
  readonly isAboutKeywords: boolean;
}

const NOTHING: BatchResult = {
  lookedUp: 0,
  withVolume: 0,
  requests: 0,
  micros: 0,
  isHeldBack: false,
  failure: null,
  isAboutKeywords: false,
};

/** Most attempts at a request that may succeed later. */
const MOST_TRIES = 3;

/** Default wait after a failure: the source counts requests per minute. */
const RATE_WAIT_MS = 60_000;
const RETRY_WAIT_MS = 15_000;

/** Looks up one batch and stores the reply. Retries transient failures. */
async function lookUpBatch(deps: BatchDeps, payer: Payer, batch: VolumeBatch): Promise<BatchResult> {
  const spent = { requests: 0, micros: 0 };
  for (;;) {
    await waitUntil(deps, deps.pace.nextAt);
    if (deps.stop.aborted) return { ...NOTHING, ...spent };
    const reserved = { day: dayOf(deps.now()), micros: deps.source.micros };
    const retry = storeRetry(deps);
    if (!(await retry(() => reserveCall(deps.db, { ...payer, ...reserved }, retry)))) {
      return { ...NOTHING, ...spent, isHeldBack: true };
    }
    deps.pace.nextAt = deps.now() + deps.source.adapter.leastIntervalMs;
    const reading = await exchange(deps, batch);
    const micros = reportedMicros(reading.costUsd) ?? deps.source.micros;
    spent.requests += 1;
    spent.micros += micros;
    const settle = (db: Database) =>
      settleCall(db, { organizationId: payer.organizationId, reserved, micros });
    if ('volumes' in reading) {
      return { ...NOTHING, ...spent, ...(await store(deps, batch, reading, settle)) };
    }
    await retry(() => transactAtMostOnce(deps.db, settle, retry));
    const wait = waitAfter(reading.failure);
    if (wait === null || spent.requests >= MOST_TRIES) return { ...NOTHING, ...spent, ...reading };
    deps.pace.nextAt = deps.now() + wait;
  }
}

async function waitUntil({ now, sleep, stop }: BatchDeps, at: number): Promise<void> {
  const wait = at - now();
  if (wait > 0) await sleep(wait, stop);
}

/** Wait before a retry; null if a retry would not help soon. */
function waitAfter({ fault, retryAfterMs }: EngineFailure): number | null {
  if (fault !== 'rate' && fault !== 'transient') return null;
  const wait = retryAfterMs ?? (fault === 'rate' ? RATE_WAIT_MS : RETRY_WAIT_MS);
  return wait <= RATE_WAIT_MS ? wait : null;
}

async function exchange(
  deps: BatchDeps,
  { locationCode, languageCode, questions }: VolumeBatch,
): Promise<VolumeReading> {
  const { adapter, access } = deps.source;
  const keywords = [...questions.keys()];
  const request = adapter.request({ keywords, locationCode, languageCode }, access);
  const [came] = await sendAll(deps, deps.source, [request]);
  if (came === undefined || 'failure' in came) {
    const failure = came?.failure ?? failed('not_sent', 'transient');
    return { failure, costUsd: null, isAboutKeywords: false };
  }
  try {
    return adapter.read(came.reply, keywords);
  } catch {
    // A changed response format would waste every further paid request, so treat it as a configuration error.
    return { failure: failed('parse', 'config'), costUsd: null, isAboutKeywords: false };
  }
}

async function store(
  { db, now, sleep }: BatchDeps,
  { questions }: VolumeBatch,
  { volumes }: VolumesFound,
  settle: (db: Database) => Promise<void>,
): Promise<Pick<BatchResult, 'lookedUp' | 'withVolume' | 'failure'>> {
  const checkedAt = now();
  const found: NewVolume[] = [...volumes].flatMap(([keyword, volume]) =>
    (questions.get(keyword) ?? []).map((question) => ({
      ...question,
      keyword,
      volume,
      checkedAt,
    })),
  );
  const retry = storeRetry({ sleep });
  const save = async (transaction: Database) => {
    await saveVolumes(transaction, found);
    await settle(transaction);
  };
  await retry(() => transactAtMostOnce(db, save, retry));
  return {
    lookedUp: found.length,
    withVolume: found.filter(({ volume }) => volume !== null).length,
    failure: volumes.size < questions.size ? failed('unreadable_figures', 'final') : null,
  };
}
