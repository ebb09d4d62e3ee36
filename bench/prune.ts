/**
 * Measures how pruning slows down readers: reports while a separate thread removes replies and jobs, and
 * right before and after; on PostgreSQL also the time of the vacuum afterward. Separates reports during a
 * pruning step from those in its pauses, so other load on the machine affects both. The bodies come from a
 * folder, in turn.
 *
 *   node bench/prune.ts --bodies <folder> [--database sqlite|postgres|both] [--jobs 20000]
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { zstdCompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { pino } from 'pino';
import { DAY_MS } from '../src/domain/time/period.ts';
import { composeApp } from '../src/main/compose.ts';
import { applyFile } from '../src/pipeline/declare/apply/apply.ts';
import { createKey } from '../src/pipeline/declare/keys.ts';
import { importAnswers } from '../src/pipeline/intake/ingest.ts';
import { type PruneResult, prune } from '../src/pipeline/prune/prune.ts';
import { openStore, type Store } from '../src/storage/driver/database.ts';
import { bytesFrom, seeded } from './data/random.ts';
import { Cleanup } from './support/cleanup.ts';
import { quantileOf } from './support/slope.ts';
import { placeFor, STORE_KINDS, STORE_NAMES, type StoreKind } from './support/stores.ts';
import { table } from './support/table.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const TODAY = NOW / DAY_MS - 0.5;
const DAYS = 730;
const ANSWERS = 5000;

/** Start and end, in milliseconds that all threads share. */
type Span = readonly [number, number];

const at = () => performance.timeOrigin + performance.now();

interface PrunedIn {
  readonly pruned: PruneResult;
  readonly ms: number;
  readonly steps: readonly Span[];
}

async function pruneIn(url: string): Promise<PrunedIn> {
  const store = await openStore(url);
  const began = performance.now();
  const steps: Span[] = [];
  let stepFrom = at();
  const retention = {
    replyDays: 365,
    jobDays: 365,
    comparisonDays: 90,
    auditDays: 730,
    answerDays: null,
    deletedDays: 30,
  };
  const sleep = async (ms: number) => {
    steps.push([stepFrom, at()]);
    await wait(ms);
    stepFrom = at();
  };
  // The clock only measures a batch's time.
  const now = () => Math.round(NOW + performance.now() - began);
  const options = { retention, isDryRun: false, stop: new AbortController().signal };
  const pruned = await prune({ db: store.main, now, sleep }, options);
  const ms = performance.now() - began;
  await store.close();
  return { pruned, ms, steps };
}

async function fill(store: Store, bodies: readonly string[], jobs: number): Promise<string> {
  const deps = { db: store.main, now: () => NOW, random: bytesFrom(seeded(1)), actor: 'bench' };
  const brand = {
    id: 'acme',
    name: 'Acme',
    configured: true,
    engines: ['chatgpt'],
    prompts: [{ text: 'anvils?' }],
  };
  const plan = { name: 'agency', prompts_included: 10, api_access: true };
  await applyFile(deps, JSON.stringify({ organizations: [{ name: 'Bench', plan, brands: [brand] }] }));
  await importAnswers(deps, lines());
  const found = await store.main.selectFrom('prompts').select(['brand_id', 'id']).executeTakeFirstOrThrow();
  const lease = {
    lease: '',
    attempt: 0,
    tries: '{}',
    next_at: null,
  };
  for (let at = 0; at < jobs; at += 500) {
    const ids = Array.from({ length: Math.min(500, jobs - at) }, (_, index) => at + index);
    await store.main.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('jobs')
        .values(
          ids.map((id) => ({
            brand_id: found.brand_id,
            id: 1_000_000 + id,
            identity: `job ${id}`,
            engine: 'chatgpt',
            ...lease,
            prompt_id: found.id,
            sample: 1,
            day: TODAY - DAYS + Math.floor((DAYS * id) / jobs),
          })),
        )
        .execute();
      await transaction
        .insertInto('replies')
        .values(
          ids.map((id) => ({
            brand_id: found.brand_id,
            job_id: 1_000_000 + id,
            attempt: 0,
            part: 0,
            status: 200,
            headers: '{}',
            body: zstdCompressSync(bodies[id % bodies.length] ?? ''),
            asked_at: 0,
            received_at: 0,
          })),
        )
        .execute();
    });
  }
  return (await createKey(deps, { organization: 'Bench' })).key;
}

async function* lines(): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < ANSWERS; index += 1) {
    const collected_at = new Date(NOW - 1000 - Math.floor((index * 360 * DAY_MS) / ANSWERS)).toISOString();
    const line = {
      brand: 'acme',
      prompt: 'anvils?',
      engine: 'chatgpt',
      answer: 'Acme is good.',
      collected_at,
    };
    yield Buffer.from(`${JSON.stringify(line)}\n`);
  }
}

