import { Agent, get, type IncomingMessage } from 'node:http';
import { formatInstant } from '../src/domain/time/instant.ts';
import { HOUR_MS } from '../src/domain/time/period.ts';
import { type DataSet, LARGE_BRAND } from './data/data-set.ts';
import { mostResidentMb, PROGRAM, residentMb, startServer } from './support/children.ts';
import type { Cleanup } from './support/cleanup.ts';
import { STORE_NAMES, type StoreKind, type StorePlace } from './support/stores.ts';
import { table } from './support/table.ts';

/** One round of concurrent large reports. Resident memory in MB; null where the system does not report it. */
export interface LargeReports {
  readonly what: string;
  readonly megabytes: number;
  /** The number of responses by status; 0 is a connection that ended. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly after: number | null;
  /** Since the server started. */
  readonly most: number | null;
}

/**
 * This benchmark's answers are this long; real ones from engines that search have a few thousand characters.
 */
export const TEXT_CHARACTERS = 10_000;

const AT_ONCE = 96;

const ROUNDS: readonly { what: string; headers: Readonly<Record<string, string>>; isSlow?: boolean }[] = [
  { what: 'JSON', headers: { 'accept-encoding': 'identity' } },
  { what: 'JSON in gzip', headers: { 'accept-encoding': 'gzip' } },
  { what: 'JSON in Brotli', headers: { 'accept-encoding': 'br' } },
  { what: 'CSV', headers: { 'accept-encoding': 'identity', accept: 'text/csv' } },
  {
    what: 'JSON, read only after all have begun',
    headers: { 'accept-encoding': 'identity' },
    isSlow: true,
  },
];

/** New paths for each round, so that no cached report helps. */
function pathsOf(round: number, { now }: DataSet): string[] {
  return Array.from({ length: AT_ONCE }, (_, index) => {
    const place = round * AT_ONCE + index;
    const until = encodeURIComponent(formatInstant(now - place * HOUR_MS));
    const reports = [
      ...['', '&names=self', '&names_not=self'].map((filter) => `answers?limit=200&until=${until}${filter}`),
      ...['sources', 'pages', 'definitions'].map((name) => `${name}?days=365&until=${until}`),
    ];
    return `/${reports[index % reports.length]}&brand=${LARGE_BRAND}`;
  });
}

export async function measureLargeReports(
  place: StorePlace,
  data: DataSet,
  cleanup: Cleanup,
): Promise<LargeReports[]> {
  const settings = ['serve', '--port', '0', '--json', '--log-level', 'warn', '--database-url', place.url];
  // As in the image and the systemd unit.
  const server = await startServer(PROGRAM, settings, cleanup, { env: { MALLOC_ARENA_MAX: '2' } });
  const rounds: LargeReports[] = [];
  for (const [round, { what, headers, isSlow }] of ROUNDS.entries()) {
    const urls = pathsOf(round, data).map((path) => `${server.baseUrl}${path}`);
    const answered = await askAll(urls, headers, data.largeKeys, isSlow === true);
    const statuses = Object.fromEntries(
      [...Map.groupBy(answered, ({ status }) => status)].map(([status, group]) => [status, group.length]),
    );
    const bytes = answered.reduce((sum, each) => sum + each.bytes, 0);
    const memory = { after: residentMb(server.pid), most: mostResidentMb(server.pid) };
    rounds.push({ what, megabytes: bytes / 1e6, statuses, ...memory });
  }
  await server.stop();
  return rounds;
}

interface Answered {
  readonly status: number;
  readonly bytes: number;
}

async function askAll(
  urls: readonly string[],
  headers: Readonly<Record<string, string>>,
  keys: readonly string[],
  isSlow: boolean,
): Promise<Answered[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const begun = urls.map((url, index) =>
    headOf(url, { ...headers, 'x-api-key': keys[index % keys.length] ?? '' }, agent),
  );
  if (isSlow) await Promise.all(begun);
  const answered = await Promise.all(begun.map(async (head) => await readToEnd(await head)));
  agent.destroy();
  return answered;
}

async function headOf(
  url: string,
  headers: Readonly<Record<string, string>>,
  agent: Agent,
): Promise<IncomingMessage | null> {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage | null>();
  get(url, { agent, headers }, resolve).once('error', () => resolve(null));
  return await promise;
}

async function readToEnd(response: IncomingMessage | null): Promise<Answered> {
  if (response === null) return { status: 0, bytes: 0 };
  let bytes = 0;
  try {
    for await (const chunk of response) bytes += (chunk as Buffer).length;
  } catch {
    return { status: 0, bytes };
  }
  return { status: response.statusCode ?? 0, bytes };
}

export function largeReportsTable(
  all: readonly { readonly kind: StoreKind; readonly rounds: readonly LargeReports[] }[],
): string {
  const rows = all.flatMap(({ kind, rounds }) =>
    rounds.map(({ what, megabytes, statuses, after, most }) => [
      `${STORE_NAMES[kind]}, ${what}`,
      megabytes.toFixed(1),
      Object.entries(statuses)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', '),
      after?.toFixed(0) ?? '',
      most?.toFixed(0) ?? '',
    ]),
  );
  const header = ['', 'MB sent', 'statuses', 'resident MB after', 'peak until then'];
  return `${AT_ONCE} large reports at once\n\n${table(header, rows)}`;
}
