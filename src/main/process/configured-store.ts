import type { Logger } from 'pino';
import { BRIEF_WAITS_MS, storeRetry } from '../../pipeline/collect/job/store-retry.ts';
import { declareOwnEngines, declareStoredEngines } from '../../pipeline/collect/keys/own-engines.ts';
import { type Database, openStore, type Store, type StoreOptions } from '../../storage/driver/database.ts';
import { isPostgresUrl } from '../../storage/driver/store-url.ts';
import { limitPanelCache } from '../../storage/panel/cache.ts';
import type { Config } from '../settings/config.ts';
import { system } from './system.ts';

interface OpenOptions
  extends Pick<StoreOptions, 'statementTimeoutMs' | 'mustExist' | 'observer' | 'onUpgrade'> {
  readonly logger?: Logger;
}

/** Opens the configured store. Pass `statementTimeoutMs` if a client is waiting. */
export async function openConfiguredStore(config: Config, options: OpenOptions = {}): Promise<Store> {
  const { logger, ...rest } = options;
  const { databaseUrl, databaseConnections: connections } = config;
  const open = () =>
    openStore(databaseUrl, {
      ...rest,
      connections,
      onConnectionLost: (error) => logger?.warn({ err: error }, 'lost a connection to the store'),
    });
  // The connections to cut while it opens.
  const store = isPostgresUrl(databaseUrl)
    ? await storeRetry(system, { waitsMs: BRIEF_WAITS_MS })(open)
    : await open();
  limitPanelCache(store.main, config.panelMb * 2 ** 20);
  await declareEnginesOf(config, store);
  return store;
}

/** Makes the operator's own engines known to reports. Fails if the store cannot have them. */
async function declareEnginesOf(config: Config, store: Store): Promise<void> {
  try {
    // Loads their adapters only if there are any.
    const own = config.ownEngines === '' ? [] : (await import('./own-engines.ts')).addOwnEngines(config);
    await declareOwnEngines(store.main, own);
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** How late a process learns of an engine that another one has stored. */
const LEARN_MS = 2000;

/** Learns of engines that other processes store, until it stops. */
export async function learnEngines(db: Database, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await system.sleep(LEARN_MS, stop);
    // A store that fails has no news; its users report the failure.
    if (!stop.aborted) await declareStoredEngines(db).catch(() => {});
  }
}
