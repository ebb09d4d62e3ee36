import { createReadStream, rmSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Listening, ListeningDemo } from '../cli/shared/deps.ts';
import { OPERATOR } from '../domain/access/audit.ts';
import { dayOf } from '../domain/time/period.ts';
import { linkFor } from '../pipeline/accounts/links.ts';
import { newUser, organizationOf } from '../pipeline/accounts/users.ts';
import { applyFile } from '../pipeline/declare/apply/apply.ts';
import { createKey } from '../pipeline/declare/keys.ts';
import { importAnswers } from '../pipeline/intake/ingest.ts';
import { catchUp, type Schedule } from '../pipeline/watch/schedule.ts';
import { addDemoExtras, type SampleDeps } from './demo-extras.ts';
import { tryListening } from './process/cannot-listen.ts';
import { openConfiguredStore } from './process/configured-store.ts';
import { END_SIGNALS, system } from './process/system.ts';
import { serve } from './serve.ts';
import { type Config, readConfig, type SettingName, scheduleOf } from './settings/config.ts';

const ORGANIZATION = 'Tandemly Ltd';
const SAMPLES = fileURLToPath(new URL('../../samples', import.meta.url));

/**
 * Serves generated sample data, up to the present, from a scratch SQLite store, which is deleted at shutdown.
 *
 * @param onProgress told what is being done while the store is filled
 */
export async function demo(
  env: Readonly<Record<string, string | undefined>>,
  flags: Readonly<Partial<Record<SettingName, string>>>,
  onListening: (demo: ListeningDemo) => void,
  version: string,
  onProgress: (done: string) => void,
): Promise<void> {
  const logLevel = flags.logLevel ?? env.SIGHTLINE_LOG_LEVEL ?? 'warn';
  // The scratch folder's store follows.
  const settings = { databaseUrl: 'sqlite:demo.db', logLevel, collect: 'off' };
  const given = readConfig(env, { ...flags, ...settings });
  // Filling takes many seconds.
  await tryListening(given);
  const scratch = await mkdtemp(join(tmpdir(), 'sightline-demo-'));
  const listens = leaveNothing(scratch);
  try {
    const config = { ...given, databaseUrl: `sqlite:${join(scratch, 'demo.db')}` };
    const { key, path } = await fill(config, onProgress);
    const tell = ({ baseUrl }: Listening) => {
      listens();
      onListening({ baseUrl, key, dashboard: new URL(path, baseUrl).href });
    };
    await serve(config, tell, { isDemo: true, version });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** A signal before the server handles signals would end the process at once and leave the store behind. */
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

async function fill(
  config: Config,
  onProgress: (done: string) => void,
): Promise<{ key: string; path: string }> {
  const store = await openConfiguredStore(config);
  try {
    const deps = { ...system, db: store.main };
    const key = await fillWithSamples(deps, scheduleOf(config), onProgress);
    await addDemoExtras(deps, SAMPLES);
    return { key, path: await demoPath(deps) };
  } finally {
    await store.close();
  }
}

/** How far back the samples' evaluations go, for alerts of several ages and closed episodes. */
const EVALUATED_DAYS = 21;

/** Fills an empty store with sample data and evaluates its last days, for immediate alerts and comparisons. @returns a key to read it */
export async function fillWithSamples(
  deps: SampleDeps,
  schedule: Schedule,
  onProgress: (done: string) => void = () => {},
): Promise<string> {
  const now = deps.now();
  await applyFile(deps, await readFile(join(SAMPLES, 'demo.yaml'), 'utf8'));
  await importAnswers(deps, createReadStream(join(SAMPLES, 'answers.jsonl')), {
    onProgress: ({ answers }) => onProgress(`Read ${answers.toLocaleString('en-US')} sample answers`),
  });
  onProgress(`Comparing ${EVALUATED_DAYS} days`);
  await catchUp(deps, schedule, { now, fromDay: dayOf(now) - EVALUATED_DAYS });
  const { key } = await createKey({ ...deps, actor: OPERATOR }, { organization: ORGANIZATION, name: 'demo' });
  return key;
}

/** An admin for the samples, and the path of a link that signs in and opens the brand with the most answers. */
async function demoPath(deps: SampleDeps): Promise<string> {
  const { id: organizationId } = await organizationOf(deps.db, ORGANIZATION);
  const fields = { email: 'demo', name: 'Demo', role: 'admin', organizationId, password: null } as const;
  const { path } = await linkFor(deps, 'demo', await newUser({ ...deps, actor: OPERATOR }, fields));
  return `${path}?brand=tandemly`;
}
