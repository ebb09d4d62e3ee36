import { createReadStream, rmSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Listening, ListeningDemo } from '../cli/deps.ts';
import { OPERATOR } from '../domain/audit.ts';
import { formatInstant } from '../domain/instant.ts';
import { DAY_MS, dayOf } from '../domain/period.ts';
import { linkFor } from '../pipeline/accounts/links.ts';
import { newUser, organizationOf } from '../pipeline/accounts/users.ts';
import { applyFile } from '../pipeline/declare/apply.ts';
import { brandOfOperator, registerExperiment } from '../pipeline/declare/experiments.ts';
import { createKey } from '../pipeline/declare/keys.ts';
import { importAnswers } from '../pipeline/intake/ingest.ts';
import { catchUp, type Schedule } from '../pipeline/watch/schedule.ts';
import { watchClaims } from '../pipeline/watch/watched-claims.ts';
import { findWorkspace, listAskedEngines } from '../storage/directory/brands.ts';
import { listMarkets } from '../storage/directory/markets.ts';
import type { Database } from '../storage/driver/database.ts';
import { listQuestions, saveVolumes } from '../storage/volumes/search-volumes.ts';
import { type Config, readConfig, type SettingName, scheduleOf } from './config.ts';
import { openConfiguredStore } from './configured-store.ts';
import { serve } from './serve.ts';
import { END_SIGNALS, type System, system } from './system.ts';

const ORGANIZATION = 'Tandemly Ltd';
const SAMPLES = fileURLToPath(new URL('../../samples', import.meta.url));

/**
 * Serves the generated sample data from a scratch SQLite store. Its newest answer is from now. The store is deleted when the
 * server stops.
 */
export async function demo(
  env: Readonly<Record<string, string | undefined>>,
  flags: Readonly<Partial<Record<SettingName, string>>>,
  onListening: (demo: ListeningDemo) => void,
  version: string,
): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'sightline-demo-'));
  const listens = leaveNothing(scratch);
  try {
    const databaseUrl = `sqlite:${join(scratch, 'demo.db')}`;
    const logLevel = flags.logLevel ?? env.SIGHTLINE_LOG_LEVEL ?? 'warn';
    const config = readConfig(env, { ...flags, databaseUrl, readUrl: '', logLevel, collect: 'off' });
    const { key, path } = await fill(config);
    const tell = ({ baseUrl }: Listening) => {
      listens();
      onListening({ baseUrl, key, dashboard: new URL(path, baseUrl).href });
    };
    await serve(config, tell, { isDemo: true, version });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** A signal before the server listens, and stops by itself, would end the process at once and leave the store behind. */
function leaveNothing(scratch: string): () => void {
  const leave = () => {
    rmSync(scratch, { recursive: true, force: true });
    process.exit();
  };
  for (const name of END_SIGNALS) process.once(name, leave);
  return () => {
    for (const name of END_SIGNALS) process.off(name, leave);
  };
}

async function fill(config: Config): Promise<{ key: string; path: string }> {
  const store = await openConfiguredStore(config);
  try {
    const deps = { ...system, db: store.main };
    const key = await fillWithSamples(deps, scheduleOf(config));
    return { key, path: await demoPath(deps) };
  } finally {
    await store.close();
  }
}

/** How far back the evaluations of the samples go, so that there are alerts of several ages, and episodes that ended. */
const EVALUATED_DAYS = 21;

/**
 * Puts the sample data into an empty store, and evaluates its last days, so that there are alerts and comparisons to see as
 * soon as it is served. @returns a key to read it
 */
export async function fillWithSamples(deps: SampleDeps, schedule: Schedule): Promise<string> {
  const now = deps.now();
  await applyFile(deps, await readFile(join(SAMPLES, 'demo.yaml'), 'utf8'));
  await importAnswers(deps, createReadStream(join(SAMPLES, 'answers.jsonl')));
  await storeVolumes(deps.db, now - DAY_MS);
  await watchSample(deps, now - (EVALUATED_DAYS + 1) * DAY_MS);
  await catchUp(deps, schedule, { now, fromDay: dayOf(now) - EVALUATED_DAYS });
  const { key } = await createKey({ ...deps, actor: OPERATOR }, { organization: ORGANIZATION, name: 'demo' });
  for (const each of EXPERIMENTS) await registerAgo(deps, each);
  return key;
}

/** Experiments with the samples: one that has ended, and one that runs. */
const EXPERIMENTS = [
  { name: 'Comparison pages', startedDaysAgo: 35, days: 21 },
  { name: 'Answers to common questions', startedDaysAgo: 10, days: 14 },
] as const;

/** Registers an experiment on the day before it started. */
async function registerAgo(
  deps: SampleDeps,
  { name, startedDaysAgo, days }: (typeof EXPERIMENTS)[number],
): Promise<void> {
  const startedAt = deps.now() - startedDaysAgo * DAY_MS;
  const acting = { ...deps, now: () => startedAt - DAY_MS, actor: OPERATOR };
  const starts = formatInstant(startedAt).slice(0, 'yyyy-mm-dd'.length);
  const request = { name, starts, days };
  await registerExperiment(acting, await brandOfOperator(deps.db, 'tandemly'), request);
}

/** An import has no search volumes: they are looked up. Those of the samples are invented, as is everything there. */
async function storeVolumes(db: Database, checkedAt: number): Promise<void> {
  const text = await readFile(join(SAMPLES, 'volumes.json'), 'utf8');
  const volumes = JSON.parse(text) as Record<string, number | null>;
  const brandId = await findWorkspace(db, 'tandemly');
  if (brandId === null) throw new Error('the sample data has no brand tandemly');
  const [market] = await listMarkets(db, brandId);
  const marketId = market?.id ?? 0;
  const questions = await listQuestions(db, { brandId, marketId });
  await saveVolumes(
    db,
    questions.flatMap(({ id: promptId, text: keyword }) => {
      const volume = volumes[keyword];
      return volume === undefined ? [] : [{ brandId, promptId, marketId, keyword, volume, checkedAt }];
    }),
  );
}

/** A claim that somebody registered some weeks ago. */
async function watchSample(deps: SampleDeps, registeredAt: number): Promise<void> {
  const organization = await organizationOf(deps.db, ORGANIZATION);
  const brandId = (await findWorkspace(deps.db, 'tandemly')) ?? 0;
  const [engine = ''] = await listAskedEngines(deps.db, brandId);
  const named = { measure: 'named', top: null, direction: 'higher', size: null } as const;
  const claim = { ...named, brand: 'Tandemly', versus: 'Plotwise', engine };
  await watchClaims(
    { ...deps, now: () => registeredAt, actor: OPERATOR },
    { organizationId: organization.id, brand: 'tandemly' },
    [{ text: 'we are named more often than Plotwise', claim, slice: {} }],
  );
}

/** A user who may do everything with the samples, and the path of a link that is signed in. */
async function demoPath(deps: SampleDeps): Promise<string> {
  const { id: organizationId } = await organizationOf(deps.db, ORGANIZATION);
  const fields = { email: 'demo', name: 'Demo', role: 'admin', organizationId, password: null } as const;
  return (await linkFor(deps, 'demo', await newUser({ ...deps, actor: OPERATOR }, fields))).path;
}

export interface SampleDeps extends Pick<System, 'now' | 'random'> {
  readonly db: Database;
}
