import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DAY_MS } from '../domain/period.ts';
import { applyFile } from '../pipeline/declare/apply.ts';
import { createKey } from '../pipeline/declare/keys.ts';
import { importAnswers } from '../pipeline/intake/ingest.ts';
import { watch } from '../pipeline/watch/watch.ts';
import { openConfiguredStore } from './compose.ts';
import { type Config, readConfig, type SettingName } from './config.ts';
import { serve } from './serve.ts';
import { system } from './system.ts';

const SAMPLES = fileURLToPath(new URL('../../samples', import.meta.url));

/**
 * Serves the generated sample data from a scratch SQLite store, moved in time so that the newest answer is now. The
 * store is removed when the server stops.
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

/** Evaluated before serving, so that there are alerts and comparisons to see. */
const DAYS_WATCHED = 8;

async function fill(config: Config): Promise<string> {
  const store = await openConfiguredStore(config);
  try {
    const deps = { ...system, db: store.main };
    await applyFile(deps, await readFile(join(SAMPLES, 'demo.yaml'), 'utf8'));
    await importAnswers(deps, movedToNow(join(SAMPLES, 'answers.jsonl'), system.now()));
    for (let day = DAYS_WATCHED - 1; day >= 0; day -= 1) {
      await watch(deps, { at: system.now() - day * DAY_MS });
    }
    const created = await createKey(deps, { organization: 'Tandemly Ltd', name: 'demo' });
    return created.key;
  } finally {
    await store.close();
  }
}

const COLLECTED_AT = /"collected_at":"([^"]+)"/g;

/** The sample file with every collection time moved by the same span, the newest to `now`. It is small. */
async function* movedToNow(path: string, now: number): AsyncIterable<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const chunk of createReadStream(path)) pieces.push(chunk);
  const text = Buffer.concat(pieces).toString('utf8');
  const times = [...text.matchAll(COLLECTED_AT)].map(([, time = '']) => Date.parse(time));
  const shift = now - Math.max(...times);
  yield Buffer.from(
    text.replace(
      COLLECTED_AT,
      (_, time: string) => `"collected_at":"${new Date(Date.parse(time) + shift).toISOString()}"`,
    ),
  );
}
