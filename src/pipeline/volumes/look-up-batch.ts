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
import type { VolumeBatch } from './due-volumes.ts';
import type { VolumeSource } from './volume-source.ts';

export interface BatchDeps extends SendDeps, Pick<CollectDeps, 'db' | 'sleep'> {
  readonly source: VolumeSource;
  readonly stop: AbortSignal;
  /** Earliest time of the next request. */
  readonly pace: { nextAt: number };
}

export interface Payer {
  readonly organizationId: number;
  readonly limits: CollectLimits;
}

export interface BatchResult {
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
export async function lookUpBatch(deps: BatchDeps, payer: Payer, batch: VolumeBatch): Promise<BatchResult> {
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
