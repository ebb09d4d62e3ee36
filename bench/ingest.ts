/**
 * Measures the cost of storing answers without extraction: in transactions of 200, as an import does, and one
 * at a time, as collection does where answers come slowly. Then a year of history in transactions of 200,
 * with packing its days (storage/panel/pack.ts), and packing one day for the first brand.
 *
 *   npm run bench:ingest -- [--database sqlite|postgres|both] [--answers 6000] [--singles 600] [--history
 *   5000]
 *
 * On a shared machine, compare processor times: answers per second depend on the other load.
 */
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { type KyselyPlugin, sql } from 'kysely';
import { DAY_MS, dayOf } from '../src/domain/time/period.ts';
import { applyFile } from '../src/pipeline/declare/apply/apply.ts';
import { currentReading } from '../src/pipeline/intake/brand-reader.ts';
import { storeCollections } from '../src/storage/answers/collections.ts';
import { listPrompts } from '../src/storage/directory/brand/prompts.ts';
import { findWorkspace, listTracked } from '../src/storage/directory/brands.ts';
import { type Database, openStore } from '../src/storage/driver/database.ts';
import { packDays } from '../src/storage/panel/pack.ts';
import { generateAnswers } from './data/answers.ts';
import { brandOf, LARGE_BRAND, middleOfDay } from './data/data-set.ts';
import { bytesFrom, seeded } from './data/random.ts';
import { processorSeconds } from './support/children.ts';
import { Cleanup } from './support/cleanup.ts';
import { placeFor, STORE_KINDS, STORE_NAMES, type StoreKind } from './support/stores.ts';
import { table } from './support/table.ts';

/** As in the other benchmarks' large brand. */
const ANSWERS_PER_DAY = 550;
const BATCH = 200;

/** Transactions before the clock starts, so that code and plans are ready. */
const WARM_UP: Readonly<Record<number, number>> = { [BATCH]: 2, 1: 50 };

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'both' },
    answers: { type: 'string', default: '6000' },
    singles: { type: 'string', default: '600' },
    history: { type: 'string', default: '5000' },
  },
});

/** Answers spread evenly over some days, the last of which is this many days ago. */
interface Series {
  readonly what: string;
  readonly brand: string;
  readonly count: number;
  readonly days: number;
  readonly daysAgo: number;
  readonly size: number;
  /** Whether to pack and measure their days at the end. */
  readonly isPacked?: true;
}

/** Counts statements except those that begin or end a transaction. */
class StatementCounter implements KyselyPlugin {
  statements = 0;
  readonly transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => node;
  readonly transformResult: KyselyPlugin['transformResult'] = async ({ result }) => {
    this.statements += 1;
    return result;
  };
}

async function generated(db: Database, { brand, count, days, daysAgo }: Series) {
  const brandId = (await findWorkspace(db, brand)) ?? 0;
  const to = middleOfDay(Date.now()) - daysAgo * DAY_MS;
  const plan = {
    tracked: await listTracked(db, brandId),
    prompts: (await listPrompts(db, brandId)).map(({ text }) => text),
    reading: await currentReading(db, brandId),
    count,
    seed: daysAgo,
    to,
    from: to - days * DAY_MS,
  };
  return { brandId, answers: [...generateAnswers(plan)] };
}

async function measure(db: Database, kind: StoreKind, series: Series): Promise<string[]> {
  const { what, size } = series;
  const { brandId, answers } = await generated(db, series);
  const counter = new StatementCounter();
  const counted = db.withPlugin(counter);
  const skipped = (WARM_UP[size] ?? 0) * size;
  let clock = await startClock(db, kind);
  for (let at = 0; at < answers.length; at += size) {
    if (at === skipped) {
      counter.statements = 0;
      clock = await startClock(db, kind);
    }
    const batch = answers.slice(at, at + size);
    await counted.transaction().execute((each) => storeCollections(each, brandId, batch, Date.now()));
  }
  const timed = answers.length - skipped;
  const perTransaction = counter.statements / (timed / size);
  if (series.isPacked) await packDays(db, brandId, dayOf(Date.now()) - 1);
  const { ms, ours, databases } = await clock();
  return [
    STORE_NAMES[kind],
    what,
    String(size),
    ((timed * 1000) / ms).toFixed(0),
    perTransaction.toFixed(1),
    (ours / timed).toFixed(2),
    kind === 'sqlite' ? '' : (databases / timed).toFixed(2),
  ];
}

