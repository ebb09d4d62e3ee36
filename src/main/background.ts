import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { EndpointKind } from '../domain/endpoint.ts';
import type { Collected, ConfiguredEngines } from '../pipeline/collect/collect.ts';
import { engineKeysStamp } from '../pipeline/collect/engine-keys.ts';
import { isDeliveryDue } from '../pipeline/deliver/deliver.ts';
import { isReportDue } from '../pipeline/deliver/report-mails.ts';
import type { Senders } from '../pipeline/deliver/senders.ts';
import { isTaskDue } from '../pipeline/tasks/task-worker.ts';
import type { Database } from '../storage/driver/database.ts';
import type { Config } from './config.ts';
import { engineSettings, readEngines } from './engines.ts';
import { sendersOf } from './senders.ts';
import { system } from './system.ts';

/** What `serve` does in addition to serving, in a separate thread with its own connection, so no request waits for it. */
export interface Background {
  stop(): Promise<void>;
}

/** What background work is counted by, in an operator's metrics. */
export type Counted =
  | { readonly collected: Collected }
  | { readonly attempted: CountedAttempt }
  | { readonly pruned: CountedPruning }
  | { readonly failed: Work };

/** An attempt to send alerts. */
export interface CountedAttempt {
  readonly kind: EndpointKind;
  readonly result: 'sent' | 'failed' | 'paused';
}

/** What pruning removed, in rows by what they are of, and the bytes that it gave back. */
export interface CountedPruning {
  readonly rows: Readonly<Record<string, number>>;
  readonly bytes: number;
}

type Work = 'collect' | 'watch' | 'tasks' | 'deliver' | 'prune' | 'seal' | 'thread';

export type Count = (counted: Counted) => void;

/** What the thread says: when it is needed again, or what it did. */
export type Message = { readonly wakeInMs: number } | Counted;

/** The thread's own file, beside this one, whose ending changes when it is built. */
const THREAD = new URL(import.meta.url.replace(/background(\.\w+)$/, 'background-thread$1'));

/** How long the evaluation of one brand may continue after the stop signal. */
const STOP_MS = 9000;

/** A thread that failed is restarted after this long. */
const RESTART_MS = 60_000;

/** How often a process without a thread looks for a task that somebody started, or an alert to send, from here or another process. */
export const LOOK_MS = 1000;

/**
 * Keeps a thread while there is work: what is scheduled, tasks that people start, and alerts to send. A failed thread is logged, and serving
 * continues.
 */
export function startBackground(
  config: Config,
  logger: Logger,
  db: Database,
  count: Count = () => {},
): Background {
  const stopping = new AbortController();
  const senders = sendersOf(config);
  let thread: Thread | undefined;
  const keepWorking = async () => {
    let stamp: string | null = null;
    for (let startAt = 0; ; ) {
      const env = await engineSettings(process.env, db, config).catch(() => process.env);
      const engines = readEngines(env);
      await untilNeeded(db, { engines, senders, stamp, startAt, stop: stopping.signal });
      if (stopping.signal.aborted) return;
      // Before the thread reads them: one that is entered meanwhile only starts another thread.
      stamp = await engineKeysStamp(db).catch(() => null);
      thread = startThread(config, logger, count);
      startAt = system.now() + (await thread.ended);
    }
  };
  const working = keepWorking();
  return {
    stop: async () => {
      stopping.abort();
      await thread?.stop();
      await working;
    },
  };
}

interface Needed {
  readonly engines: ConfiguredEngines;
  readonly senders: Senders;
  /** Of the keys of engines that the last thread began with. */
  readonly stamp: string | null;
  /** When the schedule needs a thread. */
  readonly startAt: number;
  readonly stop: AbortSignal;
}

/**
 * Resolves when a thread is needed: at its time, for a task, an alert, or a report, or because a key of an engine was entered or removed. One that
 * ended its thread has a lease, and is not due soon.
 */
async function untilNeeded(db: Database, { engines, senders, stamp, startAt, stop }: Needed): Promise<void> {
  while (!stop.aborted && system.now() < startAt) {
    // A store that does not answer has nothing to do; whoever needs it reports that.
    const isDue = async () =>
      (await isTaskDue(db, engines, system.now())) ||
      (await isDeliveryDue(db, senders, system.now())) ||
      (await isReportDue(db, senders, system.now())) ||
      (await engineKeysStamp(db)) !== stamp;
    if (await isDue().catch(() => false)) return;
    await system.sleep(LOOK_MS, stop);
  }
}

interface Thread {
  /** Resolves when it has ended, with the milliseconds until it needs to start again. */
  readonly ended: Promise<number>;
  stop(): Promise<void>;
}

function startThread(config: Config, logger: Logger, count: Count): Thread {
  const worker = new Worker(THREAD, { workerData: config });
  let wakeInMs = RESTART_MS;
  worker.on('message', (message: Message) => {
    if ('wakeInMs' in message) wakeInMs = message.wakeInMs;
    else count(message);
  });
  worker.on('error', (error) => {
    count({ failed: 'thread' });
    logger.error({ err: error }, 'background work failed; restarting it');
  });
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
