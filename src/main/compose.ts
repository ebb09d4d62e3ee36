import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import type { RandomBytes } from '../domain/base62.ts';
import { buildApp } from '../http/app.ts';
import { openStore, ping, type Store } from '../storage/database.ts';
import { findKey } from '../storage/keys.ts';
import { addHits, hitsOf } from '../storage/limits.ts';
import type { Config } from './config.ts';

/** The clock and the random source, which everything else is handed instead of reaching for them. */
export interface System {
  readonly now: () => number;
  readonly random: RandomBytes;
}

export const system: System = {
  now: () => Date.now(),
  random: (size: number) => randomBytes(size),
};

export function loggerFor(config: Config): Logger {
  return pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}

export async function openConfiguredStore(config: Config, logger?: Logger): Promise<Store> {
  return await openStore(config.databaseUrl, {
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
    ping: () => ping(store.main),
    findKey: (hash) => findKey(store.main, hash),
    hits: {
      add: (subject, window, hits) => addHits(store.limits, subject, window, hits),
      read: (subject, start) => hitsOf(store.limits, subject, start),
    },
    logger,
    trustProxy: config.trustProxy,
  });
}
