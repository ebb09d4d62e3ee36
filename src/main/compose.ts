import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Dashboard } from '../dashboard/dashboard.ts';
import { PAGES } from '../dashboard/pages/index.ts';
import type { PageRoute } from '../dashboard/route.ts';
import type { OutsideTexts } from '../dashboard/visit/outside-texts.ts';
import { audienceOf, issuerOf } from '../domain/access/oauth.ts';
import { storeUnavailable } from '../domain/errors.ts';
import { type AppDeps, buildApp } from '../http/app.ts';
import { countFailure, type HitCounter, refuseThrottled } from '../http/quota.ts';
import type { RequestObserver } from '../http/wire/observed-requests.ts';
import type { AttemptObserver } from '../pipeline/accounts/attempts.ts';
import type { FailureCounter } from '../pipeline/accounts/failure-counter.ts';
import { disconnect, exchange } from '../pipeline/accounts/oauth.ts';
import { OAuthClients } from '../pipeline/accounts/oauth-clients.ts';
import type { SignOn } from '../pipeline/accounts/session-check.ts';
import type { ConfiguredEngines, ReadyEngine } from '../pipeline/collect/collect.ts';
import { pricesOf } from '../pipeline/collect/cost.ts';
import type { EngineKeySettings } from '../pipeline/collect/keys/engine-keys.ts';
import { sheetOf } from '../pipeline/declare/sheet-links.ts';
import type { Senders } from '../pipeline/deliver/senders.ts';
import type { SiteReader } from '../pipeline/site/site-reader.ts';
import { drainOf, takeBatch } from '../pipeline/traffic/drain.ts';
import { listBreakers } from '../storage/collect/breakers.ts';
import { lastUses, noteUse } from '../storage/directory/access/last-used.ts';
import { addHits, countHits } from '../storage/directory/access/limits.ts';
import { findKey } from '../storage/directory/keys.ts';
import { capabilitiesOf } from '../storage/driver/capabilities.ts';
import { type Database, ping, type Store } from '../storage/driver/database.ts';
import { readDocument } from './process/documents.ts';
import { NO_ENGINE_KEYS } from './process/engine-keys.ts';
import { handleMcp } from './process/mcp.ts';
import { drainsIn, outsideTextsIn } from './process/outside-texts.ts';
import { NO_SENDERS } from './process/senders.ts';
import { fetchClientDocument, publicSites } from './process/site-reader.ts';
import { type System, system } from './process/system.ts';
import { TextThreads } from './process/text-threads.ts';
import type { Config } from './settings/config.ts';

/** Options for a test, or for `serve`, besides the settings. */
export interface ComposeOptions {
  readonly now?: System['now'];
  readonly random?: System['random'];
  readonly drainMs?: number;
  /**
   * The engines with a key, and those without.
   *
   * @param db the request's connection: another one could wait for it
   */
  readonly engines?: (db: Database) => Promise<ConfiguredEngines>;
  readonly engineKeys?: EngineKeySettings;
  /** Alert senders; none by default. */
  readonly senders?: Senders;
  /** Threads for texts from outside. */
  readonly threads?: Pick<TextThreads, 'run'>;
  /** Site reader; by default for the public internet. */
  readonly sites?: SiteReader;
  /** Whether the store has sample data, which every page then says. */
  readonly isDemo?: boolean;
  /** Whether other machines can reach the server. */
  readonly isPublic?: boolean;
  readonly observer?: RequestObserver | undefined;
  readonly reportCache?: AppDeps['reportCache'];
  /** The setting; without one, no assistant can connect by OAuth. */
  readonly publicUrl?: string;
  /** Fetches a document that describes an OAuth client; by default from the public internet. */
  readonly fetchClient?: typeof fetchClientDocument;
  /** A new key's longest life, in days; null for no limit. */
  readonly maxKeyDays?: number | null;
  /** Single sign-on; none by default. */
  readonly signOn?: SignOn | null;
  readonly onSignIn?: AttemptObserver['onAttempt'] | undefined;
  /** Reads texts from outside; in threads by default. */
  readonly texts?: OutsideTexts;
  /** The pages beside the API; the dashboard by default. */
  readonly pages?: AppDeps['dashboard'];
  /** The dashboard's routes; all of them by default. */
  readonly routes?: readonly PageRoute[];
}

