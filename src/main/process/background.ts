import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { CollectedQuestion } from '../../pipeline/collect/collect.ts';
import type { SendingKind } from '../../storage/delivery/endpoints.ts';
import type { Config } from '../settings/config.ts';
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

/** The thread's file, beside this one; the build changes its extension. */
const THREAD = new URL(import.meta.url.replace(/background(\.\w+)$/, 'background-thread$1'));

/** How long one brand's evaluation may continue after the stop signal. */
const STOP_MS = 9000;

/** The wait before restarting a failed thread. */
const RESTART_MS = 60_000;

/** Keeps a thread for schedules, people's tasks, and pending alerts. Logs a failed thread, and keeps serving. */
export function startBackground(config: Config, logger: Logger, count: Count = () => {}): Background {
  const stopping = new AbortController();
  let thread: Thread | undefined;
  const keepWorking = async () => {
    while (!stopping.signal.aborted) {
      thread = startThread(config, logger, count);
      if ((await thread.ended) === 'failed') await system.sleep(RESTART_MS, stopping.signal);
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

interface Thread {
  /** Resolves when it has ended: its work, or because of an error. */
  readonly ended: Promise<'done' | 'failed'>;
  stop(): Promise<void>;
}

function startThread(config: Config, logger: Logger, count: Count): Thread {
  const worker = new Worker(THREAD, { workerData: config });
  let end: 'done' | 'failed' = 'done';
  worker.on('message', count);
  worker.on('error', (error) => {
    end = 'failed';
    count({ failed: 'thread' });
    logger.error({ err: error }, 'background work failed; restarting it');
  });
  const ended = new Promise<'done' | 'failed'>((resolve) => {
    worker.once('exit', () => resolve(end));
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
