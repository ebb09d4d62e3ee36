/**
 * Measures what pages cost in processor time: the overview of the largest brand, the competitors, the list of what to do, the reports
 * behind them, and what finds things to do. Warm, without the report cache.
 *
 *   npm run bench:pages -- [--answers 200000] [--keep folder]
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { pino } from 'pino';
import { loadAssets } from '../src/dashboard/assets.ts';
import { composeApp } from '../src/main/compose.ts';
import { openSession } from '../src/pipeline/accounts/sessions.ts';
import { inviteUser } from '../src/pipeline/accounts/users.ts';
import { reports } from '../src/reports/index.ts';
import { operatorCaller } from '../src/reports/run/operator.ts';
import { runReport } from '../src/reports/run/run-report.ts';
import { oneMarket } from '../src/reports/shape/markets.ts';
import { NO_PRICES, type Report } from '../src/reports/shape/report.ts';
import { FINDERS } from '../src/reports/todo/todo.ts';
import { findReadableBrand, readBrandSnapshot } from '../src/storage/directory/brands.ts';
import { organizationNamed } from '../src/storage/directory/organizations.ts';
import { type Database, openStore, type Store } from '../src/storage/driver/database.ts';
import { inSnapshot } from '../src/storage/driver/snapshot.ts';
import { openPanel } from '../src/storage/panel/open-panel.ts';
import { buildOnce, LARGE_BRAND, LARGE_ORGANIZATION } from './data/data-set.ts';
import { Cleanup } from './support/cleanup.ts';
import { placeFor } from './support/stores.ts';
import { milliseconds, table } from './support/table.ts';

const { values } = parseArgs({
  options: { answers: { type: 'string', default: '200000' }, keep: { type: 'string' } },
});

const WARM_UP_RUNS = 15;
const RUNS = 25;

/** The mean, because some systems count processor time in steps of several milliseconds. */
async function meanMs(run: () => Promise<unknown>): Promise<number> {
  for (let index = 0; index < WARM_UP_RUNS; index += 1) await run();
  const began = process.cpuUsage();
  for (let index = 0; index < RUNS; index += 1) await run();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000 / RUNS;
}

const DAYS = { days: '28' };

const ASKED: readonly (readonly [string, Report, Readonly<Record<string, string>>])[] = [
  ['/presence', reports.presence, { ...DAYS, compare: 'previous' }],
  ['/presence of an engine', reports.presence, { ...DAYS, engine: 'chatgpt' }],
  ['/gaps by engine', reports.gaps, { ...DAYS, by: 'engine', every: '1' }],
  ['/gaps of an engine', reports.gaps, { ...DAYS, by: 'engine', every: '1', engine: 'chatgpt' }],
  ['/gaps by question', reports.gaps, { ...DAYS, every: '1' }],
  ['/changes that hold', reports.changes, { state: 'holds', limit: '200' }],
  ['/changes', reports.changes, { limit: '200' }],
  ['/trend by day of an engine', reports.trend, { ...DAYS, by: 'day', engine: 'chatgpt' }],
  ['/todo', reports.todo, { ...DAYS, limit: '200' }],
];

async function timeReports(db: Database, now: number): Promise<string[][]> {
  const caller = await operatorCaller(db, { brand: LARGE_BRAND }, now);
  const rows: string[][] = [];
  for (const [title, report, query] of ASKED) {
    const asked = { ...query, brand: LARGE_BRAND };
    rows.push([title, milliseconds(await meanMs(() => runReport(db, now, caller, report, asked)))]);
  }
  return rows;
}

async function timeFinders(db: Database, now: number): Promise<string[][]> {
  const caller = await operatorCaller(db, { brand: LARGE_BRAND }, now);
  const row = await findReadableBrand(db, caller, LARGE_BRAND);
  if (row === null) throw new Error('The large brand is in the store.');
  const rows: string[][] = [];
  for (const find of FINDERS) {
    const ms = await meanMs(() =>
      inSnapshot(db, async (snapshot) => {
        const brand = await readBrandSnapshot(snapshot, row);
        const panel = openPanel(snapshot, brand);
        const context = { db: snapshot, now, caller, brand, panel, prices: NO_PRICES };
        await find(context, { days: 28, market: oneMarket(brand, {}).name });
      }),
    );
    rows.push([`/todo: ${find.name}`, milliseconds(ms)]);
  }
  return rows;
}

/** A new user's session, so that a kept store can be measured again. */
async function signIn(db: Database, now: number): Promise<string> {
  const deps = { db, now: () => now, random: randomBytes, actor: 'bench' };
  const { id: organizationId } = await organizationNamed(db, LARGE_ORGANIZATION);
  const email = `${randomUUID()}@bench.example`;
  const { user } = await inviteUser(deps, { email, role: 'admin', organizationId, brands: undefined });
  const { token } = await openSession(deps, user, { userAgent: 'bench', address: '127.0.0.1' });
  return `sightline=${token}`;
}

async function timePages(store: Store, now: number): Promise<string[][]> {
  const config = { trustProxy: '', databaseConnections: 10 };
  const options = { now: () => now, reportCache: { mostBytes: 0 } };
  const app = composeApp(config, store, pino({ level: 'silent' }), options);
  const headers = { accept: 'text/html', cookie: await signIn(store.main, now) };
  const rows: string[][] = [];
  for (const path of ['', '/competitors', '/todo']) {
    const url = `/brands/${LARGE_BRAND}${path}`;
    const { statusCode, payload } = await app.inject({ url, headers });
    if (statusCode !== 200) throw new Error(`${url} answers ${statusCode}`);
    const ms = await meanMs(() => app.inject({ url, headers }));
    rows.push([url, milliseconds(ms), ...sizesOf(payload)]);
  }
  await app.close();
  return rows;
}

/** Bytes, and compressed as the server does. */
function sizesOf(text: string): string[] {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
  return [text, brotliCompressSync(text, { params })].map(({ length }) => `${length}`);
}

async function measure(store: Store, now: number): Promise<string[][]> {
  return [
    ...(await timePages(store, now)),
    ...Object.entries(loadAssets()).map(([name, { body }]) => [name, '', ...sizesOf(body)]),
    ...(await timeReports(store.main, now)),
    ...(await timeFinders(store.main, now)),
  ];
}

const cleanup = new Cleanup();
try {
  const place = await placeFor('sqlite', values.keep && resolve(values.keep), cleanup);
  const store = await openStore(place.url);
  cleanup.add(() => store.close());
  const { now } = await buildOnce(store.main, place.folder, Number(values.answers), Date.now());
  const rows = await measure(store, now);
  process.stdout.write(`${table(['page or report', 'ms', 'bytes', 'compressed'], rows)}\n`);
} finally {
  await cleanup.all();
}
