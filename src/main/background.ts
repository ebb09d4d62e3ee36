import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { Logger } from 'pino';
import { formatInstant } from '../domain/instant.ts';
import { type Collected, isFailure, type ReadyEngine } from '../pipeline/collect/collect.ts';
import { collectDaily } from '../pipeline/collect/collect-daily.ts';
import { retirementNotices } from '../pipeline/collect/retirement-notices.ts';
import { watchDaily } from '../pipeline/watch/schedule.ts';
import type { WatchedBrand } from '../pipeline/watch/watch.ts';
import type { Database } from '../storage/driver/database.ts';
import { loggerFor, openConfiguredStore } from './compose.ts';
import type { Config } from './config.ts';
import { readEngines } from './engines.ts';
import { secretsOf } from './secrets.ts';
import { type System, system } from './system.ts';

/** What `serve` does in addition to serving, in a separate thread with its own connection, so no request waits for it. */
export interface Background {
  stop(): Promise<void>;
}

/** How long the evaluation of one brand may continue after the stop signal. */
const STOP_MS = 9000;

/** A thread that has nothing to do for longer than this ends, which frees its memory. */
const LONGEST_IDLE_MS = 60_000;

/** A thread that failed is restarted after this long. */
const RESTART_MS = 60_000;

/** Starts the work, or nothing if nothing is scheduled. A failed thread is logged, and serving continues. */
export function startBackground(config: Config, logger: Logger): Background {
  if (config.watchAt === null && !config.collect) return { stop: async () => {} };
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let thread: Thread | undefined;
  const start = () => {
    thread = startThread(config, logger);
    void thread.ended.then((wakeInMs) => {
      thread = undefined;
      if (!isStopping) timer = setTimeout(start, wakeInMs);
    });
  };
  start();
  return {
    stop: async () => {
      isStopping = true;
      clearTimeout(timer);
      await thread?.stop();
    },
  };
}

interface Thread {
  /** Resolves when it has ended, with the milliseconds until it needs to start again. */
  readonly ended: Promise<number>;
  stop(): Promise<void>;
}

function startThread(config: Config, logger: Logger): Thread {
  const worker = new Worker(new URL(import.meta.url), { workerData: config });
  let wakeInMs = RESTART_MS;
  worker.on('message', (milliseconds: number) => {
    wakeInMs = milliseconds;
  });
  worker.on('error', (error) => logger.error({ err: error }, 'background work failed; restarting it'));
  const ended = new Promise<number>((resolve) => {
    worker.once('exit', () => resolve(wakeInMs));
  });
  return {
    ended,
    stop: async () => {
      worker.postMessage('stop');
      const late = new AbortController();
      await Promise.race([ended, wait(STOP_MS, undefined, { signal: late.signal })]);
      late.abort();
      await worker.terminate();
    },
  };
}

/** The thread itself. */
async function work(config: Config, port: NonNullable<typeof parentPort>): Promise<void> {
  const logger = loggerFor(config);
  const stopping = new AbortController();
  port.once('message', () => stopping.abort());
  const engines = enginesFor(config, logger);
  const store = await openConfiguredStore(config, { logger });
  /** If there is nothing else to do, the thread ends instead of sleeping for a long time. */
  const sleepOrEnd: System['sleep'] = async (milliseconds, signal) => {
    if (engines.length > 0 || milliseconds <= LONGEST_IDLE_MS)
      return await system.sleep(milliseconds, signal);
    port.postMessage(milliseconds);
    stopping.abort();
  };
  try {
    await Promise.all([
      watching(config, { db: store.main, logger, sleep: sleepOrEnd }, stopping.signal),
      collecting(engines, { db: store.main, logger }, secretsOf(process.env, config), stopping.signal),
    ]);
  } finally {
    port.unref();
    await store.close();
  }
}

interface WorkDeps {
  readonly db: Database;
  readonly logger: Logger;
}

async function watching(
  { watchAt, comparisonDays }: Config,
  { logger, ...deps }: WorkDeps & Pick<System, 'sleep'>,
  stop: AbortSignal,
): Promise<void> {
  if (watchAt === null) return;
  const onEvaluated = (at: number, brands: readonly WatchedBrand[]) => {
    const evaluated = brands.filter(({ status }) => status === 'evaluated').length;
    const alerts = brands.reduce((sum, each) => sum + each.alerts.length, 0);
    const told = { at: formatInstant(at), evaluated, alerts };
    logger[evaluated > 0 ? 'info' : 'debug'](told, 'looked for changes');
    for (const { brand, alerts: raised } of brands) {
      for (const { id, kind } of raised) logger.info({ brand, kind, alert: id }, 'alert raised');
    }
  };
  const onFailure = (error: unknown) =>
    logger.error({ err: error }, 'looking for changes failed; will try again');
  await watchDaily(
    { ...system, ...deps, onEvaluated, onFailure },
    { timeOfDay: watchAt, comparisonDays },
    stop,
  );
}

/** The engines to ask; those without a key are logged. */
function enginesFor({ collect }: Config, logger: Logger): readonly ReadyEngine[] {
  if (!collect) return [];
  const { ready, disabled } = readEngines(process.env);
  for (const { engine, missing } of disabled)
    logger.info({ engine, missing }, 'engine is not asked: it has no key');
  for (const notice of retirementNotices(ready, system.now())) logger.warn(notice);
  return ready;
}

async function collecting(
  engines: readonly ReadyEngine[],
  { logger, ...deps }: WorkDeps,
  secrets: readonly string[],
  stop: AbortSignal,
): Promise<void> {
  if (engines.length === 0) return;
  const counts = new Map<string, number>();
  await collectDaily(
    {
      ...system,
      ...deps,
      onRun: () => {
        for (const [key, questions] of counts) {
          const collected = JSON.parse(key) as Collected;
          logger[isFailure(collected.result) ? 'warn' : 'info']({ ...collected, questions }, 'collected');
        }
        counts.clear();
      },
      onFailure: (error) => logger.error({ err: error }, 'collecting failed; will try again'),
    },
    {
      engines,
      secrets,
      stop,
      onCollected: ({ engine, result, detail }) => {
        const key = JSON.stringify({ engine, result, detail });
        counts.set(key, (counts.get(key) ?? 0) + 1);
      },
      onLeftOut: (engine, field) =>
        logger.warn({ engine, field }, 'engine does not know a request field; omitting it from now on'),
      onBreaker: (engine, detail) =>
        logger.error({ engine, detail }, 'engine is stopped until something is changed'),
    },
  );
}

if (workerData !== null && parentPort !== null) await work(workerData as Config, parentPort);
