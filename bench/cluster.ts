/**
 * Compares a store distributed with Citus with one on a single PostgreSQL server, both with the same answers
 * and rolled up: requests over HTTP, an import, and claims, in turns. Prints medians in milliseconds, the
 * ratio of the second store to the first, and the machine's load. Changes both stores: they get a key,
 * answers, and jobs.
 *
 *   node bench/cluster.ts <URL of one store> <URL of another> <brand> [rounds]
 */
import type { AddressInfo } from 'node:net';
import { availableParallelism, loadavg } from 'node:os';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { composeApp } from '../src/main/compose.ts';
import { system } from '../src/main/process/system.ts';
import { planNow } from '../src/pipeline/collect/questions.ts';
import { createKey } from '../src/pipeline/declare/keys.ts';
import { importAnswers } from '../src/pipeline/intake/ingest.ts';
import { claimJob, finishJob, listBrandsWithDueJobs } from '../src/storage/collect/jobs.ts';
import { openStore, type Store } from '../src/storage/driver/database.ts';
import { latencyOf } from './latency.ts';
import { milliseconds, table } from './support/table.ts';

const [firstUrl = '', secondUrl = '', brand = '', rounds = '40'] = process.argv.slice(2);

const PATHS = [
  '/visibility?days=30',
  '/visibility?days=365',
  '/trend?days=90',
  '/competitors?days=30',
  '/share-of-voice?days=30',
  '/sources?days=30',
  '/pages?days=90',
  '/searches?days=30',
  '/answers?limit=50',
  '/definitions?days=30',
  '/claim?measure=named',
  '/planner?days=30',
  '/brands',
  '/me',
];

/** The request to a server with a report cache. */
const KEPT_PATH = '/visibility?days=30';

/** Uncounted runs, which learn the tables and make plans. */
const WARM_UP_RUNS = 5;

/** Each key has a quota of 300 requests a minute. */
const REQUESTS_PER_KEY = 250;

interface Side {
  readonly store: Store;
  /** Without a report cache, and with one. */
  readonly base: string;
  readonly keptBase: string;
  readonly keys: readonly string[];
  close(): Promise<void>;
}

async function open(url: string, keysNeeded: number): Promise<Side> {
  const store = await openStore(url, { connections: 10, mustExist: true });
  const deps = { ...system, db: store.main, actor: 'bench' };
  const { name } = await store.main
    .selectFrom('organizations as o')
    .innerJoin('brands as b', 'b.organization_id', 'o.id')
    .select('o.name')
    .where('b.public_id', '=', brand)
    .executeTakeFirstOrThrow();
  const keys: string[] = [];
  for (let n = 0; n < keysNeeded; n += 1) keys.push((await createKey(deps, { organization: name })).key);
  const apps = [0, 16].map((reportCacheMb) =>
    composeApp({ trustProxy: '', reportCacheMb, databaseConnections: 10 }, store, pino({ level: 'silent' })),
  );
  for (const app of apps) await app.listen({ host: '127.0.0.1', port: 0 });
  const [base = '', keptBase = ''] = apps.map(
    (app) => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v1`,
  );
  const close = async () => {
    for (const app of apps) await app.close();
    await store.close();
  };
  return { store, base, keptBase, keys, close };
}

async function get(base: string, { keys }: Side, path: string, request: number): Promise<void> {
  const key = keys[Math.floor(request / REQUESTS_PER_KEY)] ?? '';
  const url = path.includes('?') ? `${base}${path}&brand=${brand}` : `${base}${path}`;
  const response = await fetch(url, { headers: { 'x-api-key': key } });
  await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
}

/** Lines for 50 answers that no earlier import had. */
function newLines(batch: number): Readable {
  const at = new Date(system.now() - 60_000).toISOString();
  const lines = Array.from({ length: 50 }, (_, index) =>
    JSON.stringify({
      brand,
      engine: 'chatgpt',
      prompt: `bench question ${index}`,
      collected_at: at,
      external_id: `bench-${process.pid}-${batch}-${index}`,
      answer: 'It depends on what you need.',
      citations: [{ url: `https://site${index}.example/` }],
    }),
  );
  return Readable.from([Buffer.from(`${lines.join('\n')}\n`)]);
}

async function claim({ store }: Side): Promise<void> {
  const now = system.now();
  const due = { engine: 'chatgpt', now, beforeDay: null };
  const [brandId] = await listBrandsWithDueJobs(store.main, due);
  if (brandId === undefined) throw new Error('no job is due');
  const job = await claimJob(store.main, { ...due, brandId, lease: 'bench', leaseUntil: now + 60_000 });
  if (job) await finishJob(store.main, job, 'bench');
}

const load = () => loadavg()[0]?.toFixed(1) ?? '';
const loadBefore = load();
const count = Number(rounds);
const requests = WARM_UP_RUNS + count;
const sides = [];
for (const url of [firstUrl, secondUrl])
  sides.push(await open(url, Math.ceil((requests * (PATHS.length + 1)) / REQUESTS_PER_KEY)));
const works: [string, number, (side: Side, round: number) => Promise<void>][] = [
  ...PATHS.map((path, index): (typeof works)[number] => [
    `GET ${path}`,
    count,
    (side, round) => get(side.base, side, path, index * requests + round),
  ]),
  [
    `GET ${KEPT_PATH}, kept`,
    count,
    (side, round) => get(side.keptBase, side, KEPT_PATH, PATHS.length * requests + round),
  ],
  [
    'import of 50 lines',
    Math.ceil(count / 4),
    async ({ store }, round) => void (await importAnswers({ ...system, db: store.main }, newLines(round))),
  ],
  // The samples have few questions for one engine.
  ['claim a job and finish it', Math.min(count, 8), claim],
];
for (const { store } of sides) {
  await planNow(store.main, system.now());
  // Makes an earlier run's finished jobs available again.
  await store.main.updateTable('jobs').set({ next_at: system.now(), lease: '' }).execute();
}
const rows: string[][] = [];
for (const [name, times, work] of works) {
  const taken = sides.map((): number[] => []);
  for (let round = 0; round < WARM_UP_RUNS + times; round += 1) {
    for (const [index, side] of sides.entries()) {
      const begun = performance.now();
      await work(side, round);
      if (round >= WARM_UP_RUNS) taken[index]?.push(performance.now() - begun);
    }
  }
  const [first = 0, second = 0] = taken.map((each) => latencyOf(each).medianMs);
  rows.push([name, milliseconds(first), milliseconds(second), (second / first).toFixed(1)]);
}
for (const side of sides) await side.close();
process.stdout.write(table(['', 'first', 'second', 'times'], rows));
process.stdout.write(
  `Machine load: ${loadBefore} before, ${load()} after, on ${availableParallelism()} cores.\n`,
);
