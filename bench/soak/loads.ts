import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { API_PREFIX } from '../../src/domain/access/api-prefix.ts';
import { EVALUATION_TIME } from '../../src/domain/alerts/alert-rules.ts';
import { hasEnded } from '../../src/domain/task.ts';
import { DAY_MS, dayOf } from '../../src/domain/time/period.ts';
import { applyFile } from '../../src/pipeline/declare/apply/apply.ts';
import { importAnswers } from '../../src/pipeline/intake/ingest.ts';
import { prune, removedRows } from '../../src/pipeline/prune/prune.ts';
import { startTask, taskOf } from '../../src/pipeline/tasks/tasks-of-brand.ts';
import { catchUp } from '../../src/pipeline/watch/schedule.ts';
import { REPORTS } from '../../src/reports/index.ts';
import type { Database } from '../../src/storage/driver/database.ts';
import { bytesFrom, oneOf, type Random } from '../data/random.ts';
import { type Delivery, raiseSome } from './delivery.ts';
import { Standstill } from './judgement.ts';
import { BRANDS, type BrandState, declarationOf, importLines } from './world.ts';

/** Everything that the loads need. */
export interface SoakDeps {
  readonly db: Database;
  readonly organizationId: number;
  readonly baseUrl: string;
  readonly keys: readonly string[];
  readonly delivery: Delivery;
  readonly random: Random;
  /** Once it aborts, nothing new begins. */
  readonly stop: AbortSignal;
}

/** One load's results. */
export interface LoadCount {
  readonly name: string;
  done: number;
  /** Its other units, such as answers. */
  units: number;
  /** Milliseconds for each. */
  readonly took: number[];
  /** How often it gave way to another writing process. */
  gaveWay: number;
  readonly failures: string[];
}

/**
 * Each load's pause after a turn. A reader sends about 20 requests a second, so the machine is busy but not
 * choked.
 */
const REST_MS = {
  read: 40,
  import: 2000,
  rescan: 3000,
  collect: 3000,
  watch: 5000,
  prune: 5000,
  raise: 2000,
};

const READERS = 4;
const IMPORTED_LINES = 50;
const REPLAYED_DAYS = 3;
const ALERTS = 3;

/** Tasks without any progress in this time hang. How long one takes depends on the machine's other load. */
const TASKS_STILL_MS = 180_000;

/** How often the last request is repeated, as by people who look at the same page. */
const REPEATED_SHARE = 0.3;

/** Runs all loads at once, until stopped. */
export async function runLoads(deps: SoakDeps): Promise<LoadCount[]> {
  const states = new Map<string, BrandState>(BRANDS.map((brand) => [brand, { round: 0, hasAlias: false }]));
  const turns = {
    import: () => importSome(deps),
    rescan: () => rescanOne(deps, states),
    collect: () => collectOne(deps, states),
    watch: () => watchOne(deps),
    prune: () => pruneSome(deps),
    raise: () =>
      raiseSome(deps.db, deps.delivery, { ...deps, brand: oneOf(BRANDS, deps.random), count: ALERTS }),
  };
  const reads = newCount('read');
  const readers = Array.from({ length: READERS }, () =>
    repeat(deps, reads, REST_MS.read, () => readOne(deps)),
  );
  const others = Object.entries(turns).map(async ([name, turn]) => {
    const count = newCount(name);
    await repeat(deps, count, REST_MS[name as keyof typeof turns], turn);
    return count;
  });
  const counts = await Promise.all(others);
  await Promise.all(readers);
  return [reads, ...counts];
}

function newCount(name: string): LoadCount {
  return { name, done: 0, units: 0, took: [], gaveWay: 0, failures: [] };
}

/** Runs turn after turn. Records a failure and continues. */
async function repeat(
  { stop }: SoakDeps,
  count: LoadCount,
  restMs: number,
  turn: () => Promise<number>,
): Promise<void> {
  while (!stop.aborted) {
    const began = performance.now();
    try {
      count.units += await turn();
      count.done += 1;
      count.took.push(performance.now() - began);
    } catch (error) {
      if (isBusy(error)) count.gaveWay += 1;
      else count.failures.push(error instanceof Error ? error.message : String(error));
    }
    await wait(restMs, undefined, { signal: stop }).catch(() => {});
  }
}

/**
 * On SQLite, one process writes at a time; after 5 seconds the others get an error, and the next turn tries
 * again.
 */
function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.message === 'another process is writing to it' || isBusy(error.cause);
}

let asked = 0;
let lastPath = '';

