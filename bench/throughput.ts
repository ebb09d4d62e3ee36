import { setTimeout as wait } from 'node:timers/promises';
import { type DataSet, LARGE_BRAND, SMALL_BRAND } from './data/data-set.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import {
  mostResidentMb,
  PROGRAM,
  processorSeconds,
  residentMb,
  runScript,
  type Served,
  startServer,
} from './support/children.ts';
import type { Cleanup } from './support/cleanup.ts';
import type { StorePlace } from './support/stores.ts';

/** Means over the rounds. Processor time counts only the serving process. */
export interface Throughput {
  readonly requestsPerSecond: number;
  readonly processorMsPerRequest: number | null;
  readonly notOk: number;
}

/** The server's resident memory in MB; null where the system does not report it. */
export interface Memory {
  readonly afterStart: number | null;
  readonly afterLoad: number | null;
  readonly afterHalfWalk: number | null;
  readonly afterWalk: number | null;
  /** At any time until then, while missed days are evaluated in the background. */
  readonly most: number | null;
  /** After background work has ended and the same reports ran again. */
  readonly afterBackground: number | null;
}

export interface Serving {
  readonly bodyBytes: number;
  readonly sightline: Throughput;
  readonly bare: Throughput;
  readonly memory: Memory;
}

const CONNECTIONS = 50;
const WARM_UP_SECONDS = 2;
const SECONDS = 5;
const ROUNDS = 2;
const WALK = 200;

/** Serves the store over HTTP and loads it in turn with a bare server, so a busy machine slows both alike. */
export async function measureServing(place: StorePlace, data: DataSet, cleanup: Cleanup): Promise<Serving> {
  const server = await startServer(
    PROGRAM,
    ['serve', '--port', '0', '--json', '--log-level', 'warn', '--database-url', place.url],
    cleanup,
  );
  const afterStart = residentMb(server.pid);
  const path = `/visibility?days=7&brand=${SMALL_BRAND}`;
  const bodyBytes = await sizeOf(`${server.baseUrl}${path}`, data.smallKeys[0] ?? '');
  const bareServer = await startServer('support/bare-server.ts', [String(bodyBytes)], cleanup);
  const rivals = [server, bareServer] as const;
  const rounds = await alternate(rivals, path, data.smallKeys, cleanup);
  const afterLoad = residentMb(server.pid);
  await bareServer.stop();
  const half = await walk(server, data, 0, WALK / 2);
  const afterWalk = await walk(server, data, WALK / 2, WALK);
  const most = mostResidentMb(server.pid);
  await untilIdle(server);
  const afterBackground = await walk(server, data, 0, WALK);
  await server.stop();
  return {
    bodyBytes,
    sightline: meanOf(rounds.map(([first]) => first)),
    bare: meanOf(rounds.map(([, second]) => second)),
    memory: { afterStart, afterLoad, afterHalfWalk: half, afterWalk, most, afterBackground },
  };
}

async function alternate(
  [one, other]: readonly [Served, Served],
  path: string,
  keys: readonly string[],
  cleanup: Cleanup,
): Promise<[Throughput, Throughput][]> {
  const rounds: [Throughput, Throughput][] = [];
  for (const server of [one, other]) await load(server, path, keys, WARM_UP_SECONDS, cleanup);
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push([
      await load(one, path, keys, SECONDS, cleanup),
      await load(other, path, keys, SECONDS, cleanup),
    ]);
  }
  return rounds;
}

/** Loads one URL for some seconds. */
export async function load(
  server: Served,
  path: string,
  keys: readonly string[],
  seconds: number,
  cleanup: Cleanup,
): Promise<Throughput> {
  const order: LoadOrder = { url: `${server.baseUrl}${path}`, keys, connections: CONNECTIONS, seconds };
  const before = processorSeconds(server.pid);
  const { requestsPerSecond, ok, others } = await runScript<LoadResult>('load.ts', order, cleanup);
  const after = processorSeconds(server.pid);
  const used = before === null || after === null ? null : after - before;
  return {
    requestsPerSecond,
    processorMsPerRequest: used === null ? null : (used * 1000) / (ok + others),
    notOk: others,
  };
}

function meanOf(rounds: readonly Throughput[]): Throughput {
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const processor = rounds.map((round) => round.processorMsPerRequest).filter((each) => each !== null);
  return {
    requestsPerSecond: mean(rounds.map((round) => round.requestsPerSecond)),
    processorMsPerRequest: processor.length === 0 ? null : mean(processor),
    notOk: rounds.reduce((sum, round) => sum + round.notOk, 0),
  };
}

/** A response's uncompressed size. */
export async function sizeOf(url: string, key: string): Promise<number> {
  const response = await fetch(url, { headers: { 'x-api-key': key, 'accept-encoding': 'identity' } });
  if (response.status !== 200) throw new Error(`${url} answers ${response.status}`);
  return (await response.bytes()).length;
}

const LOOK_MS = 5000;
const MOST_LOOKS = 60;

/** Waits until it does next to nothing by itself: 1% of a core. */
async function untilIdle({ pid }: Served): Promise<void> {
  for (let looks = 0, before = processorSeconds(pid) ?? 0; looks < MOST_LOOKS; looks += 1) {
    await wait(LOOK_MS);
    const after = processorSeconds(pid) ?? 0;
    if (after - before < LOOK_MS / 100_000) return;
    before = after;
  }
  throw new Error(`the server is still busy after ${(MOST_LOOKS * LOOK_MS) / 1000} s`);
}

/**
 * Requests the large brand's costliest reports in turn, from the `from`-th to the `to`-th, and returns the
 * memory after it.
 */
async function walk(server: Served, data: DataSet, from: number, to: number): Promise<number | null> {
  const paths = ['visibility?days=365', 'sources?days=365', 'answers?limit=200'];
  for (let step = from; step < to; step += 1) {
    const path = `/${paths[step % paths.length]}&brand=${LARGE_BRAND}`;
    await sizeOf(`${server.baseUrl}${path}`, data.largeKeys[step % data.largeKeys.length] ?? '');
  }
  return residentMb(server.pid);
}
