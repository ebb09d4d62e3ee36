import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { Logger } from 'pino';
import { watchDaily } from '../pipeline/schedule.ts';
import { loggerFor, openConfiguredStore, system } from './compose.ts';
import type { Config } from './config.ts';

/** What `serve` does beside serving, in a thread of its own with its own connection, so that no request waits for it. */
export interface Background {
  stop(): Promise<void>;
}

/** How long the evaluation of one brand may go on after it was told to stop. */
const STOP_MS = 10_000;

/** Starts the thread, or nothing where nothing is scheduled. A thread that fails is logged; serving goes on. */
export function startBackground(config: Config, logger: Logger): Background {
  if (config.watchAt === null) return { stop: async () => {} };
  const worker = new Worker(new URL(import.meta.url), { workerData: config });
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
  });
  worker.on('error', (error) => logger.error({ err: error }, 'the background work ended'));
  return {
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
async function work(config: Config): Promise<void> {
  const logger = loggerFor(config);
  const stopping = new AbortController();
  parentPort?.once('message', () => stopping.abort());
  const store = await openConfiguredStore(config, { logger });
  try {
    const deps = {
      ...system,
      db: store.main,
      sleep,
      onEvaluated: (at: number, brands: readonly { status: string; alerts: readonly unknown[] }[]) => {
        const evaluated = brands.filter(({ status }) => status === 'evaluated').length;
        const alerts = brands.reduce((sum, each) => sum + each.alerts.length, 0);
        logger.info({ at: new Date(at).toISOString(), evaluated, alerts }, 'looked for changes');
      },
      onFailure: (error: unknown) =>
        logger.error({ err: error }, 'looking for changes failed; it is tried again'),
    };
    const { watchAt, comparisonDays } = config;
    if (watchAt !== null) await watchDaily(deps, { timeOfDay: watchAt, comparisonDays }, stopping.signal);
  } finally {
    await store.close();
  }
}

async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wait(Math.max(0, milliseconds), undefined, { signal }).catch(() => {});
}

if (workerData !== null && parentPort !== null) await work(workerData as Config);
