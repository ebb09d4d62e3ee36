import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Dashboard } from '../dashboard/dashboard.ts';
import { type AppDeps, buildApp } from '../http/app.ts';
import type { RequestObserver } from '../http/observed-requests.ts';
import { countFailure, type HitCounter, refuseThrottled } from '../http/quota.ts';
import type { AttemptObserver } from '../pipeline/accounts/attempts.ts';
import type { FailureCounter } from '../pipeline/accounts/failure-counter.ts';
import type { ConfiguredEngines } from '../pipeline/collect/collect.ts';
import { pricesOf } from '../pipeline/collect/cost.ts';
import type { EngineKeySettings } from '../pipeline/collect/engine-keys.ts';
import { retiringOf } from '../pipeline/collect/retirement-notices.ts';
import type { ApplyFiles } from '../pipeline/declare/apply-files.ts';
import type { Senders } from '../pipeline/deliver/senders.ts';
import type { SiteReader } from '../pipeline/site/site-reader.ts';
import type { KeptObserver } from '../reports/run/kept-reports.ts';
import { listBreakers } from '../storage/collect/breakers.ts';
import { findKeys } from '../storage/directory/keys.ts';
import { lastUses, noteUses, type Use } from '../storage/directory/last-used.ts';
import { addHits, type HitsOf, hitsOf, type NewHits } from '../storage/directory/limits.ts';
import { capabilitiesOf } from '../storage/driver/capabilities.ts';
import { type Database, ping, type Store } from '../storage/driver/database.ts';
import { inBatches } from '../storage/driver/in-batches.ts';
import type { Replica } from '../storage/driver/replica.ts';
import { applyFilesInThread } from './apply-files.ts';
import type { Config } from './config.ts';
import { NO_ENGINE_KEYS } from './engine-keys.ts';
import { mcpDoor } from './mcp.ts';
import { NO_SENDERS } from './senders.ts';
import { publicSites } from './site-reader.ts';
import { type System, system } from './system.ts';
import { withinTime } from './within-time.ts';

/** What a test, or `serve`, chooses in addition to the settings. */
export interface ComposeOptions {
  readonly now?: System['now'];
  readonly drainMs?: number;
  /**
   * The engines that can be asked now, and those that lack a key.
   *
   * @param db what the request holds: another connection could wait for the one that it has
   */
  readonly engines?: (db: Database) => Promise<ConfiguredEngines>;
  /** Whether engines are asked on a schedule: only then /readyz says which of their models retire. */
  readonly isCollecting?: boolean;
  /** How keys of engines are entered and tried. */
  readonly engineKeys?: EngineKeySettings;
  /** What sends alerts; nothing by default. */
  readonly senders?: Senders;
  /** What reads the pages of a site; those of the public internet by default. */
  readonly sites?: SiteReader;
  /** Whether the store holds invented data, which every page then says. */
  readonly isDemo?: boolean;
  /** Whether others than this machine can reach the server. */
  readonly isPublic?: boolean;
  readonly observer?: RequestObserver | undefined;
  readonly keptObserver?: KeptObserver | undefined;
  /** How many days a new key may work; null for any number. */
  readonly maxKeyDays?: number | null;
  readonly onSignIn?: AttemptObserver['onAttempt'] | undefined;
  /** Where reports are read from, if it is complete enough. */
  readonly replica?: Replica | null;
  /** What reads and writes apply files; a thread by default. */
  readonly files?: ApplyFiles;
  /** The pages beside the API; the dashboard by default. */
  readonly pages?: AppDeps['dashboard'];
}

/** Wires the HTTP door to a store. Nothing listens yet. */
export function composeApp(
  config: Pick<Config, 'trustProxy' | 'keptReportsMb' | 'databaseConnections'>,
  store: Store,
  logger: Logger,
  {
    now = system.now,
    drainMs = DRAIN_MS,
    engines = async () => ({ ready: [], disabled: [] }),
    isCollecting = false,
    engineKeys = NO_ENGINE_KEYS,
    senders = NO_SENDERS,
    sites = publicSites(),
    isDemo = false,
    isPublic = false,
    observer,
    keptObserver,
    onSignIn,
    maxKeyDays = null,
    replica = null,
    files = applyFilesInThread(),
    pages,
  }: ComposeOptions = {},
): FastifyInstance {
  const hits = hitsIn(store);
  const dashboard: AppDeps['dashboard'] = (tools) =>
    new Dashboard(
      {
        db: store.main,
        now,
        random: system.random,
        files,
        isDemo,
        isPublic,
        engines: async (db) => withoutKeys(await engines(db)),
        engineKeys,
        senders,
        sites,
        maxKeyDays,
        failures: failuresIn(hits),
        signIns: {
          onAttempt: (result) => onSignIn?.(result),
          onGuessing: (guessing) => logger.warn(guessing, 'many wrong passwords for one account'),
        },
        lastUses: (keyIds) => lastUses(store.limits, keyIds),
      },
      tools,
    );
  return buildApp({
    db: store.main,
    replica,
    prices: async (db) => pricesOf(await engines(db)),
    now,
    requestId: () => randomUUID(),
    ping: () => withinTime(ping(store.main), READY_MS),
    stoppedEngines: async () => (await listBreakers(store.main)).map(({ engine }) => engine),
    retiringModels: async () => (isCollecting ? retiringOf((await engines(store.main)).ready, now()) : []),
    findKey: inBatches((hashes: readonly string[]) => findKeys(store.main, hashes)),
    hits,
    mcp: mcpDoor,
    dashboard: pages ?? dashboard,
    logger,
    trustProxy: config.trustProxy,
    // Whatever runs beside shares this thread with it. Long scans let others have their turns.
    runsAtOnce: capabilitiesOf(store.main).mostReaders ?? config.databaseConnections,
    elapsed: system.elapsed,
    keptBytes: config.keptReportsMb * 2 ** 20,
    drainMs,
    observer,
    keptObserver,
  });
}

/** Pages tell whether there is a key, and never need it. */
function withoutKeys({ ready, disabled }: ConfiguredEngines): ConfiguredEngines {
  const keyless = ready.map((engine) => ({ ...engine, access: { ...engine.access, key: '' } }));
  return { ready: keyless, disabled };
}

/** Requests that wait in this process are counted by one statement. */
function hitsIn({ limits }: Store): HitCounter {
  const add = inBatches((added: readonly NewHits[]) => addHits(limits, added));
  const read = inBatches((asked: readonly HitsOf[]) => hitsOf(limits, asked));
  const note = inBatches(async (uses: readonly Use[]) => {
    await noteUses(limits, uses);
    return [];
  });
  return {
    add: (subject, window, hits) => add({ subject, window, hits }),
    read: (subject, start) => read({ subject, start }),
    noteUse: (subject, at) => note({ subject, at }),
  };
}

/** Failed sign-ins and failed keys of an address are counted together. */
function failuresIn(hits: HitCounter): FailureCounter {
  return {
    add: hits.add,
    read: hits.read,
    refuseAddress: (client, now) => refuseThrottled(hits, client, now),
    countFailure: (client, now) => countFailure(hits, client, now),
  };
}

/** Requests in progress when the server is stopped have this long to finish. */
const DRAIN_MS = 8500;

/** A store that answers later than this is not ready; probes do not wait any longer. */
const READY_MS = 2000;
