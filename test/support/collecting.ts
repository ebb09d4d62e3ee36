import type { EngineAdapter, Settings } from '../../src/engines/engine.ts';
import {
  type CollectedQuestion,
  type CollectOptions,
  collect,
  type ReadyEngine,
} from '../../src/pipeline/collect/collect.ts';
import type { Fetch } from '../../src/pipeline/collect/job/transport.ts';
import { planNow } from '../../src/pipeline/collect/questions.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { Clock, DAY_MS, HOUR_MS, NOW, random } from './world.ts';

/** An engine whose URL is a stub. */
export function readyAt(
  adapter: EngineAdapter,
  baseUrl: string,
  more: Partial<ReadyEngine> = {},
): ReadyEngine {
  return {
    adapter,
    keyVariable: 'SIGHTLINE_STUB_KEY',
    access: { baseUrl, key: 'key', model: 'model', settings: settingsAt(adapter, baseUrl) },
    concurrency: 1,
    // No reply counts as late, however busy the machine is.
    deadlineMs: 20_000,
    micros: 10_000,
    mostMicros: more.micros ?? 10_000,
    ...more,
  };
}

/** The engine's settings, with the stub's URL everywhere and no delays. */
function settingsAt({ provider, settings = [] }: EngineAdapter, baseUrl: string): Settings {
  const declared = [...(provider.settings ?? []), ...settings];
  return Object.fromEntries(
    declared.map((each) => [
      each.name,
      URL.canParse(each.standard) ? baseUrl : (each.read('live') ?? each.standard),
    ]),
  );
}

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
