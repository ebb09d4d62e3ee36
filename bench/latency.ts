import { performance } from 'node:perf_hooks';
import { windowsAt } from '../src/domain/alert-rules.ts';
import { REPORTS } from '../src/reports/index.ts';
import { operatorCaller } from '../src/reports/operator.ts';
import { runReport } from '../src/reports/run-report.ts';
import { findWorkspace, listTracked } from '../src/storage/directory/brands.ts';
import type { Database } from '../src/storage/driver/database.ts';
import { countPanel } from '../src/storage/watch/panel.ts';
import { type DataSet, LARGE_BRAND, SMALL_BRAND } from './data.ts';

/** One report with its parameters, as it is timed. */
export interface Question {
  readonly title: string;
  readonly report: string;
  readonly query: Readonly<Record<string, string>>;
  readonly brand: string;
}

export interface Latency {
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** Every run is timed, after warming up, until there are enough or it has taken long enough. */
const WARM_UP_RUNS = 8;
const RUNS = 60;
const FEWEST_RUNS = 10;
const BUDGET_MS = 10_000;

/** The windows that every report with `days` is timed over. */
const WINDOWS = [7, 30, 90, 365];

/** What a report is asked with, besides `days`. Days of a year are listed for one engine only. */
const PARAMETERS: Readonly<Record<string, Question['query']>> = { trend: { by: 'week' } };

/** The reports with `days`, of which a long window is compared with a short one. */
export const WINDOWED = REPORTS.filter(({ query }) => 'days' in query).map(({ name }) => name);

const OTHERS = REPORTS.map(({ name }) => name).filter(
  (name) => !WINDOWED.includes(name) && name !== 'answers',
);

/** Everything that is timed, in the order of the table. */
export function questionsFor({ deepCursor }: DataSet): Question[] {
  return [
    ofDays('visibility', 1, LARGE_BRAND),
    ...WINDOWED.flatMap((name) => WINDOWS.map((days) => ofDays(name, days, LARGE_BRAND))),
    large('trend by day, 92 d', 'trend', { days: '92' }),
    large('trend by day of an engine, 365 d', 'trend', { days: '365', engine: 'chatgpt' }),
    large('competitors with quotes, 365 d', 'competitors', { days: '365', quotes: '1' }),
    large('searches of an engine, 365 d', 'searches', { days: '365', engine: 'chatgpt' }),
    large('answers, first 50', 'answers', { limit: '50' }),
    large('answers, 50 by cursor, deep', 'answers', { limit: '50', cursor: deepCursor }),
    large('answers, first 50 of an engine', 'answers', { limit: '50', engine: 'chatgpt' }),
    large('answers, first 200', 'answers', { limit: '200' }),
    ...OTHERS.map((name) => large(name, name, {})),
    ...WINDOWED.map((name) => ofDays(name, 30, SMALL_BRAND)),
    { title: 'small: answers, first 50', report: 'answers', query: { limit: '50' }, brand: SMALL_BRAND },
  ];
}

function ofDays(report: string, days: number, brand: string): Question {
  const title = `${brand === SMALL_BRAND ? 'small: ' : ''}${report}, ${days} d`;
  return { title, report, query: { ...PARAMETERS[report], days: String(days) }, brand };
}

function large(title: string, report: string, query: Question['query']): Question {
  return { title, report, query, brand: LARGE_BRAND };
}

/** Times every question in this process by runReport, without HTTP. By title. */
export async function timeReports(db: Database, data: DataSet): Promise<Map<string, Latency>> {
  const latencies = new Map<string, Latency>();
  for (const question of questionsFor(data)) {
    latencies.set(question.title, latencyOf(await timesOf(db, data.now, question)));
  }
  return latencies;
}

async function timesOf(db: Database, now: number, question: Question): Promise<number[]> {
  const { brand, query } = question;
  const report = REPORTS.find((each) => each.name === question.report);
  if (!report) throw new Error(`there is no report ${question.report}`);
  const caller = await operatorCaller(db, { brand }, now);
  const run = () => runReport(db, now, caller, report, { ...query, brand });
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
function latencyOf(times: readonly number[]): Latency {
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
    await countPanel(db, brandId, self?.id ?? 0, windowsAt(now));
    if (run >= WARM_UP_RUNS) times.push(performance.now() - began);
  }
  return latencyOf(times);
}
