import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { Logger } from 'pino';
import { watchDaily } from '../pipeline/schedule.ts';
import type { WatchedBrand } from '../pipeline/watch.ts';
import { loggerFor, openConfiguredStore, system } from './compose.ts';
import type { Config } from './config.ts';

/** What `serve` does beside serving, in a thread of its own with its own connection, so that no request waits for it. */
export interface Background {
  stop(): Promise<void>;
}

/** How long the evaluation of one brand may go on after it was told to stop. */
const STOP_MS = 10_000;

/** A thread that has nothing to do for longer than this ends, and its memory with it. */
const LONGEST_IDLE_MS = 60_000;

/** A thread that failed is started again after this long. */
const RESTART_MS = 60_000;

/** Starts the work, or nothing where nothing is scheduled. A thread that fails is logged; serving goes on. */
export function startBackground(config: Config, logger: Logger): Background {
  if (config.watchAt === null) return { stop: async () => {} };
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
  /** Resolves when it has ended, with how long it need not be started again, in milliseconds. */
  readonly ended: Promise<number>;
  stop(): Promise<void>;
}

function startThread(config: Config, logger: Logger): Thread {
  const worker = new Worker(new URL(import.meta.url), { workerData: config });
  let wakeInMs = RESTART_MS;
  worker.on('message', (milliseconds: number) => {
    wakeInMs = milliseconds;
  });
  worker.on('error', (error) =>
    logger.error({ err: error }, 'the background work failed; it is started again'),
  );
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
  const { watchAt, comparisonDays } = config;
  if (watchAt === null) return;
  const logger = loggerFor(config);
  const stopping = new AbortController();
  port.once('message', () => stopping.abort());
  const store = await openConfiguredStore(config, { logger });
  const deps = {
    ...system,
    db: store.main,
    onEvaluated: (at: number, brands: readonly WatchedBrand[]) => {
      const evaluated = brands.filter(({ status }) => status === 'evaluated').length;
      const alerts = brands.reduce((sum, each) => sum + each.alerts.length, 0);
      const told = { at: new Date(at).toISOString(), evaluated, alerts };
      logger[evaluated > 0 ? 'info' : 'debug'](told, 'looked for changes');
      for (const { brand, alerts: raised } of brands) {
        for (const { id, kind } of raised) logger.info({ brand, kind, alert: id }, 'alert raised');
      }
    },
    onFailure: (error: unknown) =>
      logger.error({ err: error }, 'looking for changes failed; it is tried again'),
    sleep: async (milliseconds: number) => {
      if (milliseconds <= LONGEST_IDLE_MS) {
        await wait(milliseconds, undefined, { signal: stopping.signal }).catch(() => {});
        return;
      }
      port.postMessage(milliseconds);
      stopping.abort();
    },
  };
  try {
    await watchDaily(deps, { timeOfDay: watchAt, comparisonDays }, stopping.signal);
  } finally {
    port.unref();
    await store.close();
  }
}

if (workerData !== null && parentPort !== null) await work(workerData as Config, parentPort);
