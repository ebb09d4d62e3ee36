import { REPORTS } from '../src/reports/index.ts';
import { type DataSet, SMALL_BRAND } from './data/data-set.ts';
import { PROGRAM, type Served, startServer } from './support/children.ts';
import type { Cleanup } from './support/cleanup.ts';
import { STORE_NAMES, type StoreKind, type StorePlace } from './support/stores.ts';
import { table, whole } from './support/table.ts';
import { load, sizeOf, type Throughput } from './throughput.ts';

/**
 * One of the small brand's reports over HTTP, cached and uncached, beside a bare server with a body of its
 * size.
 */
export interface Share {
  readonly report: string;
  readonly bodyBytes: number;
  readonly kept: Throughput;
  readonly run: Throughput;
  readonly bare: Throughput;
}

const SECONDS = 1;

/** Each report in turns of three, so a busy machine slows all alike. */
export async function measureShares(place: StorePlace, data: DataSet, cleanup: Cleanup): Promise<Share[]> {
  const serve = (megabytes: string) =>
    startServer(
      PROGRAM,
      ['serve', '--port', '0', '--json', '--log-level', 'warn', '--database-url', place.url].concat(
        '--report-cache-mb',
        megabytes,
      ),
      cleanup,
    );
  const servers = [await serve('16'), await serve('0')] as const;
  const shares: Share[] = [];
  for (const { name, takesBrand } of REPORTS) {
    const path = takesBrand ? `/${name}?brand=${SMALL_BRAND}` : `/${name}`;
    shares.push(await shareOf(servers, name, path, data.smallKeys, cleanup));
  }
  for (const server of servers) await server.stop();
  return shares;
}

async function shareOf(
  [keeping, running]: readonly [Served, Served],
  report: string,
  path: string,
  keys: readonly string[],
  cleanup: Cleanup,
): Promise<Share> {
  const bodyBytes = await sizeOf(`${keeping.baseUrl}${path}`, keys[0] ?? '');
  const bareServer = await startServer('support/bare-server.ts', [String(bodyBytes)], cleanup);
  const turn = (server: Served) => load(server, path, keys, SECONDS, cleanup);
  for (const server of [keeping, running, bareServer]) await turn(server);
  const share = {
    report,
    bodyBytes,
    kept: await turn(keeping),
    bare: await turn(bareServer),
    run: await turn(running),
  };
  await bareServer.stop();
  return share;
}

export function shareTable(
  all: readonly { readonly kind: StoreKind; readonly shares: readonly Share[] }[],
): string {
  const [first] = all;
  const rows = (first?.shares ?? []).map(({ report, bodyBytes }, index) => [
    report,
    whole(bodyBytes),
    ...all.flatMap(({ shares }) => {
      const share = shares[index];
      return share ? [share.kept, share.run].map((its) => ratio(its, share.bare)) : [];
    }),
  ]);
  const heads = all.flatMap(({ kind }) => [`${STORE_NAMES[kind]}, cached`, 'uncached']);
  return `The small brand's reports over HTTP: requests per second as a share of a bare node:http server's\n\n${table(
    ['report', 'bytes', ...heads],
    rows,
  )}`;
}

function ratio(its: Throughput, bare: Throughput): string {
  const share = (its.requestsPerSecond / bare.requestsPerSecond).toFixed(3);
  return its.notOk === 0 ? share : `${share} (${its.notOk} not 200)`;
}
