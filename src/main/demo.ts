import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OPERATOR } from '../domain/audit.ts';
import { DAY_MS, dayOf } from '../domain/period.ts';
import { applyFile } from '../pipeline/declare/apply.ts';
import { createKey } from '../pipeline/declare/keys.ts';
import { importAnswers } from '../pipeline/intake/ingest.ts';
import { catchUp, type Schedule } from '../pipeline/watch/schedule.ts';
import { findWorkspace } from '../storage/directory/brands.ts';
import type { Database } from '../storage/driver/database.ts';
import { listQuestions, saveVolumes } from '../storage/volumes/search-volumes.ts';
import { openConfiguredStore } from './compose.ts';
import { type Config, readConfig, type SettingName, scheduleOf } from './config.ts';
import { serve } from './serve.ts';
import { type System, system } from './system.ts';

const SAMPLES = fileURLToPath(new URL('../../samples', import.meta.url));

/**
 * Serves the generated sample data from a scratch SQLite store. Its newest answer is from now. The store is deleted when the
 * server stops.
 */
export async function demo(
  env: Readonly<Record<string, string | undefined>>,
  flags: Readonly<Partial<Record<SettingName, string>>>,
  onListening: (demo: { baseUrl: string; key: string }) => void,
): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'sightline-demo-'));
  try {
    const databaseUrl = `sqlite:${join(scratch, 'demo.db')}`;
    const logLevel = flags.logLevel ?? env.SIGHTLINE_LOG_LEVEL ?? 'warn';
    const config = readConfig(env, { ...flags, databaseUrl, logLevel, collect: 'off' });
    const key = await fill(config);
    await serve(config, (baseUrl) => onListening({ baseUrl, key }));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function fill(config: Config): Promise<string> {
  const store = await openConfiguredStore(config);
  try {
    return await fillWithSamples({ ...system, db: store.main }, scheduleOf(config));
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
  await catchUp(deps, schedule, { now, fromDay: dayOf(now) - EVALUATED_DAYS });
  const { key } = await createKey(
    { ...deps, actor: OPERATOR },
    { organization: 'Tandemly Ltd', name: 'demo' },
  );
  return key;
}

/** An import has no search volumes: they are looked up. Those of the samples are invented, as is everything there. */
async function storeVolumes(db: Database, checkedAt: number): Promise<void> {
  const text = await readFile(join(SAMPLES, 'volumes.json'), 'utf8');
  const volumes = JSON.parse(text) as Record<string, number | null>;
  const brandId = await findWorkspace(db, 'tandemly');
  if (brandId === null) throw new Error('the sample data has no brand tandemly');
  const questions = await listQuestions(db, brandId);
  const market = { locationCode: 2840, languageCode: 'en', checkedAt };
  await saveVolumes(
    db,
    questions.flatMap(({ id: promptId, text: keyword }) => {
      const volume = volumes[keyword];
      return volume === undefined ? [] : [{ ...market, brandId, promptId, keyword, volume }];
    }),
  );
}

export interface SampleDeps extends Pick<System, 'now' | 'random'> {
  readonly db: Database;
}