/** The cost of packing each day for a brand, one by one as `serve` does. */
async function measurePacking(db: Database, kind: StoreKind, brand: string): Promise<string> {
  const brandId = (await findWorkspace(db, brand)) ?? 0;
  const today = dayOf(Date.now());
  const first = (
    await db
      .selectFrom('panel_delta')
      .select((eb) => eb.fn.min<number>('day').as('day'))
      .where('brand_id', '=', brandId)
      .executeTakeFirstOrThrow()
  ).day;
  const days = today - first;
  const clock = await startClock(db, kind);
  for (let day = 1; day <= days; day += 1) await packDays(db, brandId, first + day);
  const { ours, databases } = await clock();
  return `Packing a day of ${ANSWERS_PER_DAY} answers, ${STORE_NAMES[kind]}: ${((ours + databases) / days).toFixed(1)} ms of processor time`;
}

/** Milliseconds from now on: elapsed, and processor time, ours and the database's. */
async function startClock(db: Database, kind: StoreKind) {
  const before = await databaseSeconds(db, kind);
  const [began, processor] = [performance.now(), process.cpuUsage()];
  return async () => {
    const ms = performance.now() - began;
    const { user, system } = process.cpuUsage(processor);
    const databases = ((await databaseSeconds(db, kind)) - before) * 1000;
    return { ms, ours: (user + system) / 1000, databases };
  };
}

/** The processor time of this connection's database processes. */
async function databaseSeconds(db: Database, kind: StoreKind): Promise<number> {
  if (kind === 'sqlite') return 0;
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where application_name = 'sightline'`.execute(db);
  return rows.reduce((sum, { pid }) => sum + (processorSeconds(pid) ?? 0), 0);
}

const HISTORY = 'history';

const SERIES: readonly Series[] = [
  ...[[Number(values.answers), BATCH, 1] as const, [Number(values.singles), 1, 0] as const].map(
    ([count, size, daysAgo]) => ({
      what: 'some days',
      brand: LARGE_BRAND,
      count,
      size,
      daysAgo,
      days: count / ANSWERS_PER_DAY,
    }),
  ),
  {
    what: 'a year, and packed',
    brand: HISTORY,
    count: Number(values.history),
    days: 365,
    daysAgo: 0,
    size: BATCH,
    isPacked: true,
  },
];

async function measureStore(kind: StoreKind, cleanup: Cleanup): Promise<Measured> {
  const { url } = await placeFor(kind, undefined, cleanup);
  const store = await openStore(url);
  cleanup.add(() => store.close());
  const deps = { db: store.main, now: () => Date.now(), random: bytesFrom(seeded(1)) };
  const brands = [LARGE_BRAND, HISTORY].map((id) => brandOf(id, 150));
  await applyFile(
    deps,
    JSON.stringify({ organizations: [{ name: 'Bench', plan: { name: 'agency' }, brands }] }),
  );
  const rows: string[][] = [];
  for (const series of SERIES) rows.push(await measure(store.main, kind, series));
  return { rows, packing: await measurePacking(store.main, kind, LARGE_BRAND) };
}

interface Measured {
  readonly rows: string[][];
  readonly packing: string;
}

const cleanup = new Cleanup();
try {
  const measured: Measured[] = [];
  for (const kind of STORE_KINDS.filter((each) => values.database === 'both' || values.database === each)) {
    measured.push(await measureStore(kind, cleanup));
    await cleanup.all();
  }
  const head = ['database', 'answers of', 'per transaction', 'answers per s', 'statements per transaction'];
  const processor = ['our processor ms per answer', "the database's"];
  const rows = table(
    [...head, ...processor],
    measured.flatMap((each) => each.rows),
  );
  const packing = measured.map((each) => `${each.packing}\n`).join('');
  process.stdout.write(`Storing answers, with counts\n\n${rows}\n${packing}`);
} finally {
  await cleanup.all();
}
