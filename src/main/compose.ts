import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { Dashboard } from '../dashboard/dashboard.ts';
import { storeUnavailable } from '../domain/errors.ts';
import { redactorOf } from '../domain/secrets.ts';
import { buildApp } from '../http/app.ts';
import { countFailure, type HitCounter, refuseThrottled } from '../http/quota.ts';
import type { FailureCounter } from '../pipeline/accounts/attempts.ts';
import type { ConfiguredEngines, ReadyEngine } from '../pipeline/collect/collect.ts';
import { retiringOf } from '../pipeline/collect/retirement-notices.ts';
import type { Senders } from '../pipeline/deliver/senders.ts';
import { completeFills } from '../storage/answers/fills.ts';
import { listBreakers } from '../storage/collect/breakers.ts';
import { findKey } from '../storage/directory/keys.ts';
import { lastUses, noteUse } from '../storage/directory/last-used.ts';
import { addHits, hitsOf } from '../storage/directory/limits.ts';
import { openStore, ping, type Store, type StoreOptions } from '../storage/driver/database.ts';
import type { Config } from './config.ts';
import { lossyLog } from './lossy-log.ts';
import { mcpDoor } from './mcp.ts';
import { type SecretSettings, secretsOf } from './secrets.ts';
import { NO_SENDERS } from './senders.ts';
import { type System, system } from './system.ts';

/** JSON lines on standard error, without secrets; standard output is for a command's result. */
export function loggerFor(config: Pick<Config, 'logLevel'> & SecretSettings): Logger {
  const redact = redactorOf(secretsOf(process.env, config));
  const options = {
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { streamWrite: redact },
  };
  return pino(
    options,
    lossyLog((bytes) => writeSync(STANDARD_ERROR, bytes)),
  );
}

const STANDARD_ERROR = 2;

interface OpenOptions extends Pick<StoreOptions, 'statementTimeoutMs' | 'mustExist'> {
  readonly logger?: Logger;
  /** Called while a store of an older version is brought up to date, which may take minutes, with how much is done. */
  readonly onUpgrade?: (percent: number) => void;
}

/** Opens the store that the configuration names. Pass `statementTimeoutMs` if a client is waiting for the answer. */
export async function openConfiguredStore(config: Config, options: OpenOptions = {}): Promise<Store> {
  const { logger, onUpgrade, ...rest } = options;
  return await openStore(config.databaseUrl, {
    ...rest,
    connections: config.databaseConnections,
    onUpgrade: () => onUpgrade?.(0),
    complete: (db) => completeFills(db, { onProgress: (done) => onUpgrade?.(Math.floor(100 * done)) }),
    onConnectionLost: (error) => logger?.warn({ err: error }, 'a connection to the store was lost'),
  });
}

/** What a test, or `serve`, chooses in addition to the settings. */
export interface ComposeOptions {
  readonly now?: System['now'];
  readonly drainMs?: number;
  /** Engines whose models may be about to retire, for /readyz. */
  readonly engines?: readonly ReadyEngine[];
  /** The engines that can be asked, and those that lack a key, for the dashboard. */
  readonly configured?: ConfiguredEngines;
  /** What sends alerts; nothing by default. */
  readonly senders?: Senders;
  /** Whether the store holds invented data, which every page then says. */
  readonly isDemo?: boolean;
  /** Whether others than this machine can reach the server. */
  readonly isPublic?: boolean;
}

/** Wires the HTTP door to a store. Nothing listens yet. */
export function composeApp(
  config: Pick<Config, 'trustProxy'>,
  store: Store,
  logger: Logger,
  {
    now = system.now,
    drainMs = DRAIN_MS,
    engines = [],
    configured = { ready: [], disabled: [] },
    senders = NO_SENDERS,
    isDemo = false,
    isPublic = false,
  }: ComposeOptions = {},
): FastifyInstance {
  const hits = hitsIn(store);
  return buildApp({
    db: store.main,
    now,
    requestId: () => randomUUID(),
    ping: () => withinTime(ping(store.main), READY_MS),
    stoppedEngines: async () => (await listBreakers(store.main)).map(({ engine }) => engine),
    retiringModels: () => retiringOf(engines, now()),
    findKey: (hash) => findKey(store.main, hash),
    hits,
    mcp: mcpDoor,
    dashboard: (tools) =>
      new Dashboard(
        {
          db: store.main,
          now,
          random: system.random,
          isDemo,
          isPublic,
          engines: withoutKeys(configured),
          senders,
          failures: failuresIn(hits),
          lastUses: (keyIds) => lastUses(store.limits, keyIds),
        },
        tools,
      ),
    logger,
    trustProxy: config.trustProxy,
    drainMs,
  });
}

/** Pages tell whether there is a key, and never need it. */
function withoutKeys({ ready, disabled }: ConfiguredEngines): ConfiguredEngines {
  const keyless = ready.map((engine) => ({ ...engine, access: { ...engine.access, key: '' } }));
  return { ready: keyless, disabled };
}

function hitsIn({ limits }: Store): HitCounter {
  return {
    add: (subject, window, hits) => addHits(limits, subject, window, hits),
    read: (subject, start) => hitsOf(limits, subject, start),
    noteUse: (keyId, at) => noteUse(limits, keyId, at),
  };
}

/** Failed sign-ins and failed keys of an address are counted together. */
function failuresIn(hits: HitCounter): FailureCounter {
  return {
    add: hits.add,
    refuseAddress: (client, now) => refuseThrottled(hits, client, now),
    countFailure: (client, now) => countFailure(hits, client, now),
  };
}

/** Requests in progress when the server is stopped have this long to finish. */
const DRAIN_MS = 8500;

/** A store that answers later than this is not ready; probes do not wait any longer. */
const READY_MS = 2000;

async function withinTime(work: Promise<void>, mostMs: number): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(storeUnavailable(new Error(`no answer in ${mostMs} ms`))), mostMs);
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
