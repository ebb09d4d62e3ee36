import type { Logger } from 'pino';
import { BRIEF_WAITS_MS, storeRetry } from '../pipeline/collect/store-retry.ts';
import { openStore, type Store, type StoreOptions } from '../storage/driver/database.ts';
import type { Replica } from '../storage/driver/replica.ts';
import { isPostgresUrl } from '../storage/driver/store-url.ts';
import { limitPanelCache } from '../storage/panel/cache.ts';
import type { Config } from './config.ts';
import { system } from './system.ts';

interface OpenOptions
  extends Pick<StoreOptions, 'statementTimeoutMs' | 'mustExist' | 'observer' | 'onUpgrade'> {
  readonly logger?: Logger;
}

/** Opens the store that the configuration names. Pass `statementTimeoutMs` if a client is waiting for the answer. */
export async function openConfiguredStore(config: Config, options: OpenOptions = {}): Promise<Store> {
  const { logger, ...rest } = options;
  const { databaseUrl, databaseConnections: connections } = config;
  const open = () =>
    openStore(databaseUrl, {
      ...rest,
      connections,
      onConnectionLost: (error) => logger?.warn({ err: error }, 'a connection to the store was lost'),
    });
  // What can be cut while it is opened.
  const store = isPostgresUrl(databaseUrl)
    ? await storeRetry(system, { waitsMs: BRIEF_WAITS_MS })(open)
    : await open();
  limitPanelCache(store.main, config.panelMb * 2 ** 20);
  return store;
}

/** A replica that does not say how far it is in this time is not waited for. */
const REPLICA_MS = 1000;

/** Opens the replica that the configuration names, for reports; null if it names none. */
export async function openConfiguredReplica(
  config: Config,
  store: Store,
  options: { readonly logger: Logger; readonly statementTimeoutMs: number },
): Promise<Replica | null> {
  const { logger, statementTimeoutMs } = options;
  if (config.readUrl === '') return null;
  const { Replica } = await import('../storage/driver/replica.ts');
  return await Replica.open(store, config.readUrl, system.now(), {
    connections: config.databaseConnections,
    statementTimeoutMs,
    mostLagMs: config.readLagSeconds * 1000,
    mostWaitMs: REPLICA_MS,
    onConnectionLost: (error) => logger.warn({ err: error }, 'a connection to the replica was lost'),
    onChange: (problem, cause) => {
      if (problem === null) logger.info('reports are read from the replica');
      else logger.warn({ problem, err: cause }, 'reports are not read from the replica');
    },
  });
}