/** Connects the HTTP interface to a store. Nothing listens yet. */
export function composeApp(
  config: Pick<Config, 'trustProxy' | 'databaseConnections'>,
  store: Store,
  logger: Logger,
  {
    now = system.now,
    random = system.random,
    drainMs = DRAIN_MS,
    engines = async () => ({ ready: [], disabled: [] }),
    engineKeys = NO_ENGINE_KEYS,
    senders = NO_SENDERS,
    threads = new TextThreads(),
    sites = publicSites(threads),
    isDemo = false,
    isPublic = false,
    observer,
    reportCache = {},
    publicUrl = '',
    fetchClient = fetchClientDocument,
    onSignIn,
    signOn = null,
    maxKeyDays = null,
    texts = outsideTextsIn(threads),
    pages,
    routes = PAGES,
  }: ComposeOptions = {},
): FastifyInstance {
  const hits = hitsIn(store);
  const failures = failuresIn(hits);
  const issuer = issuerOf(publicUrl);
  const { secretKey } = engineKeys;
  const clients = new OAuthClients({ fetchDocument: fetchClient, secretKey, random, now });
  const oauth = issuer === null ? null : { issuer, audience: audienceOf(issuer), clients };
  const tokens = { db: store.main, random, isSignOnOnly: signOn?.isOnly };
  const dashboard: AppDeps['dashboard'] = (tools) =>
    new Dashboard(
      {
        db: store.main,
        now,
        random,
        texts,
        isDemo,
        isPublic,
        engines: async (db) => withoutKeys(await engines(db)),
        engineKeys,
        senders,
        sites,
        sleep: system.sleep,
        maxKeyDays,
        signOn,
        oauth,
        failures,
        signIns: {
          onAttempt: (result) => onSignIn?.(result),
          onGuessing: (guessing) => logger.warn(guessing, `many wrong ${guessing.what} for one account`),
        },
        lastUses: (keyIds) => lastUses(store.limits, keyIds),
      },
      tools,
      routes,
    );
  return buildApp({
    db: store.main,
    prices: async (db) => pricesOf(await engines(db)),
    engines,
    explain: texts.explain,
    random,
    now,
    requestId: () => randomUUID(),
    ping: () => withTimeout(ping(store.main), READY_MS),
    stoppedEngines: async () => (await listBreakers(store.main)).map(({ engine }) => engine),
    findKey: (hash) => findKey(store.main, hash),
    hits,
    readDocument,
    findDrain: async (token) => {
      const drain = await drainOf(store.main, token);
      const deps = { db: store.main, now, random, secretKey, read: drainsIn(threads) };
      return drain && { ...drain, take: (batch, admitted) => takeBatch(deps, drain, { ...batch, admitted }) };
    },
    findSheet: (token, at) => sheetOf(store.main, token, at),
    mcp: handleMcp,
    oauth: oauth && {
      ...oauth,
      exchange: (request, at) => exchange({ ...tokens, audience: oauth.audience }, request, at),
      disconnect: (token, at) => disconnect(store.main, token, at),
    },
    dashboard: pages ?? dashboard,
    logger,
    trustProxy: config.trustProxy,
    // SQLite shares this thread with its readers. Long scans yield to others.
    runsAtOnce: capabilitiesOf(store.main).mostReaders ?? config.databaseConnections,
    elapsed: system.elapsed,
    drainMs,
    observer,
    reportCache,
  });
}

/** Pages show whether there is a key, and never need it. */
function withoutKeys({ ready, disabled, readers = [] }: ConfiguredEngines): ConfiguredEngines {
  const keyless = (engine: ReadyEngine) => ({ ...engine, access: { ...engine.access, key: '' } });
  return { ready: ready.map(keyless), disabled, readers: readers.map(keyless) };
}

function hitsIn({ limits }: Store): HitCounter {
  return {
    add: (subject, window, hits) => addHits(limits, { subject, window, hits }),
    read: (subject, start) => countHits(limits, { subject, start }),
    noteUse: (subject, at) => noteUse(limits, { subject, at }),
  };
}

/** Counts an address's failed sign-ins and failed keys together. */
function failuresIn(hits: HitCounter): FailureCounter {
  return {
    add: hits.add,
    read: hits.read,
    refuseAddress: (client, now) => refuseThrottled(hits, client, now),
    countFailure: (client, now) => countFailure(hits, client, now),
  };
}

/** The time for requests in progress at shutdown. */
const DRAIN_MS = 8500;

/** A store that responds later than this is not ready; probes do not wait any longer. */
const READY_MS = 2000;

/** @throws SightlineError `unavailable` when the work takes longer; it continues anyway */
async function withTimeout(work: Promise<void>, mostMs: number): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(storeUnavailable(new Error(`no answer in ${mostMs} ms`))), mostMs);
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