/** Any report for any brand over any window, as JSON or CSV. @returns the response's bytes */
async function readOne({ baseUrl, keys, random }: SoakDeps): Promise<number> {
  asked += 1;
  const path = lastPath !== '' && random() < REPEATED_SHARE ? lastPath : anyPath(random);
  lastPath = path;
  const accept = random() < 0.2 ? 'text/csv, application/json;q=0.5' : 'application/json';
  const headers = { 'x-api-key': keys[asked % keys.length] ?? '', accept };
  const response = await fetch(`${baseUrl}${path}`, { headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${API_PREFIX}${path}: ${response.status} ${text}`);
  return text.length;
}

function anyPath(random: Random): string {
  const report = oneOf(REPORTS, random);
  const query = new URLSearchParams({ brand: oneOf(BRANDS, random) });
  if ('days' in report.query) query.set('days', oneOf(['7', '30', '90', '365'], random));
  if (report.name === 'trend') query.set('by', 'week');
  return `/${report.name}?${query}`;
}

/**
 * Prunes as of two days from now, except for the last minute, so that earlier work counts as old. @returns
 * the rows
 */
async function pruneSome({ db, stop }: SoakDeps): Promise<number> {
  const now = () => Date.now() + 2 * DAY_MS - 60_000;
  const sleep = async (milliseconds: number, signal: AbortSignal) =>
    await wait(milliseconds, undefined, { signal }).catch(() => {});
  const retention = {
    replyDays: 1,
    jobDays: 2,
    comparisonDays: 90,
    auditDays: 730,
    answerDays: null,
    deletedDays: 30,
  };
  const pruned = await prune({ db, now, sleep }, { retention, isDryRun: false, stop });
  return Object.values(removedRows(pruned)).reduce((sum, rows) => sum + rows, 0);
}

async function importSome({ db, random }: SoakDeps): Promise<number> {
  const brand = oneOf(BRANDS, random);
  const deps = { db, now: Date.now, random: bytesFrom(random) };
  const summary = await importAnswers(deps, importLines(brand, IMPORTED_LINES, Date.now(), random));
  if (summary.answers !== IMPORTED_LINES) throw new Error(`an import stored ${JSON.stringify(summary)}`);
  return summary.answers;
}

/** Renames or removes a competitor, and makes the server rescan the brand's answers. */
async function rescanOne(deps: SoakDeps, states: Map<string, BrandState>): Promise<number> {
  const brand = oneOf(BRANDS, deps.random);
  await declare(deps, states, brand, (state) => ({ ...state, hasAlias: !state.hasAlias }));
  return await taskDone(deps, brand, 'rescan');
}

/** Replaces a brand's questions, and makes the server ask them. */
async function collectOne(deps: SoakDeps, states: Map<string, BrandState>): Promise<number> {
  const brand = oneOf(BRANDS, deps.random);
  await declare(deps, states, brand, (state) => ({ ...state, round: state.round + 1 }));
  return await taskDone(deps, brand, 'collect');
}

async function declare(
  { db, random }: SoakDeps,
  states: Map<string, BrandState>,
  brand: string,
  change: (state: BrandState) => BrandState,
): Promise<void> {
  const next = change(states.get(brand) ?? { round: 0, hasAlias: false });
  states.set(brand, next);
  await applyFile({ db, now: Date.now, random: bytesFrom(random) }, declarationOf(brand, next));
}

/** @returns how much the task did */
async function taskDone(
  { db, organizationId, random, stop }: SoakDeps,
  brand: string,
  kind: 'rescan' | 'collect',
): Promise<number> {
  const deps = { db, now: Date.now, random: bytesFrom(random) };
  const starter = { brand, organizationId, user: { id: 'soak', name: 'Soak' } };
  const { task: id } = await startTask(deps, starter, kind);
  const standstill = new Standstill(TASKS_STILL_MS);
  for (;;) {
    const task = await taskOf(db, brand, id);
    if (task === null) throw new Error(`the task ${kind} is gone`);
    if (hasEnded(task.state)) {
      const { state, counts, messages } = task;
      if (state === 'done' && !('failed' in counts)) return task.done;
      throw new Error(`the task ${kind} ended: ${JSON.stringify({ state, counts, messages })}`);
    }
    if (standstill.isReached(await progressOf(db), Date.now()))
      throw new Error(`no task made progress in ${TASKS_STILL_MS / 1000} s, for example ${kind}`);
    await wait(stop.aborted ? 100 : 500);
  }
}

/** The progress of all tasks. */
async function progressOf(db: Database): Promise<string> {
  const tasks = await db
    .selectFrom('tasks')
    .select(['public_id', 'state', 'done'])
    .orderBy('public_id')
    .execute();
  return JSON.stringify(tasks);
}

/** Evaluates a brand's last days again, as a replay does. @returns the days */
async function watchOne({ db, random }: SoakDeps): Promise<number> {
  const brand = oneOf(BRANDS, random);
  const now = Date.now();
  const schedule = { timeOfDay: EVALUATION_TIME, comparisonDays: 90 };
  const fromDay = dayOf(now - REPLAYED_DAYS * DAY_MS);
  const days = await catchUp({ db, now: Date.now, random: bytesFrom(random) }, schedule, {
    now,
    fromDay,
    brand,
  });
  return days.length;
}
