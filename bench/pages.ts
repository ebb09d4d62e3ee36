import { performance } from 'node:perf_hooks';
import { brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { composeApp } from '../src/main/compose.ts';
import { openSession } from '../src/pipeline/accounts/sessions.ts';
import { inviteUser } from '../src/pipeline/accounts/users.ts';
import { watch } from '../src/pipeline/watch/watch.ts';
import { findOrganization } from '../src/storage/directory/organizations.ts';
import type { Store } from '../src/storage/driver/database.ts';
import { addressOfRoute, READ_ROUTES, withQuery } from '../test/support/page-addresses.ts';
import { type DataSet, LARGE_BRAND, LARGE_ORGANIZATION } from './data/data-set.ts';
import { bytesFrom, seeded } from './data/random.ts';
import { type Latency, latencyOf } from './latency.ts';

/** One of the large brand's pages, as a browser gets it. */
export interface TimedPage {
  readonly title: string;
  /** For the whole response, from the request to the last compressed byte, without a socket. */
  readonly latency: Latency;
  readonly bytes: number;
  readonly compressedBytes: number;
  /** A browser's requests before it shows the page: the page, its stylesheet, its module. */
  readonly requests: number;
}

/** Downloads, and a task's page, because there is no task. */
const NOT_TIMED = /\/csv\/|\/tasks\/|\.yaml$/;
const WINDOWS = ['7', '90', '365'];
const WARM_UP_RUNS = 4;
const RUNS = 30;

/** Times a brand's pages in this process, for a signed-in user. */
export async function timePages(store: Store, data: DataSet): Promise<TimedPage[]> {
  const app = composeApp(
    { trustProxy: '', reportCacheMb: 16, databaseConnections: 10 },
    store,
    pino({ level: 'silent' }),
    {
      now: () => data.now,
    },
  );
  // The clock stands still, and a user may open 300 pages a minute: each page has its own user.
  const headersOfUser = async () => ({
    accept: 'text/html',
    'accept-encoding': 'br',
    cookie: await signedIn(store, data.now, LARGE_ORGANIZATION),
  });
  // Creates comparisons to show.
  await watch({ db: store.main, now: () => data.now, random: bytesFrom(seeded(3)) }, { at: data.now });
  const parameters = await parametersOf(app, data);
  const timed: TimedPage[] = [];
  for (const route of READ_ROUTES) {
    if (route.who === 'anyone' || NOT_TIMED.test(route.path)) continue;
    for (const days of WINDOWS) {
      const url = withQuery(addressOfRoute(route, parameters), { days });
      const title = `${route.path.replace('/brands/:brand', '…')}, ${days} d`;
      const page = await timeOne(app, url, await headersOfUser(), title);
      if (page === null) break;
      timed.push(page);
      if (!page.hasWindow) break;
    }
  }
  await app.close();
  return timed;
}

async function timeOne(app: FastifyInstance, url: string, headers: Record<string, string>, title: string) {
  const times: number[] = [];
  let response = await app.inject({ url, headers });
  if (!String(response.headers['content-type']).startsWith('text/html')) return null;
  if (response.statusCode !== 200) throw new Error(`${url} answers ${response.statusCode}`);
  for (let run = 0; run < WARM_UP_RUNS + RUNS; run += 1) {
    const began = performance.now();
    response = await app.inject({ url, headers });
    if (run >= WARM_UP_RUNS) times.push(performance.now() - began);
  }
  const isPacked = response.headers['content-encoding'] === 'br';
  const body = isPacked ? brotliDecompressSync(response.rawPayload) : response.rawPayload;
  const html = body.toString();
  return {
    title,
    latency: latencyOf(times),
    bytes: body.length,
    compressedBytes: response.rawPayload.length,
    requests: 1 + (html.match(/<(?:link rel="stylesheet"|script\b|img\b|iframe\b|image\b)/g)?.length ?? 0),
    hasWindow: html.includes('days=365'),
  };
}

/** The cookie of an organization's new admin. */
export async function signedIn(store: Store, now: number, organization: string): Promise<string> {
  const owner = await findOrganization(store.main, organization);
  const deps = {
    db: store.main,
    now: () => now,
    random: bytesFrom(seeded(now + performance.now())),
    actor: 'bench',
  };
  const email = `bench-${Math.round(1000 * (performance.timeOrigin + performance.now()))}@bench.example`;
  const { user } = await inviteUser(deps, { email, role: 'admin', organizationId: owner?.id ?? null });
  const browser = { userAgent: 'bench', address: '127.0.0.1' };
  const { token } = await openSession(deps, user, browser);
  return `sightline=${token}`;
}

async function parametersOf(app: FastifyInstance, { largeKeys }: DataSet): Promise<Record<string, string>> {
  const first = async (path: string, field: string): Promise<string> => {
    const headers = { 'x-api-key': largeKeys[0] ?? '' };
    const { data } = (await app.inject({ url: `/api/v1${path}?brand=${LARGE_BRAND}`, headers })).json();
    return data[0]?.[field] ?? '';
  };
  return {
    brand: LARGE_BRAND,
    answer: await first('/answers', 'id'),
    alert: await first('/alerts', 'id'),
    question: await first('/questions', 'id'),
    report: 'sources',
  };
}
