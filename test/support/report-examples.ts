import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bytesFrom, seeded } from '../../bench/data/random.ts';
import { ROUTED_ACTIONS, type RoutedAction } from '../../src/actions/index.ts';
import { API_PREFIX } from '../../src/domain/access/api-prefix.ts';
import { EVALUATION_TIME } from '../../src/domain/alerts/alert-rules.ts';
import { fillWithSamples } from '../../src/main/demo.ts';
import { addDemoExtras } from '../../src/main/demo-extras.ts';
import { createKey } from '../../src/pipeline/declare/keys.ts';
import { REPORTS } from '../../src/reports/index.ts';
import type { Envelope } from '../../src/reports/run/run-report.ts';
import { openStore, type Store } from '../../src/storage/driver/database.ts';
import { apiOn } from './api.ts';
import { EXAMPLE } from './definitions-document.ts';
import { type Judgment, judge } from './judged.ts';
import { Clock } from './world.ts';

const SAMPLES = fileURLToPath(new URL('../../samples', import.meta.url));

/** The demo's evaluation schedule. */
export const SAMPLE_SCHEDULE = { timeOfDay: EVALUATION_TIME };

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
  /** An action's request and response, by name. */
  readonly actions: Readonly<Record<string, ActionExample>>;
  /** The figures in docs/definitions.md. */
  readonly definitions: Envelope;
  /** The plan in docs/planner.md, for one engine. */
  readonly plan: Envelope;
}

interface ActionExample {
  readonly request: string;
  /** Absent for a request without one. */
  readonly body?: unknown;
  readonly response: unknown;
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
  await judge(store.main, 1, exampleJudgment);
  for (const name of ['said', 'facts']) examples[name] = shortened(await ask(name, '&reader=model'));
  return { examples, definitions, plan, actions: await actionExamplesOn(store) };
}

/** Every action's example, run in order with a key that may write. The last takes the brand away. */
async function actionExamplesOn(store: Store): Promise<Record<string, ActionExample>> {
  const deps = { db: store.main, ...fixedDeps(3), actor: 'docs' };
  const api = apiOn(store, { random: deps.random });
  const { key } = await createKey(deps, {
    organization: 'Tandemly Ltd',
    scopes: ['prompts:write', 'brands:write'],
  });
  const examples: Record<string, ActionExample> = {};
  let [made, imported] = ['', ''];
  const last = (action: RoutedAction) => Number(action.name === 'delete_brand');
  for (const action of ROUTED_ACTIONS.toSorted((a, b) => last(a) - last(b))) {
    const { method } = action.route;
    const { path, body } = requestOf(action, {
      ...('id' in action.example && /event$|spot_check$/.test(action.name) && { id: made }),
      ...('import' in action.example && { import: imported }),
    });
    const payload = typeof body === 'object' ? JSON.stringify(body) : body;
    const { payload: text } = await api.app.inject({
      method,
      url: `${API_PREFIX}${path}`,
      headers: { 'x-api-key': key, ...(payload && { 'content-type': 'application/json' }) },
      ...(payload && { payload }),
    });
    const response = JSON.parse(text);
    made = response.data?.event?.id ?? response.data?.spot_check?.id ?? made;
    imported = response.data?.import ?? imported;
    examples[action.name] = {
      request: `${method} ${API_PREFIX}${path}`,
      ...(body !== undefined && { body }),
      response: shortened(response),
    };
  }
  return examples;
}

/** An example's path with its query, and its body. */
function requestOf({ route, example }: RoutedAction, instead: object) {
  const { path, body: form } = route;
  const fields: Record<string, unknown> = { brand: 'tandemly', ...example, ...instead };
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(fields[name])));
  const rest = Object.fromEntries(
    Object.entries(fields).filter(([name]) => name !== 'brand' && !names.includes(name)),
  );
  const body =
    route.method === 'DELETE'
      ? undefined
      : form === undefined
        ? rest
        : 'text' in form
          ? fields[form.text]
          : (fields[form.list] as readonly unknown[])[0];
  const isCreating = path === '/brands';
  return { path: names.includes('brand') || isCreating ? filled : `${filled}?brand=tandemly`, body };
}

/** What a model says about the sample answers' price, for the reports that only a model fills. */
function exampleJudgment(text: string): Judgment | undefined {
  if (!text.includes('Tandemly')) return undefined;
  const said = PRICES.filter((words) => text.includes(words)).map(
    (words) => ({ theme: 'price', framing: 'neutral', words }) as const,
  );
  return { names: { Tandemly: { verdict: 'neutral', said } } };
}

const PRICES = ['$9 per board', '$9 a month'];

/** Reports that are empty without the demo's own data. */
const OF_DEMO = ['cards', 'pages', 'todo', 'crawls', 'visits', 'funnel', 'coverage'];

/** Cuts every list of objects after two. A list of words, such as the scopes, is short and stays whole. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value))
    return value.filter((each, index) => index < 2 || typeof each === 'string').map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
}
