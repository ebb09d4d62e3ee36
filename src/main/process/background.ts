import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { CollectedQuestion, ConfiguredEngines } from '../../pipeline/collect/collect.ts';
import { engineKeysStamp } from '../../pipeline/collect/keys/engine-keys.ts';
import { isDeliveryDue } from '../../pipeline/deliver/deliver.ts';
import type { Senders } from '../../pipeline/deliver/senders.ts';
import { isTaskDue } from '../../pipeline/tasks/task-worker.ts';
import type { SendingKind } from '../../storage/delivery/endpoints.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { Config } from '../settings/config.ts';
import { engineSettings, readEngines } from '../settings/engines.ts';
import { sendersOf } from './senders.ts';
import { system } from './system.ts';

/** `serve`'s other work, in a separate thread with its own connection, so no request waits for it. */
export interface Background {
  stop(): Promise<void>;
}

/** Background work for the operator's metrics. */
export type Counted =
  | { readonly collected: CollectedQuestion }
  /** A model's attempt to read an answer. */
  | { readonly read: CollectedQuestion }
  | { readonly attempted: CountedAttempt }
  | { readonly pruned: CountedPruning }
  | { readonly failed: Work };

/** An attempt to send alerts, or a report. */
export interface CountedAttempt {
  readonly kind: SendingKind;
  readonly result: 'sent' | 'failed' | 'paused';
}

/** Removed rows by kind, and the bytes freed. */
export interface CountedPruning {
  readonly rows: Readonly<Record<string, number>>;
  readonly bytes: number;
}

type Work =
  | 'collect'
  | 'read'
  | 'watch'
  | 'tasks'
  | 'deliver'
  | 'prune'
  | 'pack'
  | 'pages'
  | 'lists'
  | 'thread';

export type Count = (counted: Counted) => void;

/** A message from the thread: its next time, or work done. */
export type Message = { readonly wakeInMs: number } | Counted;

/** The thread's file, beside this one; the build changes its extension. */
const THREAD = new URL(import.meta.url.replace(/background(\.\w+)$/, 'background-thread$1'));

/** How long one brand's evaluation may continue after the stop signal. */
const STOP_MS = 9000;

/** The wait before restarting a failed thread. */
const RESTART_MS = 60_000;

/** How often a process without a thread checks for new tasks and pending alerts, from any process. */
export const LOOK_MS = 1000;

/** Keeps a thread while there is work: schedules, people's tasks, and pending alerts. Logs a failed thread, and keeps serving. */
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
      // Before the thread reads them: a key added in between only starts another thread.
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
  /** The engine keys' version that the last thread used. */
  readonly stamp: string | null;
  /** When the schedule needs a thread. */
  readonly startAt: number;
  readonly stop: AbortSignal;
}

/**
 * Resolves when a thread is needed: at its time, for a task, an alert, or a report, or after an engine key changed. A
 * task whose thread ended has a lease, and is not due soon.
 */
async function untilNeeded(db: Database, { engines, senders, stamp, startAt, stop }: Needed): Promise<void> {
  while (!stop.aborted && system.now() < startAt) {
    // A store that fails has no work; its users report the failure.
    const isDue = async () =>
      (await isTaskDue(db, engines, system.now())) ||
      (await isDeliveryDue(db, senders, system.now())) ||
      (await engineKeysStamp(db)) !== stamp;
    if (await isDue().catch(() => false)) return;
    await system.sleep(LOOK_MS, stop);
  }
}

interface Thread {
  /** Resolves when it has ended, with the milliseconds until its next start. */
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
