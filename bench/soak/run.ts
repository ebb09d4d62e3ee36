import { setTimeout as wait } from 'node:timers/promises';
import { applyFile } from '../../src/pipeline/declare/apply/apply.ts';
import { createKey } from '../../src/pipeline/declare/keys.ts';
import { importAnswers } from '../../src/pipeline/intake/ingest.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { findOrganization } from '../../src/storage/directory/organizations.ts';
import { openStore, type Store } from '../../src/storage/driver/database.ts';
import { bytesFrom, type Random, seeded } from '../data/random.ts';
import { type Served, startServer } from '../support/children.ts';
import type { Cleanup } from '../support/cleanup.ts';
import type { Point } from '../support/slope.ts';
import { DELIVERY_SETTINGS, deliveryFailures, repeatFailures, startDelivery } from './delivery.ts';
import { type Course, courseOf } from './judgement.ts';
import { type LoadCount, runLoads } from './loads.ts';
import { BRANDS, declarationOf, importLines, ORGANIZATION, startEngine } from './world.ts';

export interface SoakOptions {
  /** An empty store. */
  readonly url: string;
  readonly minutes: number;
  /** Stored before it begins. */
  readonly answers: number;
  /** The server's program, as a path from bench/: `PROGRAM` or `SOURCES`. */
  readonly program: string;
}

export interface SoakResult {
  readonly seconds: number;
  readonly loads: readonly LoadCount[];
  readonly courses: readonly Course[];
  /** A report's milliseconds by the server's own clock, because the client is busy as well. */
  readonly reportMs: { readonly median: number; readonly most: number };
  /** All failures; empty if all is well. */
  readonly failures: readonly string[];
}

/** A key may send 300 requests a minute. */
const KEYS = 30;

const SAMPLE_MS = 1000;

/** Growth that is always allowed: the noise of a heap, and of two pools of 10 connections. */
const MAY_GROW = { megabytes: 40, descriptors: 20 };

/** The server must have counted some of each. */
const MUST_COUNT = [
  'sightline_report_cache_requests_total{result="hit"}',
  'sightline_report_cache_requests_total{result="miss"}',
  'sightline_delivery_attempts_total{kind="webhook",result="sent"}',
];

/** Log lines with this level or above report a failure. */
const ERROR_LEVEL = 50;

/** Runs everything that a server does at once, and everything that it needs. */
export async function soak(options: SoakOptions, cleanup: Cleanup): Promise<SoakResult> {
  const random = seeded(1);
  const store = await openStore(options.url);
  const close = cleanup.add(() => store.close());
  const keys = await fill(store, options.answers, random);
  const errors: string[] = [];
  const engineUrl = await startEngine(random, cleanup);
  const delivery = await startDelivery(store.main, random, cleanup);
  const settings = { SIGHTLINE_OPENAI_KEY: 'soak', SIGHTLINE_OPENAI_BASE_URL: engineUrl };
  const server = await serve(options, settings, errors, cleanup);
  const stop = AbortSignal.timeout(options.minutes * 60_000);
  const organizationId = (await findOrganization(store.main, ORGANIZATION))?.id ?? 0;
  const deps = { db: store.main, organizationId, baseUrl: server.baseUrl, keys, delivery, random, stop };
  const sampling = sample(server.metricsUrl, stop, errors);
  const began = Date.now();
  const loads = await runLoads(deps);
  const seconds = (Date.now() - began) / 1000;
  const samples = await sampling;
  const wrong = await deliveryFailures(store.main, delivery);
  const { text: counted } = await scrape(server.metricsUrl);
  await server.stop();
  const differences = await findDifferences(store.main);
  await close();
  const courses = coursesOf(samples);
  const failures = [
    ...loads.flatMap(({ name, failures }) => failures.map((each) => `${name}: ${each}`)),
    ...loads.filter(({ done }) => done === 0).map(({ name }) => `${name}: no turn ran`),
    ...MUST_COUNT.filter((name) => !counted.includes(`\n${name} `)).map((name) => `${name} counted none`),
    ...wrong,
    ...repeatFailures(delivery, counted),
    ...errors.map((line) => `log: ${line}`),
    ...differences.map((each) => `verify: ${JSON.stringify(each)}`),
    ...courses.filter(({ grows }) => grows).map(({ name }) => `${name} grows`),
  ];
  return { seconds, loads, courses, reportMs: reportTimesIn(samples.at(-1)?.metrics ?? ''), failures };
}

