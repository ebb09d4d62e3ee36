import { parentPort, workerData } from 'node:worker_threads';
import type { Logger } from 'pino';
import { formatInstant } from '../../domain/time/instant.ts';
import {
  type CollectedQuestion,
  type ConfiguredEngines,
  isFailure,
  type ReadyEngine,
} from '../../pipeline/collect/collect.ts';
import { collectDaily } from '../../pipeline/collect/collect-daily.ts';
import { engineKeysStamp, openedKeys } from '../../pipeline/collect/keys/engine-keys.ts';
import { type Attempt, type DeliverDeps, deliveryLane } from '../../pipeline/deliver/deliver.ts';
import { composeReport, type ReportMail } from '../../pipeline/deliver/report-mails.ts';
import type { Senders } from '../../pipeline/deliver/senders.ts';
import { packDaily } from '../../pipeline/intake/pack-daily.ts';
import { readAnswers } from '../../pipeline/judge/read-answers.ts';
import { type PruneResult, removedRows } from '../../pipeline/prune/prune.ts';
import { pruneDaily } from '../../pipeline/prune/prune-daily.ts';
import { type FetchCounts, fetchDaily } from '../../pipeline/site/fetch-daily.ts';
import type { TaskDeps } from '../../pipeline/tasks/task-context.ts';
import { taskLanes } from '../../pipeline/tasks/task-worker.ts';
import type { RefreshedLists } from '../../pipeline/traffic/refresh-lists.ts';
import { watchDaily } from '../../pipeline/watch/schedule.ts';
import type { WatchedBrand } from '../../pipeline/watch/watch.ts';
import { doWork, type Lane } from '../../pipeline/worker.ts';
import type { Database } from '../../storage/driver/database.ts';
import { type Config, retentionOf, scheduleOf } from '../settings/config.ts';
import { engineSettings, providersSet, readEngines } from '../settings/engines.ts';
import { secretKeyOf } from '../settings/secret-key.ts';
import { secretsOf } from '../settings/secrets.ts';
import type { Count, Counted } from './background.ts';
import { learnEngines, openConfiguredStore } from './configured-store.ts';
import { loggerFor } from './logger.ts';
import { sendersOf } from './senders.ts';
import { PUBLIC_REACH, publicSites } from './site-reader.ts';
import { system } from './system.ts';
import { TextThreads } from './text-threads.ts';

/** The thread reads one brand's answers after another, and few twice. */
const MOST_PANEL_MB = 8;

async function work(config: Config, port: NonNullable<typeof parentPort>): Promise<void> {
  const stopping = new AbortController();
  port.once('message', () => stopping.abort());
  const panelMb = Math.min(config.panelMb, MOST_PANEL_MB);
  const store = await openConfiguredStore({ ...config, panelMb }, { logger: loggerFor(config) });
  const stamp = await engineKeysStamp(store.main);
  const settings = await engineSettings(process.env, store.main, config);
  const logger = loggerFor(config, settings);
  const configured = readEngines(settings);
  await warnOfClosedKeys(config, store.main, logger);
  const engines = enginesFor(config, configured, logger);
  const count = (counted: Counted) => port.postMessage(counted);
  const deps = { db: store.main, logger, count };
  const sites = publicSites(new TextThreads());
  const secrets = secretsOf(settings, config);
  const { readers = [] } = configured;
  const stop = stopping.signal;
  const lanes = [
    ...lanesOfTasks({ ...deps, engines: configured, secrets, sites, stop }),
    laneOfDeliveries({ ...deps, senders: sendersOf(config), stop }),
  ];
  try {
    await Promise.all([
      watching(config, deps, stop),
      pruning(config, deps, stop),
      packing(deps, stop),
      fetching(config, { ...deps, sites }, stop),
      refreshing(config, deps, stop),
      collecting(engines, deps, secrets, stop),
      reading(readers, deps, secrets, stop),
      learnEngines(store.main, stop),
      doWork({ ...system, stop }, lanes),
      untilKeysChange(store.main, stamp, stop).then(() => stopping.abort()),
    ]);
  } finally {
    port.unref();
    await store.close();
  }
}

/** The log names entered keys that this server would use and cannot decrypt: its engines silently stay without answers otherwise. */
async function warnOfClosedKeys(config: Config, db: Database, logger: Logger): Promise<void> {
  const inEnvironment = providersSet(process.env);
  const providers = [...(await openedKeys(db, secretKeyOf(config)))].flatMap(([provider, key]) =>
    key === null && !inEnvironment.has(provider) ? [provider] : [],
  );
  if (providers.length === 0) return;
  const words =
    'cannot open the entered keys of these providers: restore SIGHTLINE_SECRET_KEY or the key file, or enter the keys again';
  logger.warn({ providers }, words);
}

/** How often it looks whether an engine key was added or removed. */
const LOOK_MS = 1000;

/** Resolves when one was: the thread then ends, and another starts with the new keys. */
async function untilKeysChange(db: Database, stamp: string, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await system.sleep(LOOK_MS, stop);
    // A store that fails has no news; its users report the failure.
    if (stop.aborted || (await engineKeysStamp(db).catch(() => stamp)) !== stamp) return;
  }
}

