import { Agent, get } from 'node:http';
import { performance } from 'node:perf_hooks';
import { PAGES_PER_MINUTE } from '../src/domain/access/quota.ts';
import type { Store } from '../src/storage/driver/database.ts';
import {
  type DataSet,
  LARGE_BRAND,
  LARGE_ORGANIZATION,
  SMALL_BRAND,
  SMALL_ORGANIZATION,
} from './data/data-set.ts';
import { type Latency, latencyOf } from './latency.ts';
import { signedIn } from './pages.ts';
import { PROGRAM, startServer } from './support/children.ts';
import type { Cleanup } from './support/cleanup.ts';
import { STORE_NAMES, type StoreKind, type StorePlace } from './support/stores.ts';
import { milliseconds, table } from './support/table.ts';

/**
 * One organization's response times while another organization's user repeatedly requests 60 pages at once.
 */
export interface Flood {
  readonly alone: Latency;
  /** While the server builds the flood's pages. */
  readonly beside: Latency;
  /** After the flooding user's quota is used up, so that the server refuses pages. */
  readonly besideRefusals: Latency;
}

const AT_ONCE = 60;
const REQUESTS = 60;
const WARM_UP = 10;

/** Serves the store, and requests a small brand's pages one by one: alone, and beside a flood. */
export async function measureFlood(
  place: StorePlace,
  store: Store,
  { now }: DataSet,
  cleanup: Cleanup,
): Promise<Flood> {
  const settings = ['serve', '--port', '0', '--json', '--log-level', 'warn', '--database-url', place.url];
  const server = await startServer(PROGRAM, settings, cleanup);
  const origin = new URL(server.baseUrl).origin;
  const calm = `${origin}/brands/${SMALL_BRAND}?days=7`;
  const timed = async () => await timeEach(calm, await signedIn(store, now, SMALL_ORGANIZATION));
  const alone = await timed();
  const costly = `${origin}/brands/${LARGE_BRAND}?days=365`;
  const stopMaking = flood(costly, async () => signedIn(store, now, LARGE_ORGANIZATION));
  const beside = await timed();
  await stopMaking();
  const one = await signedIn(store, now, LARGE_ORGANIZATION);
  for (let asked = 0; asked < PAGES_PER_MINUTE; asked += 1)
    await statusOf(`${origin}/account`, one, new Agent());
  const stopRefusing = flood(costly, async () => one);
  const besideRefusals = await timed();
  await stopRefusing();
  await server.stop();
  return { alone, beside, besideRefusals };
}

/** Each connection sends a request as soon as it has an answer, as a new user after a refusal. */
function flood(url: string, userAt: () => Promise<string>): () => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let isOver = false;
  let user = userAt();
  const ask = async () => {
    while (!isOver) {
      const asked = user;
      const status = await statusOf(url, await asked, agent);
      if (status === 429 && asked === user) user = userAt();
    }
  };
  const all = Promise.all(Array.from({ length: AT_ONCE }, ask));
  return async () => {
    isOver = true;
    await all;
    agent.destroy();
  };
}

async function timeEach(url: string, cookie: string): Promise<Latency> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let asked = 0; asked < WARM_UP + REQUESTS; asked += 1) {
    const began = performance.now();
    const status = await statusOf(url, cookie, agent);
    if (status !== 200) throw new Error(`${url} answers ${status}`);
    if (asked >= WARM_UP) times.push(performance.now() - began);
  }
  agent.destroy();
  return latencyOf(times);
}

/** A page's status, after reading its body. */
async function statusOf(url: string, cookie: string, agent: Agent): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const headers = { accept: 'text/html', cookie };
  get(url, { agent, headers }, (response) => {
    response.resume().once('end', () => resolve(response.statusCode ?? 0));
  }).once('error', reject);
  return await promise;
}

export function floodTable(all: readonly { readonly kind: StoreKind; readonly flood: Flood }[]): string {
  const rows = all.flatMap(({ kind, flood: { alone, beside, besideRefusals } }) =>
    [
      ['alone', alone] as const,
      [`beside ${AT_ONCE} pages at once`, beside] as const,
      [`beside ${AT_ONCE} refused pages at once`, besideRefusals] as const,
    ].map(([what, { medianMs, p99Ms }]) => [
      `${STORE_NAMES[kind]}, ${what}`,
      milliseconds(medianMs),
      milliseconds(p99Ms),
      (medianMs / alone.medianMs).toFixed(2),
    ]),
  );
  return `A small brand's overview page, one request after another\n\n${table(['', 'median ms', 'p99 ms', 'ratio'], rows)}`;
}
