import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { buildApp } from '../http/app.ts';
import { openStore, ping, type Store } from '../storage/database.ts';
import { findKey } from '../storage/keys.ts';
import { addHits, hitsOf } from '../storage/limits.ts';
import type { Config } from './config.ts';

/** What the rest of the program is handed instead of reaching for it. */
export const system = {
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
export function composeApp(config: Config, store: Store, logger: Logger): FastifyInstance {
  return buildApp({
    db: store.main,
    now: system.now,
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
