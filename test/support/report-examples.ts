import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bytesFrom, seeded } from '../../bench/data/random.ts';
import { EVALUATION_TIME } from '../../src/domain/alerts/alert-rules.ts';
import { fillWithSamples } from '../../src/main/demo.ts';
import { addDemoExtras } from '../../src/main/demo-extras.ts';
import { REPORTS } from '../../src/reports/index.ts';
import type { Envelope } from '../../src/reports/run/run-report.ts';
import { openStore, type Store } from '../../src/storage/driver/database.ts';
import { apiOn } from './api.ts';
import { EXAMPLE } from './definitions-document.ts';
import { Clock } from './world.ts';

const SAMPLES = fileURLToPath(new URL('../../samples', import.meta.url));

/** The demo's evaluation schedule. */
export const SAMPLE_SCHEDULE = { timeOfDay: EVALUATION_TIME, comparisonDays: 90 };

/**
 * Puts the sample data into an empty store, as of the standing clock, with the same ids every time. @returns
 * a key to read it
 */
export async function fillSamples(store: Store): Promise<string> {
  return await fillWithSamples({ db: store.main, ...fixedDeps(1) }, SAMPLE_SCHEDULE);
}

function fixedDeps(seed: number) {
  return { now: new Clock().now, random: bytesFrom(seeded(seed)) };
}

/** The documents' examples: reports over the sample data at a fixed time. */
export interface SampleReports {
  /** Shortened, by name. */
  readonly examples: Readonly<Record<string, unknown>>;
  /** The figures in docs/definitions.md. */
  readonly definitions: Envelope;
  /** The plan in docs/planner.md, for one engine. */
  readonly plan: Envelope;
}

export async function sampleReports(): Promise<SampleReports> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-examples-'));
  const store = await openStore(`sqlite:${join(folder, 'store.db')}`);
  try {
    return await sampleReportsOn(store, await fillSamples(store));
  } finally {
    await store.close();
    await rm(folder, { recursive: true });
  }
}

/** The documents' examples, from a store with the sample data, to which it adds the demo's own. */
export async function sampleReportsOn(store: Store, key: string): Promise<SampleReports> {
  const api = apiOn(store);
  const ask = async (report: string, query = '') =>
    (await api.get(`/${report}?brand=tandemly${query}`, key)).body;
  const examples: Record<string, unknown> = {};
  for (const { name } of REPORTS) examples[name] = shortened(await ask(name));
  const [definitions, plan] = [
    await ask('definitions', `&${EXAMPLE}`),
    await ask('planner', '&engine=chatgpt'),
  ];
  await addDemoExtras({ db: store.main, ...fixedDeps(2) }, SAMPLES);
  for (const name of OF_DEMO) examples[name] = shortened(await ask(name));
  return { examples, definitions, plan };
}

/** Reports that are empty without the demo's own data. */
const OF_DEMO = ['cards', 'pages'];

/** Cuts every list of objects after two. A list of words, such as the scopes, is short and stays whole. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value))
    return value.filter((each, index) => index < 2 || typeof each === 'string').map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
}
