import { performance } from 'node:perf_hooks';
import { windowsAt } from '../src/domain/alert-rules.ts';
import { findWorkspace, listTracked } from '../src/storage/directory/brands.ts';
import type { Database } from '../src/storage/driver/database.ts';
import { countPanel, listAnswering } from '../src/storage/watch/panel.ts';
import { type DataSet, LARGE_BRAND } from './data.ts';
import { askThrough } from './doors.ts';
import { type Question, questionsFor } from './questions.ts';

export interface Latency {
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** Every run is timed, after warming up, until there are enough or it has taken long enough. */
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

async function timesOf(db: Database, now: number, question: Question): Promise<number[]> {
  const run = await askThrough(db, now, question);
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

/** Times counting both windows of the large brand by prompt, which an evaluation does once a day. */
export async function timePanel(db: Database, { now }: DataSet): Promise<Latency> {
  const brandId = (await findWorkspace(db, LARGE_BRAND)) ?? 0;
  const [self] = await listTracked(db, brandId);
  const times: number[] = [];
  for (let run = 0; run < WARM_UP_RUNS + FEWEST_RUNS; run += 1) {
    const began = performance.now();
    const windows = windowsAt(now);
    const period = { from: windows.baseline.from, to: windows.current.to };
    for (const engine of await listAnswering(db, brandId, period)) {
      await countPanel(db, { brandId, selfId: self?.id ?? 0, engine }, windows);
    }
    if (run >= WARM_UP_RUNS) times.push(performance.now() - began);
  }
  return latencyOf(times);
}