/** The reports' median and 99th percentile, as far as the histogram's buckets tell. */
function reportTimesIn(metrics: string): SoakResult['reportMs'] {
  const pattern =
    /^sightline_http_request_duration_seconds_bucket\{le="([^"]+)".*route="\/api\/v1\/.* (\d+)$/gm;
  const buckets = new Map<number, number>();
  for (const [, bound, count] of metrics.matchAll(pattern)) {
    const seconds = bound === '+Inf' ? Number.POSITIVE_INFINITY : Number(bound);
    buckets.set(seconds, (buckets.get(seconds) ?? 0) + Number(count));
  }
  const all = buckets.get(Number.POSITIVE_INFINITY) ?? 0;
  const within = (share: number) =>
    1000 * ([...buckets].find(([, count]) => count >= all * share)?.[0] ?? Number.NaN);
  return { median: within(0.5), most: within(0.99) };
}

async function fill({ main: db }: Store, answers: number, random: Random): Promise<string[]> {
  const deps = { db, now: Date.now, random: bytesFrom(random) };
  for (const brand of BRANDS) {
    await applyFile(deps, declarationOf(brand, { round: 0, hasAlias: false }));
    const lines = importLines(brand, Math.ceil(answers / BRANDS.length), Date.now(), random);
    await importAnswers(deps, lines);
  }
  const keys: string[] = [];
  for (let at = 0; at < KEYS; at += 1) {
    keys.push((await createKey({ ...deps, actor: 'soak' }, { organization: ORGANIZATION })).key);
  }
  return keys;
}

async function serve(
  { url, program }: SoakOptions,
  settings: Readonly<Record<string, string>>,
  errors: string[],
  cleanup: Cleanup,
): Promise<Served & { readonly metricsUrl: string }> {
  const metricsUrl = Promise.withResolvers<string>();
  const onLog = (line: string) => {
    const { level, url: found, msg } = JSON.parse(line) as { level: number; url?: string; msg: string };
    if (msg === 'serving metrics') metricsUrl.resolve(found ?? '');
    if (level >= ERROR_LEVEL) errors.push(line);
  };
  const env = { ...settings, ...DELIVERY_SETTINGS };
  const args = ['serve', '--port', '0', '--metrics-port', '0', '--json', '--database-url', url];
  const server = await startServer(program, args, cleanup, { env, onLog });
  return { ...server, metricsUrl: await metricsUrl.promise };
}

interface Sample {
  readonly seconds: number;
  readonly metrics: string;
}

/** The server's own figures, every second: reading the metrics is part of the load. */
async function sample(url: string, stop: AbortSignal, errors: string[]): Promise<Sample[]> {
  const samples: Sample[] = [];
  const began = Date.now();
  while (!stop.aborted) {
    const found = await scrape(url).catch(String);
    if (typeof found === 'string') errors.push(`metrics: ${found}`);
    else samples.push({ seconds: (Date.now() - began) / 1000, metrics: found.text });
    await wait(SAMPLE_MS, undefined, { signal: stop }).catch(() => {});
  }
  return samples;
}

async function scrape(url: string): Promise<{ readonly text: string }> {
  const response = await fetch(url);
  const text = await response.text();
  if (!response.ok || !/^process_open_fds \d/m.test(text))
    throw new Error(`${response.status} ${text.slice(0, 300)}`);
  return { text };
}

function coursesOf(samples: readonly Sample[]): Course[] {
  const course = (name: string, metric: string, divisor: number, mayGrow: number) =>
    courseOf(
      name,
      samples.map((each) => pointOf(each, metric, divisor)),
      mayGrow,
    );
  const { megabytes, descriptors } = MAY_GROW;
  return [
    course('memory in MB', 'process_resident_memory_bytes', 1e6, megabytes),
    course('heap in MB', 'nodejs_heap_size_used_bytes', 1e6, megabytes),
    course('descriptors', 'process_open_fds', 1, descriptors),
  ];
}

function pointOf({ seconds, metrics }: Sample, metric: string, divisor: number): Point {
  const value = new RegExp(`^${metric} (\\S+)$`, 'm').exec(metrics)?.[1];
  return { seconds, value: Number(value) / divisor };
}