interface WorkDeps {
  readonly db: Database;
  readonly logger: Logger;
  readonly count: Count;
}

async function watching(
  config: Config,
  { logger, count, ...deps }: WorkDeps,
  stop: AbortSignal,
): Promise<void> {
  if (config.watchAt === null) return;
  const onEvaluated = (at: number, brands: readonly WatchedBrand[]) => {
    const evaluated = brands.filter(({ status }) => status === 'evaluated').length;
    const alerts = brands.reduce((sum, each) => sum + each.alerts.length, 0);
    const told = { at: formatInstant(at), evaluated, alerts };
    logger[evaluated > 0 ? 'info' : 'debug'](told, 'checked for changes');
    for (const { brand, alerts: raised } of brands) {
      for (const { id, kind } of raised) logger.info({ brand, kind, alert: id }, 'alert raised');
    }
  };
  const onFailure = (error: unknown) => {
    count({ failed: 'watch' });
    logger.error({ err: error }, 'checking for changes failed; will try again');
  };
  await watchDaily({ ...system, ...deps, onEvaluated, onFailure }, scheduleOf(config), stop);
}

async function pruning(
  config: Config,
  { logger, count, ...deps }: WorkDeps,
  stop: AbortSignal,
): Promise<void> {
  if (config.pruneAt === null) return;
  const onPruned = (pruned: PruneResult) => {
    const { brands, purged, ...rest } = pruned;
    const [rows, bytes] = [removedRows(pruned), rest.given_back_bytes ?? 0];
    count({ pruned: { rows, bytes } });
    const isNothing = bytes === 0 && Object.values(rows).every((removed) => removed === 0);
    logger[isNothing ? 'debug' : 'info'](rest, 'pruned');
    for (const each of brands) logger.info(each, 'brand pruned');
    for (const each of purged) logger.info(each, 'deleted brand removed');
  };
  const onFailure = (error: unknown) => {
    count({ failed: 'prune' });
    logger.error({ err: error }, 'pruning failed; will try again');
  };
  const schedule = { timeOfDay: config.pruneAt, retention: retentionOf(config) };
  await pruneDaily({ ...system, ...deps, onPruned, onFailure }, schedule, stop);
}

async function fetching(
  { pageFetches }: Config,
  { logger, count, ...deps }: WorkDeps & Pick<TaskDeps, 'sites'>,
  stop: AbortSignal,
): Promise<void> {
  if (pageFetches === 0) return;
  const onFetched = (fetched: FetchCounts) => logger.info(fetched, 'fetched pages');
  const onFailure = (error: unknown) => {
    count({ failed: 'pages' });
    logger.error({ err: error }, 'fetching pages failed; will try again');
  };
  await fetchDaily({ ...system, ...deps, onFetched, onFailure }, pageFetches, stop);
}

async function refreshing(
  { addressLists }: Config,
  { logger, count, ...deps }: WorkDeps,
  stop: AbortSignal,
): Promise<void> {
  if (addressLists === 'shipped') return;
  const onRefreshed = ({ read, failed }: RefreshedLists) => {
    if (read.length > 0) logger.info({ lists: read }, 'read lists of addresses');
    const some = Object.keys(failed).length > 0;
    if (some) logger.warn({ failed }, 'cannot read lists of addresses; will try again tomorrow');
  };
  const onFailure = (error: unknown) => {
    count({ failed: 'lists' });
    logger.error({ err: error }, 'reading lists of addresses failed; will try again');
  };
  const { refreshListsDaily } = await import('../../pipeline/traffic/refresh-lists.ts');
  await refreshListsDaily({ ...system, ...deps, reach: PUBLIC_REACH, onRefreshed, onFailure }, stop);
}

/** Every server does this: it is little work, and reports slow down without it. */
async function packing({ logger, count, ...deps }: WorkDeps, stop: AbortSignal): Promise<void> {
  const onPacked = (brands: number) => logger.debug({ brands }, 'rolled up days');
  const onFailure = (error: unknown) => {
    count({ failed: 'pack' });
    logger.error({ err: error }, 'rolling up days failed; will try again');
  };
  await packDaily({ ...system, ...deps, onPacked, onFailure }, stop);
}

function lanesOfTasks({
  logger,
  count,
  ...deps
}: WorkDeps & Pick<TaskDeps, 'engines' | 'secrets' | 'sites' | 'stop'>): Lane[] {
  const onFailure: TaskDeps['onFailure'] = (task, error) => {
    count({ failed: 'tasks' });
    if (task === null) return logger.error({ err: error }, 'checking for tasks failed; will try again');
    logger.error({ err: error, task: task.publicId, kind: task.kind }, 'task failed');
  };
  const onCollected = (collected: CollectedQuestion) => count({ collected });
  return taskLanes({
    ...system,
    ...deps,
    prospectReport: reportsOf(deps.db).prospectReport,
    onFailure,
    onCollected,
  });
}

