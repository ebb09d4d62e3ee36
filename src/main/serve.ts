import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Listening } from '../cli/shared/deps.ts';
import { API_PREFIX } from '../domain/access/api-prefix.ts';
import { isLoopback } from '../domain/web/client-address.ts';
import { firstLink, hasUsers } from '../pipeline/accounts/links.ts';
import type { Store } from '../storage/driver/database.ts';
import { isPostgresUrl } from '../storage/driver/store-url.ts';
import { panelCacheOf } from '../storage/panel/cache.ts';
import { composeApp } from './compose.ts';
import { startBackground } from './process/background.ts';
import { listenRefusal } from './process/cannot-listen.ts';
import { learnEngines, openConfiguredStore } from './process/configured-store.ts';
import { engineKeySettings } from './process/engine-keys.ts';
import { loggerFor } from './process/logger.ts';
import type { Measuring, ServedMetrics } from './process/metrics.ts';
import { addOwnEngines } from './process/own-engines.ts';
import { sendersOf } from './process/senders.ts';
import { END_SIGNALS, saveMemory, system } from './process/system.ts';
import type { Config } from './settings/config.ts';
import { engineSettings, readEngines } from './settings/engines.ts';
import { signOnOf } from './settings/sign-on.ts';
import { unknownVariables } from './settings/unknown-variables.ts';

/**
 * From the signal to the end of the process, with any number of open connections. Half a second less than documented, because a busy
 * process receives a signal late, and containers are killed after 10 seconds.
 */
const SHUTDOWN_MS = 9500;

/** No report comes near it; a slower store is not fit to serve. */
const STATEMENT_TIMEOUT_MS = 10_000;

export interface ServeOptions {
  readonly isDemo?: boolean;
  readonly version: string;
}

/**
 * Serves the API until a signal (`END_SIGNALS`), then finishes requests in progress and closes the store.
 *
 * @param onListening called once
 */
export async function serve(
  config: Config,
  onListening: (listening: Listening) => void,
  { isDemo = false, version }: ServeOptions,
): Promise<void> {
  saveMemory();
  outliveOutput();
  const logger = loggerFor(config);
  addOwnEngines(config);
  for (const name of unknownVariables(process.env)) logger.warn({ name }, 'ignoring unknown setting');
  // An invalid engine setting prevents the start, like any other.
  readEngines(process.env);
  const measured = await measuredBy(config, version);
  const senders = sendersOf(config);
  const onProblem = (reason: string) => logger.warn({ reason }, 'single sign-on failed');
  const signOn = isDemo ? null : signOnOf(config, { ...system, onProblem });
  const store = await openConfiguredStore(config, {
    logger,
    observer: measured?.store,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    onUpgrade: () => logger.info('bringing the store up to date'),
  });
  measured?.onPanel(() => panelCacheOf(store.main).counts);
  try {
    const app = composeApp(config, store, logger, {
      engines: async (db) => readEngines(await engineSettings(process.env, db, config)),
      engineKeys: engineKeySettings(process.env, store.main, config),
      senders,
      signOn,
      isDemo,
      isPublic: !isDemo && config.host !== 'localhost' && !isLoopback(config.host),
      observer: measured?.requests,
      reportCache: { onReport: measured?.onReport },
      onSignIn: measured?.onSignIn,
      maxKeyDays: config.maxKeyDays,
      publicUrl: config.publicUrl,
    });
    const metrics = measured && (await startMetrics(config, measured, logger));
    const told = stopSignal();
    await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw listenRefusal(config, error);
    });
    const base = baseOf(app.server.address(), config.host);
    const setUpLink = isDemo || config.oidcOnly ? null : await setUpLinkOf(store, base);
    const background = startBackground(config, logger, measured?.count);
    const stopping = new AbortController();
    const learning = learnEngines(store.main, stopping.signal);
    // After the startup log lines.
    onListening({ baseUrl: `${base}${API_PREFIX}`, dashboard: `${config.publicUrl || base}/`, setUpLink });
    const signal = await told;
    logger.info({ signal }, 'stopping');
    exitAfter(SHUTDOWN_MS, logger);
    metrics?.close();
    stopping.abort();
    await Promise.all([app.close(), background.stop(), learning]);
  } finally {
    await store.close();
  }
}

/** Counters for `/metrics`; loads and counts nothing without them. */
async function measuredBy(
  { metricsPort, databaseUrl }: Config,
  version: string,
): Promise<Measuring | undefined> {
  if (metricsPort === null) return undefined;
  const { measuring } = await import('./process/metrics.ts');
  const database = isPostgresUrl(databaseUrl) ? 'postgresql' : 'sqlite';
  return measuring({ version, node: process.versions.node, database });
}

async function startMetrics(
  { metricsHost, metricsPort }: Config,
  measured: Measuring,
  logger: Logger,
): Promise<ServedMetrics> {
  const { serveMetrics } = await import('./process/metrics.ts');
  const served = await serveMetrics(measured.exposition(logger), {
    host: metricsHost,
    port: metricsPort ?? 0,
  });
  logger.info({ url: served.url }, 'serving metrics');
  return served;
}

/** The link to create the first user, while nobody can sign in. */
async function setUpLinkOf({ main }: Store, base: string): Promise<string | null> {
  if (await hasUsers(main)) return null;
  const { path } = await firstLink({ ...system, db: main });
  return `${base}${path}`;
}

/** A command ends when its output fails; a server continues without the line about its address. */
function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.removeAllListeners('error').on('error', () => {});
}

/** Ends the process even if a store does not finish a statement. The timer does not keep a process alive. */
function exitAfter(milliseconds: number, logger: Logger): void {
  const late = setTimeout(() => {
    logger.warn('not everything ended in time');
    process.exit();
  }, milliseconds);
  late.unref();
}

async function stopSignal(): Promise<string> {
  return await Promise.race(END_SIGNALS.map(async (name) => once(process, name).then(() => name)));
}

function baseOf(address: unknown, host: string): string {
  const { port } = address as { port: number };
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`;
}
