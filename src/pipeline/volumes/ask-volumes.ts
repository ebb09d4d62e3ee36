import { dayOf } from '../../domain/period.ts';
import type { EngineFailure } from '../../engines/engine.ts';
import { failed } from '../../engines/engine-reading.ts';
import type { VolumeReading, VolumesFound } from '../../engines/search-volumes/volume-adapter.ts';
import { type CollectLimits, reserveCall, settleCall } from '../../storage/collect/spending.ts';
import type { Database } from '../../storage/driver/database.ts';
import { transactOnce } from '../../storage/driver/once.ts';
import { type NewVolume, saveVolumes } from '../../storage/volumes/search-volumes.ts';
import { reportedMicros } from '../collect/collection-of-reply.ts';
import type { CollectDeps } from '../collect/job-context.ts';
import { type SendDeps, sendAll } from '../collect/sending.ts';
import { storeRetry } from '../collect/store-retry.ts';
import type { VolumeBatch } from './due-volumes.ts';
import type { VolumeSource } from './volume-source.ts';

export interface AskDeps extends SendDeps, Pick<CollectDeps, 'db' | 'sleep'> {
  readonly source: VolumeSource;
  readonly stop: AbortSignal;
  /** When the next request may be sent. */
  readonly pace: { nextAt: number };
}

/** Who pays. */
export interface Payer {
  readonly organizationId: number;
  readonly limits: CollectLimits;
}

/** What came of asking for one batch. */
export interface Asked {
  readonly lookedUp: number;
  readonly withVolume: number;
  readonly requests: number;
  readonly micros: number;
  /** A ceiling does not allow the request. */
  readonly isHeldBack: boolean;
  /** Null also where it was not sent. */
  readonly failure: EngineFailure | null;
  readonly isAboutKeywords: boolean;
}

const NOTHING: Asked = {
  ...{ lookedUp: 0, withVolume: 0, requests: 0, micros: 0 },
  ...{ isHeldBack: false, failure: null, isAboutKeywords: false },
};

/** What may succeed next time is asked this often. */
const MOST_TRIES = 3;

/** How long the source is left alone after a failure, unless it says so itself: it counts requests by the minute. */
const RATE_WAIT_MS = 60_000;
const RETRY_WAIT_MS = 15_000;

/** Asks for one batch and stores what came back, again where a failure may pass. */
export async function askFor(deps: AskDeps, payer: Payer, batch: VolumeBatch): Promise<Asked> {
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
    await retry(() => transactOnce(deps.db, settle, retry));
    const wait = waitAfter(reading.failure);
    if (wait === null || spent.requests >= MOST_TRIES) return { ...NOTHING, ...spent, ...reading };
    deps.pace.nextAt = deps.now() + wait;
  }
}

async function waitUntil({ now, sleep, stop }: AskDeps, at: number): Promise<void> {
  const wait = at - now();
  if (wait > 0) await sleep(wait, stop);
}

/** How long to wait before the request is sent again; null if that would not help, or not soon. */
function waitAfter({ fault, retryAfterMs }: EngineFailure): number | null {
  if (fault !== 'rate' && fault !== 'transient') return null;
  const wait = retryAfterMs ?? (fault === 'rate' ? RATE_WAIT_MS : RETRY_WAIT_MS);
  return wait <= RATE_WAIT_MS ? wait : null;
}

async function exchange(
  deps: AskDeps,
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
    // Whatever changed over there would make every further request useless, and it is paid for.
    return { failure: failed('parse', 'config'), costUsd: null, isAboutKeywords: false };
  }
}

async function store(
  { db, now, sleep }: AskDeps,
  { questions }: VolumeBatch,
  { volumes }: VolumesFound,
  settle: (db: Database) => Promise<void>,
): Promise<Pick<Asked, 'lookedUp' | 'withVolume' | 'failure'>> {
  const checkedAt = now();
  const found: NewVolume[] = [...volumes].flatMap(([keyword, volume]) =>
    (questions.get(keyword) ?? []).map((question) => ({
      ...question,
      ...{ keyword, volume, checkedAt },
    })),
  );
  const retry = storeRetry({ sleep });
  const save = async (transaction: Database) => {
    await saveVolumes(transaction, found);
    await settle(transaction);
  };
  await retry(() => transactOnce(db, save, retry));
  return {
    lookedUp: found.length,
    withVolume: found.filter(({ volume }) => volume !== null).length,
    failure: volumes.size < questions.size ? failed('unreadable_figures', 'final') : null,
  };
}
