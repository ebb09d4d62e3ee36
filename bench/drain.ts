/**
 * Measures reports beside a drain: the median and the 95th of a hundred times of a report over HTTP while a brand's drain
 * takes batches of 1,000 lines, 2,000 lines a second, as ratios to the times without it. Turns with and without alternate, so that other work
 * on the machine meets both.
 *
 *   npm run bench:drain -- [--turns 6] [--seconds 5]
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { applyFile } from '../src/pipeline/declare/apply/apply.ts';
import { createKey } from '../src/pipeline/declare/keys.ts';
import { setDrain } from '../src/pipeline/traffic/drain.ts';
import { findWorkspace } from '../src/storage/directory/brands.ts';
import { openStore } from '../src/storage/driver/database.ts';
import { brandOf, fillBrand } from './data/data-set.ts';
import { combined, LOGGED_BRAND, lineAt } from './data/log-lines.ts';
import { bytesFrom, seeded } from './data/random.ts';
import { PROGRAM, startServer } from './support/children.ts';
import { Cleanup } from './support/cleanup.ts';
import { placeFor } from './support/stores.ts';
import { milliseconds, table } from './support/table.ts';

const { values } = parseArgs({
  options: { turns: { type: 'string', default: '6' }, seconds: { type: 'string', default: '5' } },
});

const BATCH_LINES = 1000;
const BATCH_MS = 500;
const SECRET_KEY = 'k'.repeat(40);
const ANSWERS = 20_000;
const PAUSE_MS = 100;
/** Reports of the drained brand, and of another one, each time over other days: no answer comes from the cache. */
const PATHS = [`/crawls?by=page&brand=${LOGGED_BRAND.id}`, '/visibility?brand=other'];

interface Setup {
  readonly url: string;
  readonly key: string;
  readonly drain: { readonly path: string; readonly secret: string };
}

async function fill(url: string): Promise<Setup> {
  const { main: db, close } = await openStore(url);
  const deps = { db, now: Date.now, random: bytesFrom(seeded(1)) };
  const brands = [{ ...LOGGED_BRAND, configured: true }, brandOf('other', 50)];
  await applyFile(
    deps,
    JSON.stringify({ organizations: [{ name: 'Bench', plan: { name: 'agency' }, brands }] }),
  );
  await fillBrand(db, 'other', ANSWERS, Date.now(), 1);
  const id = (await findWorkspace(db, LOGGED_BRAND.id)) ?? 0;
  const drain = await setDrain(
    { ...deps, secretKey: async () => SECRET_KEY },
    { id, publicId: LOGGED_BRAND.id },
  );
  const { key } = await createKey({ ...deps, actor: 'bench' }, { organization: 'Bench' });
  await close();
  return { url, key, drain };
}

/** Posts batches until the signal aborts. @returns their lines */
async function pour(origin: string, { path, secret }: Setup['drain'], first: number, stop: AbortSignal) {
  let lines = 0;
  for (let due = performance.now(); !stop.aborted; due += BATCH_MS) {
    const body = Array.from({ length: BATCH_LINES }, (_, at) => combined(lineAt(first + lines + at))).join(
      '',
    );
    const response = await fetch(`${origin}${path}`, {
      ...{ method: 'POST', body, headers: { 'x-sightline-secret': secret } },
    });
    if (!response.ok) throw new Error(await response.text());
    lines += BATCH_LINES;
    await wait(Math.max(0, due + BATCH_MS - performance.now()));
  }
  return lines;
}

const SHORTEST_DAYS = 8;
const LONGEST_DAYS = 365;
let asked = 0;

/** Asks in turn until the signal aborts. */
async function ask(baseUrl: string, key: string, took: readonly number[][], stop: AbortSignal) {
  for (let at = 0; !stop.aborted; at += 1) {
    const place = at % PATHS.length;
    asked = (asked + 1) % (LONGEST_DAYS - SHORTEST_DAYS);
    const began = performance.now();
    const response = await fetch(`${baseUrl}${PATHS[place]}&days=${SHORTEST_DAYS + asked}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    if (!response.ok) throw new Error(await response.text());
    await response.arrayBuffer();
    took[place]?.push(performance.now() - began);
    await wait(PAUSE_MS);
  }
}

/** By nearest rank. */
function quantileOf(times: readonly number[], share: number): number {
  return times.toSorted((one, other) => one - other)[Math.ceil(times.length * share) - 1] ?? Number.NaN;
}

async function measure(cleanup: Cleanup): Promise<string> {
  const { url } = await placeFor('sqlite', undefined, cleanup);
  const { key, drain } = await fill(url);
  const args = ['serve', '--port', '0', '--json', '--database-url', url];
  const env = { SIGHTLINE_SECRET_KEY: SECRET_KEY };
  const server = await startServer(PROGRAM, args, cleanup, { env, onLog: () => {} });
  const { origin } = new URL(server.baseUrl);
  const [without, beside] = [PATHS.map((): number[] => []), PATHS.map((): number[] => [])];
  let lines = await pour(origin, drain, 0, AbortSignal.timeout(Number(values.seconds) * 1000));
  const warm = lines;
  for (let turn = 0; turn < Number(values.turns); turn += 1) {
    const span = Number(values.seconds) * 1000;
    await ask(server.baseUrl, key, without, AbortSignal.timeout(span));
    const stop = AbortSignal.timeout(span);
    const [poured] = await Promise.all([
      pour(origin, drain, lines, stop),
      ask(server.baseUrl, key, beside, stop),
    ]);
    lines += poured;
  }
  await server.stop();
  const rows = PATHS.flatMap((path, place) =>
    [0.5, 0.95].map((share) => {
      const [plain, loaded] = [
        quantileOf(without[place] ?? [], share),
        quantileOf(beside[place] ?? [], share),
      ];
      return [
        path,
        `${share * 100}%`,
        milliseconds(plain),
        milliseconds(loaded),
        (loaded / plain).toFixed(2),
      ];
    }),
  );
  const rate = (lines - warm) / (Number(values.turns) * Number(values.seconds));
  return `${table(['report', 'of times', 'alone, ms', 'beside, ms', 'ratio'], rows)}\n${rate.toFixed(0)} lines a second\n`;
}

const cleanup = new Cleanup();
try {
  process.stdout.write(await measure(cleanup));
} finally {
  await cleanup.all();
}