/** Each report's start and end, one after another, until this resolves. */
async function reading(store: Store, key: string, until: Promise<unknown>): Promise<Span[]> {
  let asked = 0;
  // A minute passes every hundred reports, so no quota runs out.
  const now = () => NOW + Math.floor(asked / 100) * 60_000;
  const app = composeApp(
    { trustProxy: '', reportCacheMb: 0, databaseConnections: 10 },
    store,
    pino({ level: 'silent' }),
    { now },
  );
  const took: Span[] = [];
  let isOver = false;
  void until.then(() => {
    isOver = true;
  });
  const paths = ['/visibility?days=365', '/answers?limit=50', '/sources?days=30'];
  for (; !isOver; asked += 1) {
    const began = at();
    const { statusCode } = await app.inject({
      url: `/api/v1${paths[asked % paths.length]}`,
      headers: { 'x-api-key': key },
    });
    if (statusCode !== 200) throw new Error(`a report answered ${statusCode}`);
    took.push([began, at()]);
    await wait(2);
  }
  await app.close();
  return took.slice(30);
}

/** Runs autovacuum's work at once. @returns the milliseconds */
async function vacuumOf(store: Store): Promise<number> {
  const began = performance.now();
  await sql`vacuum analyze replies, jobs`.execute(store.main);
  return performance.now() - began;
}

async function bytesOf(store: Store, url: string): Promise<number> {
  if (url.startsWith('sqlite:')) return statSync(url.slice('sqlite:'.length)).size;
  const { rows } = await sql<{ n: number }>`select pg_total_relation_size('replies') as n`.execute(
    store.main,
  );
  return Number(rows[0]?.n);
}

async function measure(kind: StoreKind, bodies: readonly string[], jobs: number, cleanup: Cleanup) {
  const place = await placeFor(kind, undefined, cleanup);
  const store = await openStore(place.url);
  cleanup.add(() => store.close());
  const key = await fill(store, bodies, jobs);
  const before = await bytesOf(store, place.url);
  const restBefore = await reading(store, key, wait(8000));
  const worker = new Worker(new URL(import.meta.url), { workerData: place.url });
  const ended = new Promise<PrunedIn>((resolve) => worker.once('message', resolve));
  const during = await reading(store, key, ended);
  const { pruned, ms, steps } = await ended;
  const vacuumMs = kind === 'postgres' ? await vacuumOf(store) : null;
  const restAfter = await reading(store, key, wait(8000));
  if (kind === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(store.main);
  const after = await bytesOf(store, place.url);
  const [brand] = pruned.brands;
  process.stdout.write(
    `${STORE_NAMES[kind]}: ${brand?.replies} replies and ${brand?.jobs} jobs removed in ` +
      `${(ms / 1000).toFixed(1)} s; ${(before / 1e6).toFixed(0)} MB before, ${(after / 1e6).toFixed(0)} MB after` +
      (vacuumMs === null ? '' : `; vacuum took ${(vacuumMs / 1000).toFixed(1)} s`) +
      '\n',
  );
  const isIn = ([from, to]: Span) => steps.some((step) => from < step[1] && step[0] < to);
  const { in: inSteps = [], between = [] } = Object.groupBy(during, (span) =>
    isIn(span) ? 'in' : 'between',
  );
  const rows = {
    before: restBefore,
    'during a pruning step': inSteps,
    'between steps': between,
    after: restAfter,
  };
  return Object.entries(rows).map(([when, spans]) => {
    const took = spans.map(([from, to]) => to - from);
    return [STORE_NAMES[kind], when, String(took.length), shown(took, 0.5), shown(took, 0.99)];
  });
}

function shown(took: readonly number[], share: number): string {
  return quantileOf(took, share).toFixed(2);
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      database: { type: 'string', default: 'both' },
      jobs: { type: 'string', default: '20000' },
      bodies: { type: 'string', default: 'src/engines/chatgpt/fixtures' },
    },
  });
  const files = readdirSync(values.bodies, { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  const bodies = files.map((file) =>
    readFileSync(join(file.parentPath, file.name), 'utf8').replaceAll('\0', ''),
  );
  const cleanup = new Cleanup();
  try {
    const rows: string[][] = [];
    for (const kind of STORE_KINDS.filter((each) => values.database === 'both' || values.database === each)) {
      rows.push(...(await measure(kind, bodies, Number(values.jobs), cleanup)));
      await cleanup.all();
    }
    process.stdout.write(`\n${table(['database', '', 'reports', 'p50 ms', 'p99 ms'], rows)}`);
  } finally {
    await cleanup.all();
  }
}

if (isMainThread) await run();
else parentPort?.postMessage(await pruneIn(workerData as string));
