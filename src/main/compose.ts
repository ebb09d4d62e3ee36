import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import type { RandomBytes } from '../domain/base62.ts';
import { storeUnavailable } from '../domain/errors.ts';
import { redactorOf } from '../domain/secrets.ts';
import { buildApp } from '../http/app.ts';
import type { Fetch } from '../pipeline/collect/transport.ts';
import { listBreakers } from '../storage/collect/breakers.ts';
import { findKey } from '../storage/directory/keys.ts';
import { addHits, hitsOf } from '../storage/directory/limits.ts';
import { openStore, ping, type Store, type StoreOptions } from '../storage/driver/database.ts';
import type { Config } from './config.ts';
import { secretsOf } from './secrets.ts';

/** The clock, the random source and the network, which everything else is handed instead of reaching for them. */
export interface System {
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly fetch: Fetch;
  /** Resolves after so long, or when the signal is given. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export const system: System = {
  now: () => Date.now(),
  random: (size: number) => randomBytes(size),
  fetch: (url, init) => fetch(url, init),
  sleep: async (milliseconds, signal) => {
    await wait(Math.max(0, milliseconds), undefined, { signal }).catch(() => {});
  },
};

/** JSON lines on standard error, without secrets; standard output is for what a command answers. */
export function loggerFor(config: Config): Logger {
  const redact = redactorOf(secretsOf(process.env, config));
  const options = {
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { streamWrite: redact },
  };
  return pino(options, pino.destination({ dest: 2, sync: true }));
}

/** Opens the store that the configuration names. Pass `statementTimeoutMs` where a client waits for the answer. */
export async function openConfiguredStore(
  config: Config,
  options: Pick<StoreOptions, 'statementTimeoutMs' | 'mustExist'> & { logger?: Logger } = {},
): Promise<Store> {
  const { logger, ...rest } = options;
  return await openStore(config.databaseUrl, {
    ...rest,
    connections: config.databaseConnections,
    onConnectionLost: (error) => logger?.warn({ err: error }, 'a connection to the store was lost'),
  });
}

/** Wires the HTTP door to a store. Nothing listens yet. */
export function composeApp(
  config: Pick<Config, 'trustProxy'>,
  store: Store,
  logger: Logger,
  { now }: Pick<System, 'now'> = system,
): FastifyInstance {
  return buildApp({
    db: store.main,
    now,
    requestId: () => randomUUID(),
    ping: () => withinTime(ping(store.main), READY_MS),
    stoppedEngines: async () => (await listBreakers(store.main)).map(({ engine }) => engine),
    findKey: (hash) => findKey(store.main, hash),
    hits: {
      add: (subject, window, hits) => addHits(store.limits, subject, window, hits),
      read: (subject, start) => hitsOf(store.limits, subject, start),
    },
    logger,
    trustProxy: config.trustProxy,
  });
}

/** A store that answers later than this is not ready; probes do not wait for longer. */
const READY_MS = 2000;

async function withinTime(work: Promise<void>, mostMs: number): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(storeUnavailable(new Error(`no answer in ${mostMs} ms`))), mostMs);
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
