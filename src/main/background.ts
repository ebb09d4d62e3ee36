import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { Logger } from 'pino';
import { formatInstant } from '../domain/instant.ts';
import {
  type Collected,
  type ConfiguredEngines,
  isFailure,
  type ReadyEngine,
} from '../pipeline/collect/collect.ts';
import { collectDaily } from '../pipeline/collect/collect-daily.ts';
import { retirementNotices } from '../pipeline/collect/retirement-notices.ts';
import { type Attempt, isDeliveryDue } from '../pipeline/deliver/deliver.ts';
import { DeliveryWorker } from '../pipeline/deliver/deliver-worker.ts';
import type { Senders } from '../pipeline/deliver/senders.ts';
import { sealDaily } from '../pipeline/intake/sealing.ts';
import type { Pruned } from '../pipeline/prune/prune.ts';
import { pruneDaily } from '../pipeline/prune/prune-daily.ts';
import { doTasks, isTaskDue } from '../pipeline/tasks/task-worker.ts';
import type { TaskDeps } from '../pipeline/tasks/working.ts';
import { watchDaily } from '../pipeline/watch/schedule.ts';
import type { WatchedBrand } from '../pipeline/watch/watch.ts';
import type { Database } from '../storage/driver/database.ts';
import { loggerFor, openConfiguredStore } from './compose.ts';
import { type Config, retentionOf } from './config.ts';
import { readEngines } from './engines.ts';
import { secretsOf } from './secrets.ts';
import { sendersOf } from './senders.ts';
import { type System, system } from './system.ts';

/** What `serve` does in addition to serving, in a separate thread with its own connection, so no request waits for it. */
export interface Background {
  stop(): Promise<void>;
}

/** What background work is counted by, in an operator's metrics. */
export type Counted = { readonly collected: Collected } | { readonly failed: Work };

type Work = 'collect' | 'watch' | 'tasks' | 'thread';

type Count = (counted: Counted) => void;

/** What the thread says: when it is needed again, or what it did. */
type Message = { readonly wakeInMs: number } | Counted;

/** How long the evaluation of one brand may continue after the stop signal. */
const STOP_MS = 9000;

/** A thread that has nothing to do for longer than this ends, which frees its memory. */
const LONGEST_IDLE_MS = 60_000;

/** A thread that failed is restarted after this long. */
const RESTART_MS = 60_000;

