import assert from 'node:assert/strict';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import type { OutsideTexts } from '../../src/dashboard/visit/outside-texts.ts';
import { type ComposeOptions, composeApp } from '../../src/main/compose.ts';
import { TEXT_JOBS } from '../../src/main/process/text-jobs.ts';
import type { ConfiguredEngines } from '../../src/pipeline/collect/collect.ts';
import type { EngineKeySettings } from '../../src/pipeline/collect/keys/engine-keys.ts';
import type { Senders } from '../../src/pipeline/deliver/senders.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { Clock } from './world.ts';

export interface ApiResponse {
  readonly status: number;
  readonly headers: LightMyRequestResponse['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any field and asserts what it finds
  readonly body: any;
  readonly text: string;
}

/** Mounting the dashboard takes as long as everything else twice over, or as a dozen requests. */
const NO_PAGES: NonNullable<ComposeOptions['pages']> = () => ({
  mount: () => {},
  sendProblem: async () => assert.fail('a page was asked for: say hasPages'),
});

/** Starting a thread takes longer than most form tests. Copies show that plain data goes in and comes out. */
const THREADS_HERE: NonNullable<ComposeOptions['threads']> = {
  run: async (name, given) =>
    structuredClone(await TEXT_JOBS[name](structuredClone(given) as never)) as never,
};

/** The HTTP API on a store, in process, with a standing clock. */
export interface Api {
  readonly app: FastifyInstance;
  readonly clock: Clock;
  /** Every line logged, as JSON. */
  readonly log: string[];
  /** GET /api/v1<path> with a key. */
  get(path: string, key?: string, headers?: Record<string, string>): Promise<ApiResponse>;
}

interface ApiOptions {
  clock?: Clock;
  trustProxy?: string;
  reportCacheMb?: number;
  drainMs?: number;
  /** The engines with keys and those without; or a function that finds out. */
  configured?: ConfiguredEngines | NonNullable<ComposeOptions['engines']>;
  engineKeys?: EngineKeySettings;
  senders?: Senders;
  sites?: ComposeOptions['sites'];
  isPublic?: boolean;
  isDemo?: boolean;
  observer?: ComposeOptions['observer'];
  onReport?: NonNullable<ComposeOptions['reportCache']>['onReport'];
  texts?: OutsideTexts;
  /** Whether the dashboard is mounted too. */
  hasPages?: boolean;
  /** Its routes; all of them by default. */
  routes?: ComposeOptions['routes'];
  maxKeyDays?: number;
  signOn?: ComposeOptions['signOn'];
  publicUrl?: string;
  fetchClient?: ComposeOptions['fetchClient'];
  random?: ComposeOptions['random'];
}

/** One mounted API for each store, because mounting takes as long as several requests. */
const mounted = new WeakMap<Store, Api>();

/** The API on a store. Without options, one store always gets the same API. */
export function apiOn(store: Store, options?: ApiOptions): Api {
  const earlier = options ? undefined : mounted.get(store);
  if (earlier) return earlier;
  const api = mountOn(store, options ?? {});
  if (!options) {
    mounted.set(store, api);
    api.app.addHook('onClose', async () => void mounted.delete(store));
  }
  return api;
}

function mountOn(store: Store, options: ApiOptions): Api {
  const clock = options.clock ?? new Clock();
  const log: string[] = [];
  const logger = pino({ level: 'info' }, { write: (text: string) => log.push(text) });
  const {
    trustProxy = '',
    reportCacheMb = 16,
    drainMs = 1000,
    configured,
    engineKeys,
    senders,
    sites,
    isPublic = false,
    isDemo = false,
    observer,
    onReport,
    texts,
    hasPages = false,
    routes,
    maxKeyDays = null,
    publicUrl,
    fetchClient,
    random,
    signOn,
  } = options;
  const app = composeApp({ trustProxy, databaseConnections: 10 }, store, logger, {
    now: clock.now,
    drainMs,
    isPublic,
    isDemo,
    maxKeyDays,
    threads: THREADS_HERE,
    observer,
    reportCache: { mostBytes: reportCacheMb * 2 ** 20, onReport },
    ...(!hasPages && { pages: NO_PAGES }),
    ...(routes && { routes }),
    ...(random && { random }),
    ...(signOn && { signOn }),
    ...(publicUrl && { publicUrl }),
    ...(fetchClient && { fetchClient }),
    ...(configured && { engines: typeof configured === 'function' ? configured : async () => configured }),
    ...(engineKeys && { engineKeys }),
    ...(senders && { senders }),
    ...(sites && { sites }),
    ...(texts && { texts }),
  });
  return {
    app,
    clock,
    log,
    get: async (path, key, headers = {}) => {
      const keyed = key === undefined ? headers : { 'x-api-key': key, ...headers };
      const response = await app.inject({ method: 'GET', url: `/api/v1${path}`, headers: keyed });
      return responseOf(response);
    },
  };
}

export function responseOf(response: LightMyRequestResponse): ApiResponse {
  const { statusCode, headers, payload } = response;
  const isJson = String(headers['content-type']).startsWith('application/json');
  return {
    status: statusCode,
    headers,
    body: isJson && payload ? JSON.parse(payload) : undefined,
    text: payload,
  };
}
