import { performance } from 'node:perf_hooks';
import { windowsAt } from '../src/domain/alerts/alert-rules.ts';
import { countCompared } from '../src/panel/counts/compared.ts';
import { reportRunner } from '../src/reports/report-runner.ts';
import { operatorCaller } from '../src/reports/run/operator.ts';
import { findWorkspace, readBrandSnapshot } from '../src/storage/directory/brands.ts';
import type { Database } from '../src/storage/driver/database.ts';
import { inSnapshot } from '../src/storage/driver/snapshot.ts';
import { limitPanelCache } from '../src/storage/panel/cache.ts';
import { openPanel } from '../src/storage/panel/open-panel.ts';
import { type DataSet, LARGE_BRAND } from './data/data-set.ts';
import { coldQuestions, type Question, questionsFor } from './data/questions.ts';

export interface Latency {
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** After warming up, runs repeat until there are enough or the time is over. */
const WARM_UP_RUNS = 8;
const RUNS = 60;
const FEWEST_RUNS = 10;
const BUDGET_MS = 10_000;

/** Times every question in this process by runReport, without HTTP. By title. */
export async function timeReports(db: Database, data: DataSet): Promise<Map<string, Latency>> {
  const latencies = new Map<string, Latency>();
  for (const question of questionsFor(data)) {
    latencies.set(question.title, latencyOf(await timesOf(db, data.now, question)));
  }
  return latencies;
}

const COLD_RUNS = 5;

/** Times the first run without a panel in memory; the code and the file's cache stay warm. By title. */
export async function timeColdReports(db: Database, data: DataSet): Promise<Map<string, Latency>> {
  const latencies = new Map<string, Latency>();
  for (const question of coldQuestions()) {
    const run = await runOf(db, data.now, question);
    await run();
    const times: number[] = [];
    for (let index = 0; index < COLD_RUNS; index += 1) {
      limitPanelCache(db);
      const began = performance.now();
      await run();
      times.push(performance.now() - began);
    }
    latencies.set(question.title, latencyOf(times));
  }
  return latencies;
}

async function runOf(db: Database, now: number, { brand, report, query }: Question) {
  const caller = await operatorCaller(db, { brand }, now);
  const run = reportRunner(
    db,
    () => now,
    async () => caller,
  );
  return () => run(report, { ...query, brand });
}

async function timesOf(db: Database, now: number, question: Question): Promise<number[]> {
  const run = await runOf(db, now, question);
  for (let index = 0; index < WARM_UP_RUNS; index += 1) await run();
  const times: number[] = [];
  const end = performance.now() + BUDGET_MS;
  while (times.length < RUNS && (times.length < FEWEST_RUNS || performance.now() < end)) {
    const began = performance.now();
    await run();
    times.push(performance.now() - began);
  }
  return times;
}

/** Both by nearest rank, so the 99th of at most a hundred is the slowest. */
export function latencyOf(times: readonly number[]): Latency {
  const ascending = times.toSorted((a, b) => a - b);
  const rank = (share: number) => ascending[Math.ceil(ascending.length * share) - 1] ?? Number.NaN;
  return { medianMs: rank(0.5), p99Ms: rank(0.99) };
}

/**
 * Times counting both windows by prompt for each tracked brand of the large brand, which an evaluation does
 * once a day.
 */
export async function timePanel(db: Database, { now }: DataSet): Promise<Latency> {
  const brandId = (await findWorkspace(db, LARGE_BRAND)) ?? 0;
  const times: number[] = [];
  for (let run = 0; run < WARM_UP_RUNS + FEWEST_RUNS; run += 1) {
    const began = performance.now();
    await inSnapshot(db, async (snapshot) => {
      const brand = await readBrandSnapshot(snapshot, { id: brandId });
      const panel = openPanel(snapshot, brand);
      const { current, baseline } = windowsAt(now);
      for (const period of [current, baseline]) {
        for (const { id } of brand.tracked) {
          await countCompared({ panel, period, only: {} }, id, panel.self);
        }
      }
    });
    if (run >= WARM_UP_RUNS) times.push(performance.now() - began);
  }
  return latencyOf(times);
}