/** How often a process without a thread looks for a task that somebody started, or an alert to send, from here or another process. */
const LOOK_MS = 1000;

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
  const engines = readEngines(process.env);
  const senders = sendersOf(config);
  let thread: Thread | undefined;
  const keepWorking = async () => {
    for (let startAt = 0; ; ) {
      await untilNeeded(db, { engines, senders, startAt, stop: stopping.signal });
      if (stopping.signal.aborted) return;
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
  /** When the schedule needs a thread. */
  readonly startAt: number;
  readonly stop: AbortSignal;
}

/** Resolves when a thread is needed: at its time, or for a task or an alert. One that ended its thread has a lease, and is not due soon. */
async function untilNeeded(db: Database, { engines, senders, startAt, stop }: Needed): Promise<void> {
  while (!stop.aborted && system.now() < startAt) {
    // A store that does not answer has nothing to do; whoever needs it reports that.
    const isDue = async () =>
      (await isTaskDue(db, engines, system.now())) || (await isDeliveryDue(db, senders, system.now()));
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
  const worker = new Worker(new URL(import.meta.url), { workerData: config });
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

/** The thread itself. */
async function work(config: Config, port: NonNullable<typeof parentPort>): Promise<void> {
  const logger = loggerFor(config);
  const stopping = new AbortController();
  port.once('message', () => stopping.abort());
  const configured = readEngines(process.env);
  const engines = enginesFor(config, configured, logger);
  const store = await openConfiguredStore(config, { logger });
  const say = (message: Message) => port.postMessage(message);
  const deps = { db: store.main, logger, count: say };
  const secrets = secretsOf(process.env, config);
  const watch = dailyWork(config.watchAt);
  const prune = dailyWork(config.pruneAt);
  const seal = dailyWork(0);
  /** When daily work is next needed. Nothing but tasks and delivery is done until then if no engine is asked. */
  const neededAt = () => Math.min(watch.neededAt(), prune.neededAt(), seal.neededAt());
  const delivery = deliveryWorker({ ...deps, senders: sendersOf(config), stop: stopping.signal });
  const mayEnd = () =>
    engines.length === 0 && !delivery.isBusy && neededAt() - system.now() > LONGEST_IDLE_MS;
  const tasks = doingTasks({ ...deps, engines: configured, secrets, stop: stopping.signal }, mayEnd);
  try {
    await Promise.all([
      watching(config, { ...deps, sleep: watch.sleep }, stopping.signal),
      pruning(config, { ...deps, sleep: prune.sleep }, stopping.signal),
      sealing({ ...deps, sleep: seal.sleep }, stopping.signal),
      collecting(engines, deps, secrets, stopping.signal),
      delivery.run(),
      tasks.then(() => {
        say({ wakeInMs: neededAt() - system.now() });
        stopping.abort();
      }),
    ]);
  } finally {
    port.unref();
    await store.close();
  }
}

/** Work at a time of day: how it sleeps, and when it is next awake. */
function dailyWork(timeOfDay: number | null): { sleep: System['sleep']; neededAt: () => number } {
  let neededAt = timeOfDay === null ? Number.POSITIVE_INFINITY : 0;
  return {
    neededAt: () => neededAt,
    sleep: async (milliseconds, signal) => {
      neededAt = system.now() + milliseconds;
      await system.sleep(milliseconds, signal);
      neededAt = 0;
    },
  };
}

interface WorkDeps {
  readonly db: Database;
  readonly logger: Logger;
  readonly count: Count;
}

async function watching(
  { watchAt, comparisonDays }: Config,
  { logger, count, ...deps }: WorkDeps & Pick<System, 'sleep'>,
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
  const onFailure = (error: unknown) => {
    count({ failed: 'watch' });
    logger.error({ err: error }, 'looking for changes failed; will try again');
  };
  await watchDaily(
    { ...system, ...deps, onEvaluated, onFailure },
    { timeOfDay: watchAt, comparisonDays },
    stop,
  );
}

async function pruning(
  config: Config,
  { logger, ...deps }: WorkDeps & Pick<System, 'sleep'>,
  stop: AbortSignal,
): Promise<void> {
  if (config.pruneAt === null) return;
  const onPruned = ({ brands, ...rest }: Pruned) => {
    logger.info(rest, 'pruned');
    for (const each of brands) logger.info(each, 'brand pruned');
  };
  const onFailure = (error: unknown) => logger.error({ err: error }, 'pruning failed; will try again');
  const schedule = { timeOfDay: config.pruneAt, retention: retentionOf(config) };
  await pruneDaily({ ...system, ...deps, onPruned, onFailure }, schedule, stop);
}

/** Every server does this: it is little, and reports of a brand whose days stay open become slow. */
async function sealing(
  { logger, ...deps }: WorkDeps & Pick<System, 'sleep'>,
  stop: AbortSignal,
): Promise<void> {
  const onSealed = (brands: number) => logger.debug({ brands }, 'sealed days');
  const onFailure = (error: unknown) => logger.error({ err: error }, 'sealing days failed; will try again');
  await sealDaily({ ...system, ...deps, onSealed, onFailure }, stop);
}

/** Does what people start, until the thread ends; or until nothing is left to do, where it may end. */
async function doingTasks(
  { logger, count, ...deps }: WorkDeps & Pick<TaskDeps, 'engines' | 'secrets' | 'stop'>,
  mayEnd: () => boolean,
): Promise<void> {
  const onFailure: TaskDeps['onFailure'] = (task, error) => {
    count({ failed: 'tasks' });
    if (task === null) return logger.error({ err: error }, 'looking for tasks failed; will try again');
    logger.error({ err: error, task: task.publicId, kind: task.kind }, 'task failed');
  };
  const onCollected = (collected: Collected) => count({ collected });
  await doTasks({ ...system, ...deps, onFailure, onCollected }, mayEnd);
}

function deliveryWorker({
  logger,
  ...deps
}: WorkDeps & { readonly senders: Senders; readonly stop: AbortSignal }): DeliveryWorker {
  const onFailure = (error: unknown) => logger.error({ err: error }, 'sending alerts failed; will try again');
  const onAttempt = ({ endpoint: { id, kind }, alerts, outcome, retryAt = null }: Attempt) => {
    const told = { endpoint: id, kind, alerts };
    if (outcome.kind !== 'failed') return logger.info(told, 'alert delivered');
    const { detail } = outcome;
    if (retryAt === null) return logger.error({ ...told, detail }, 'alert not delivered; endpoint is paused');
    logger.warn({ ...told, detail, retry_at: formatInstant(retryAt) }, 'alert not delivered; will try again');
  };
  return new DeliveryWorker({ ...system, ...deps, onAttempt, onFailure });
}

/** The engines to ask on schedule; those without a key are logged. */
function enginesFor(
  { collect }: Config,
  { ready, disabled }: ConfiguredEngines,
  logger: Logger,
): readonly ReadyEngine[] {
  if (!collect) return [];
  for (const { engine, missing } of disabled)
    logger.info({ engine, missing }, 'engine is not asked: it has no key');
  for (const notice of retirementNotices(ready, system.now())) logger.warn(notice);
  return ready;
}

async function collecting(
  engines: readonly ReadyEngine[],
  { logger, count, ...deps }: WorkDeps,
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
      onNearlySpent: ({ organization, notice }) => logger.warn({ organization }, notice),
      onFailure: (error) => {
        count({ failed: 'collect' });
        logger.error({ err: error }, 'collecting failed; will try again');
      },
    },
    {
      engines,
      secrets,
      stop,
      onCollected: (collected) => {
        count({ collected });
        const { engine, result, detail } = collected;
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
