/**
 * Measures what storing answers costs apart from reading them: in transactions of 200, as an import does, and one at a
 * time, as collecting does where answers come slowly.
 *
 *   npm run bench:ingest -- [--database sqlite|postgres|both] [--answers 6000] [--singles 600]
 *
 * On a machine that others use, compare processor times: answers per second are those of the share that is left.
 */
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { type KyselyPlugin, sql } from 'kysely';
import { DAY_MS } from '../src/domain/period.ts';
import { applyFile } from '../src/pipeline/declare/apply.ts';
import { currentReading } from '../src/pipeline/intake/workspace.ts';
import { storeCollections } from '../src/storage/answers/collections.ts';
import type { NewCollection } from '../src/storage/answers/new-collection.ts';
import { findWorkspace, listTracked } from '../src/storage/directory/brands.ts';
import { listPrompts } from '../src/storage/directory/prompts.ts';
import { type Database, openStore } from '../src/storage/driver/database.ts';
import { generateAnswers } from './answers.ts';
import { processorSeconds } from './children.ts';
import { brandOf, LARGE_BRAND, middleOfDay } from './data.ts';
import { Endings } from './endings.ts';
import { bytesFrom, seeded } from './random.ts';
import { placeFor, STORE_KINDS, STORE_NAMES, type StoreKind } from './stores.ts';
import { table } from './table.ts';

/** As the large brand of the other benchmarks has. */
const ANSWERS_PER_DAY = 550;
const BATCH = 200;

/** Transactions before the clock starts: by then code and plans are ready. */
const WARM_UP: Readonly<Record<number, number>> = { [BATCH]: 2, 1: 50 };

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'both' },
    answers: { type: 'string', default: '6000' },
    singles: { type: 'string', default: '600' },
  },
});

interface Storing {
  readonly brandId: number;
  readonly answers: readonly NewCollection[];
  readonly size: number;
}

/** Counts statements, those that begin and end a transaction left out. */
class StatementCounter implements KyselyPlugin {
  statements = 0;
  readonly transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => node;
  readonly transformResult: KyselyPlugin['transformResult'] = async ({ result }) => {
    this.statements += 1;
    return result;
  };
}

async function generated(db: Database, count: number, seed: number) {
  const brandId = (await findWorkspace(db, LARGE_BRAND)) ?? 0;
  const to = middleOfDay(Date.now()) - seed * DAY_MS;
  const plan = {
    tracked: await listTracked(db, brandId),
    prompts: (await listPrompts(db, brandId)).map(({ text }) => text),
    reading: await currentReading(db, brandId),
    ...{ count, seed, to, from: to - (count / ANSWERS_PER_DAY) * DAY_MS },
  };
  return { brandId, answers: [...generateAnswers(plan)] };
}

async function measure(
  db: Database,
  kind: StoreKind,
  { brandId, answers, size }: Storing,
): Promise<string[]> {
  const counter = new StatementCounter();
  const counted = db.withPlugin(counter);
  const skipped = (WARM_UP[size] ?? 0) * size;
  let [began, processor, databases] = [0, process.cpuUsage(), 0];
  for (let at = 0; at < answers.length; at += size) {
    if (at === skipped) {
      counter.statements = 0;
      databases = await databaseSeconds(db, kind);
      [began, processor] = [performance.now(), process.cpuUsage()];
    }
    const batch = answers.slice(at, at + size);
    await counted.transaction().execute((each) => storeCollections(each, brandId, batch, Date.now()));
  }
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(processor);
  const timed = answers.length - skipped;
  return [
    STORE_NAMES[kind],
    String(size),
    ((timed * 1000) / ms).toFixed(0),
    (counter.statements / (timed / size)).toFixed(1),
    ((user + system) / 1000 / timed).toFixed(2),
    kind === 'sqlite' ? '' : ((((await databaseSeconds(db, kind)) - databases) * 1000) / timed).toFixed(2),
  ];
}

/** Processor time of the database's processes that serve this one. */
async function databaseSeconds(db: Database, kind: StoreKind): Promise<number> {
  if (kind === 'sqlite') return 0;
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where application_name = 'sightline'`.execute(db);
  return rows.reduce((sum, { pid }) => sum + (processorSeconds(pid) ?? 0), 0);
}

async function measureStore(kind: StoreKind, endings: Endings): Promise<string[][]> {
  const { url } = await placeFor(kind, undefined, endings);
  const store = await openStore(url);
  endings.add(() => store.close());
  const deps = { db: store.main, now: () => Date.now(), random: bytesFrom(seeded(1)) };
  const organization = { name: 'Bench', plan: { name: 'agency' }, brands: [brandOf(LARGE_BRAND, 150)] };
  await applyFile(deps, JSON.stringify({ organizations: [organization] }));
  const many = await generated(store.main, Number(values.answers), 1);
  const single = await generated(store.main, Number(values.singles), 0);
  return [
    await measure(store.main, kind, { ...many, size: BATCH }),
    await measure(store.main, kind, { ...single, size: 1 }),
  ];
}

const endings = new Endings();
try {
  const rows: string[][] = [];
  for (const kind of STORE_KINDS.filter((each) => values.database === 'both' || values.database === each)) {
    rows.push(...(await measureStore(kind, endings)));
    await endings.all();
  }
  const head = ['database', 'answers per transaction', 'answers per s', 'statements per transaction'];
  const processor = ['our processor ms per answer', "the database's"];
  process.stdout.write(`Storing answers, counts included\n\n${table([...head, ...processor], rows)}`);
} finally {
  await endings.all();
}
