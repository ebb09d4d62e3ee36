import { DAY_MS, dayOf } from '../../domain/time/period.ts';
import { replaceModelEnds } from '../../storage/collect/model-ends.ts';
import { claimDailyJob } from '../../storage/daily-job-claims.ts';
import type { CollectDeps } from './job/job-context.ts';
import type { ReadyEngine } from './job/ready-engine.ts';
import { send } from './job/transport.ts';

export interface ModelEndDeps extends Pick<CollectDeps, 'db' | 'fetch' | 'now' | 'sleep'> {
  /** Sightline could not read a vendor's list. Stored dates stay; the next day retries. */
  readonly onUnread: (provider: string, detail: string) => void;
  /** The store failed; the run retries. */
  readonly onFailure: (error: unknown) => void;
}

const DEADLINE_MS = 30_000;

const RETRY_MS = 5 * 60_000;

/** No vendor lists more. At 2,000 bytes each, they fill a statement. */
const MOST_MODELS = 1000;

/** Reads the vendors' shutdown dates once a day, in one process per store, until the signal aborts. */
export async function readModelEndsDaily(
  deps: ModelEndDeps,
  engines: readonly ReadyEngine[],
  stop: AbortSignal,
): Promise<void> {
  const { db, now, sleep } = deps;
  const asked = engines.filter(({ adapter }) => adapter.provider.modelEnds !== undefined);
  while (asked.length > 0 && !stop.aborted) {
    try {
      const day = dayOf(now());
      if (await claimDailyJob(db, 'model ends', day)) await readModelEnds(deps, asked);
      await sleep((day + 1) * DAY_MS - now(), stop);
    } catch (error) {
      deps.onFailure(error);
      await sleep(RETRY_MS, stop);
    }
  }
}

/** Requests each provider's list with the key of its first engine, and stores the dates. */
async function readModelEnds(deps: ModelEndDeps, engines: readonly ReadyEngine[]): Promise<void> {
  const byProvider = Map.groupBy(engines, ({ adapter }) => adapter.provider.slug);
  for (const [provider, [engine]] of byProvider) {
    const ends = engine && (await endsOf(deps, engine));
    if (typeof ends === 'string') deps.onUnread(provider, ends);
    else if (ends) {
      await deps.db
        .transaction()
        .execute((transaction) => replaceModelEnds(transaction, provider, ends, deps.now()));
    }
  }
}

/** @returns the list, or a code for the failure */
async function endsOf({ fetch }: Pick<ModelEndDeps, 'fetch'>, { adapter, access }: ReadyEngine) {
  const { modelEnds } = adapter.provider;
  if (modelEnds === undefined) return [];
  const sent = await send(fetch, modelEnds.request(access), DEADLINE_MS);
  if ('failure' in sent) return sent.failure.detail;
  if (sent.reply.status !== 200) return `http_${sent.reply.status}`;
  try {
    const ends = modelEnds.read(sent.reply);
    const each = new Map(ends.map((end) => [end.model, end]));
    return each.size > MOST_MODELS ? 'too_many' : [...each.values()];
  } catch {
    return 'parse';
  }
}
