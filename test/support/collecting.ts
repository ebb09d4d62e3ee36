import {
  type CollectedQuestion,
  type CollectOptions,
  collect,
  type ReadyEngine,
} from '../../src/pipeline/collect/collect.ts';
import type { Fetch } from '../../src/pipeline/collect/job/transport.ts';
import { planNow } from '../../src/pipeline/collect/questions.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { readyAt } from './ready-engine.ts';
import { Clock, DAY_MS, HOUR_MS, NOW, random } from './world.ts';

export { readyAt };

export interface Collecting {
  readonly collected: CollectedQuestion[];
  readonly breakers: string[];
}

/** 01:00, some days after today, so the day has time for every retry. */
export function morning(days = 0): Clock {
  const clock = new Clock();
  clock.at = (Math.floor(NOW / DAY_MS) + days) * DAY_MS + HOUR_MS;
  return clock;
}

/**
 * Plans today unless done, and collects until no retry is due within an hour. Sleeping moves the clock, so
 * retries that are hours away take no time. `pace`: how often longer each sleep lasts, for fewer polls.
 */
export async function collectOn(
  store: Store,
  engines: readonly ReadyEngine[],
  {
    clock = new Clock(),
    isPlanned = false,
    fetch = globalThis.fetch as Fetch,
    pace = 1,
    ...options
  }: Partial<CollectOptions> & { clock?: Clock; isPlanned?: boolean; fetch?: Fetch; pace?: number } = {},
): Promise<Collecting> {
  const collected: CollectedQuestion[] = [];
  const breakers: string[] = [];
  if (!isPlanned) await planNow(store.main, clock.now());
  const sleep = async (milliseconds: number) => {
    clock.at += milliseconds * pace;
  };
  await collect(
    { db: store.main, now: clock.now, random, fetch: (url, init) => fetch(url, init), sleep },
    {
      engines,
      stop: new AbortController().signal,
      patienceMs: 3_600_000,
      onCollected: (each) => collected.push(each),
      onBreaker: (engine, detail) => breakers.push(`${engine}: ${detail}`),
      ...options,
    },
  );
  return { collected, breakers };
}
