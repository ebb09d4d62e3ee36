/**
 * Measures how long any report holds the event loop for the largest brand that is allowed: 200 competitors and answers
 * of a year, for each report with every value of its `by`. The longest turns of counting, and of writing JSON and CSV,
 * in processor time.
 *
 *   npm run bench:report-turns -- [--answers 20000] [--only trend] [--keep folder]
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MOST_COMPETITORS } from '../src/domain/brand/tracked-brand.ts';
import { DAY_MS } from '../src/domain/time/period.ts';
import { ReportCache } from '../src/http/wire/report-cache.ts';
import { applyFile } from '../src/pipeline/declare/apply/apply.ts';
import { REPORTS } from '../src/reports/index.ts';
import { operatorCaller } from '../src/reports/run/operator.ts';
import { prepareRequest, runRequest } from '../src/reports/run/run-report.ts';
import { NO_PRICES, type Report } from '../src/reports/shape/report.ts';
import { csvInTurns, hasCsv } from '../src/reports/show/csv.ts';
import { type Database, openStore } from '../src/storage/driver/database.ts';
import { brandOf, fillBrand, middleOfDay } from './data/data-set.ts';
import { bytesFrom, seeded } from './data/random.ts';
import { longestTurnOf } from './support/longest-turn.ts';
import { milliseconds, table } from './support/table.ts';

const BRAND = 'largest';
const DAYS = 365;
const PROMPTS = 150;

const { values } = parseArgs({
  options: {
    answers: { type: 'string', default: '20000' },
    only: { type: 'string' },
    keep: { type: 'string' },
  },
});

/** A report's queries: every value of `by`, over the longest window. */
function queriesOf({ query }: Report): Record<string, string>[] {
  const days: Record<string, string> = 'days' in query ? { days: String(DAYS) } : {};
  const by = 'by' in query ? (query.by as { readonly enum?: readonly string[] }).enum : undefined;
  return by === undefined ? [days] : by.map((each) => ({ ...days, by: each }));
}

async function build(db: Database, now: number): Promise<void> {
  const declared = {
    organizations: [
      { name: 'Large', plan: { name: 'agency' }, brands: [brandOf(BRAND, PROMPTS, MOST_COMPETITORS)] },
    ],
  };
  const system = { db, now: () => now - DAYS * DAY_MS, random: bytesFrom(seeded(1)) };
  await applyFile(system, JSON.stringify(declared));
  await fillBrand(db, BRAND, Number(values.answers), now, 100);
}

async function measure(db: Database, now: number, report: Report, query: Record<string, string>) {
  const caller = await operatorCaller(db, { brand: BRAND }, now);
  const ask = () =>
    prepareRequest(
      db,
      now,
      caller,
      report,
      report.takesBrand ? { ...query, brand: BRAND } : query,
      NO_PRICES,
    );
  await runRequest(db, await ask());
  const counting = await longestTurnOf(async () => await runRequest(db, await ask()));
  const asked = await ask();
  const cache = new ReportCache({ mostBytes: 0 });
  const json = await longestTurnOf(() => cache.body(asked, async () => counting.result));
  const csv = hasCsv(report) ? await longestTurnOf(() => csvInTurns(report, counting.result)) : null;
  return [
    `${report.name} ${new URLSearchParams(query)}`,
    milliseconds(counting.longestMs),
    milliseconds(json.longestMs),
    csv === null ? '' : milliseconds(csv.longestMs),
    (json.result.json.length / 2 ** 20).toFixed(1),
  ];
}

const folder = values.keep ?? (await mkdtemp(join(tmpdir(), 'sightline-bench-')));
const file = join(folder, 'bench.db');
const isBuilt = existsSync(file);
const store = await openStore(`sqlite:${file}`);
try {
  const now = middleOfDay(Date.now());
  if (!isBuilt) await build(store.main, now);
  const rows: string[][] = [];
  for (const report of REPORTS.filter(({ name }) => values.only === undefined || name === values.only)) {
    for (const query of queriesOf(report)) rows.push(await measure(store.main, now, report, query));
  }
  process.stdout.write(`${table(['report', 'counting, ms', 'JSON, ms', 'CSV, ms', 'JSON, MB'], rows)}\n`);
} finally {
  await store.close();
  if (values.keep === undefined) await rm(folder, { recursive: true, force: true });
}