/** The first due report loads the report code. */
function reportsOf(db: Database) {
  const composer = async () => {
    const { reportComposer } = await import('../../reports/client/composer.ts');
    return reportComposer({ ...system, db });
  };
  const prospectReport: TaskDeps['prospectReport'] = async (...of) =>
    await (await composer()).prospect(...of);
  return { composer, prospectReport };
}

function laneOfDeliveries({
  logger,
  count,
  ...deps
}: WorkDeps & { readonly senders: Senders; readonly stop: AbortSignal }): Lane {
  const onFailure = (error: unknown) => {
    count({ failed: 'deliver' });
    logger.error({ err: error }, 'sending alerts failed; will try again');
  };
  const onAttempt = ({ endpoint: { id, kind }, alerts, outcome, retryAt = null }: Attempt) => {
    const told = kind === 'report' ? { mail: id } : { endpoint: id, kind, alerts };
    const what = kind === 'report' ? 'report' : 'alert';
    const result = outcome.kind !== 'failed' ? 'sent' : retryAt === null ? 'paused' : 'failed';
    count({ attempted: { kind, result } });
    if (outcome.kind !== 'failed') return logger.info(told, `${what} delivered`);
    const { detail } = outcome;
    if (retryAt === null) return logger.error({ ...told, detail }, 'alert not delivered; endpoint paused');
    logger.warn(
      { ...told, detail, retry_at: formatInstant(retryAt) },
      `${what} not delivered; will try again`,
    );
  };
  const compose = async (held: ReportMail) => {
    const composer = await reportsOf(deps.db).composer();
    return await composeReport({ ...system, ...deps, composer }, held);
  };
  const told: DeliverDeps['toldChange'] = async (alert) => {
    const { toldChange } = await import('../../reports/client/told-change.ts');
    return await toldChange({ ...system, db: deps.db }, alert);
  };
  const words = { composeReport: compose, toldChange: told };
  return deliveryLane({ ...system, ...deps, onAttempt, ...words }, onFailure);
}

/** The engines to ask on schedule. One log line lists the others by their missing key. */
function enginesFor(
  { collect }: Config,
  { ready, disabled }: ConfiguredEngines,
  logger: Logger,
): readonly ReadyEngine[] {
  if (!collect) return [];
  const missing = Object.groupBy(disabled, (each) => each.missing);
  if (disabled.length > 0) {
    const engines = Object.entries(missing).map(([key, each = []]) => [
      key,
      each.map(({ engine }) => engine),
    ]);
    // Few servers ask every engine, and the dashboard shows what a brand lacks.
    logger.debug({ missing: Object.fromEntries(engines) }, 'not asking engines without a key');
  }
  return ready;
}

async function collecting(
  engines: readonly ReadyEngine[],
  { logger, count, ...deps }: WorkDeps,
  secrets: readonly string[],
  stop: AbortSignal,
): Promise<void> {
  if (engines.length === 0) return;
  const tally = new ResultTally();
  await collectDaily(
    {
      ...system,
      ...deps,
      onRun: () => tally.log(logger, 'questions', 'collected'),
      onNearlySpent: ({ organization, notice }) => logger.warn({ organization }, notice),
      onFailure: (error) => {
        count({ failed: 'collect' });
        logger.error({ err: error }, 'collecting failed; will try again');
      },
    },
    {
      ...troublesIn(logger),
      engines,
      secrets,
      stop,
      onCollected: (collected) => {
        count({ collected });
        tally.add(collected);
      },
    },
  );
}

/** Has models read answers, for the organizations that chose one. */
async function reading(
  readers: readonly ReadyEngine[],
  { logger, count, ...deps }: WorkDeps,
  secrets: readonly string[],
  stop: AbortSignal,
): Promise<void> {
  if (readers.length === 0) return;
  const tally = new ResultTally();
  const onRun = () => tally.log(logger, 'answers', 'read by a model');
  const onFailure = (error: unknown) => {
    count({ failed: 'read' });
    logger.error({ err: error }, 'reading answers failed; will try again');
  };
  const onCollected = (read: CollectedQuestion) => {
    count({ read });
    tally.add(read);
  };
  const options = { ...troublesIn(logger), engines: readers, secrets, stop, onCollected };
  await readAnswers({ ...system, ...deps, onRun, onFailure }, options);
}

function troublesIn(logger: Logger) {
  return {
    onLeftOut: (engine: string, field: string) =>
      logger.warn({ engine, field }, 'engine does not know a request field; omitting it from now on'),
    onBreaker: (engine: string, detail: string) =>
      logger.error({ engine, detail }, 'engine stopped: fix its key or settings'),
  };
}

/** Counts equal results of a run, to log each once. */
class ResultTally {
  readonly #counts = new Map<string, number>();

  add({ engine, result, detail }: CollectedQuestion): void {
    const key = JSON.stringify({ engine, result, detail });
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  log(logger: Logger, counted: string, what: string): void {
    for (const [key, count] of this.#counts) {
      const result = JSON.parse(key) as CollectedQuestion;
      logger[isFailure(result.result) ? 'warn' : 'info']({ ...result, [counted]: count }, what);
    }
    this.#counts.clear();
  }
}

if (workerData !== null && parentPort !== null) await work(workerData as Config, parentPort);
