import { SightlineError } from '../domain/errors.ts';
import { microsOf } from '../domain/usd.ts';
import type { EngineAdapter, EngineSetting, Provider, Settings } from '../engines/engine.ts';
import { ADAPTERS } from '../engines/registry.ts';
import { searchVolumes } from '../engines/search-volumes/adapter.ts';
import { baseUrl } from '../engines/settings.ts';
import type { ConfiguredEngines, ReadyEngine } from '../pipeline/collect/collect.ts';
import { openedKeys } from '../pipeline/collect/engine-keys.ts';
import type { VolumeSource } from '../pipeline/volumes/volume-source.ts';
import type { Database } from '../storage/driver/database.ts';
import type { Config } from './config.ts';
import { secretKeyOf } from './secret-key.ts';

/** One variable of an engine or of its provider. They have no flags: keys do not belong on a command line. */
interface EngineVariable {
  readonly variable: string;
  readonly standard: string;
  readonly help: string;
}

/** Every variable of these engines, in their order, the ones of each provider first. docs/collecting.md has the table. */
function engineVariables(adapters: readonly EngineAdapter[]): EngineVariable[] {
  const every = adapters.flatMap(variablesOf);
  return [...new Map(every.map((each) => [each.variable, each])).values()];
}

/** Search volumes have the key and the base URL of a provider of engines; this is their own. */
const VOLUME_COST: EngineVariable = {
  variable: 'SIGHTLINE_SEARCH_VOLUMES_COST_USD',
  standard: String(searchVolumes.defaults.costUsd),
  help: 'Estimated cost of a request of `sightline volumes` in US dollars.',
};

export const ENGINE_VARIABLES: readonly EngineVariable[] = [...engineVariables(ADAPTERS), VOLUME_COST];

function variablesOf(adapter: EngineAdapter): EngineVariable[] {
  const { slug, provider, defaults } = adapter;
  const names = namesOf(adapter);
  return [
    {
      variable: names.key,
      standard: '',
      help: `${provider.name}: ${provider.keyHelp}. Without it, nothing is asked.`,
    },
    { variable: names.baseUrl, standard: provider.baseUrl, help: `Base URL of ${provider.name}.` },
    ...ownVariables(provider.slug, provider.settings),
    ...(defaults.model === ''
      ? []
      : [
          {
            variable: names.model,
            standard: defaults.model,
            help: `Id of the model to ask as ${slug}.`,
          },
        ]),
    ...ownVariables(slug, adapter.settings),
    {
      variable: names.concurrency,
      standard: String(defaults.concurrency),
      help: `Concurrent calls to ${slug}.`,
    },
    {
      variable: names.deadline,
      standard: String(defaults.deadlineSeconds),
      help: 'Time limit of a call, in seconds.',
    },
    {
      variable: names.cost,
      standard: String(defaults.costUsd),
      help: 'Estimated cost of an answer in US dollars.',
    },
    ...(defaults.mostCostUsd === undefined
      ? []
      : [
          {
            variable: names.mostCost,
            standard: String(defaults.mostCostUsd),
            help: 'The most that an answer costs, in US dollars: set aside until the reply says what it did cost.',
          },
        ]),
  ];
}

function ownVariables(slug: string, settings: readonly EngineSetting[] = []): EngineVariable[] {
  return settings.map(({ name, standard, help }) => ({ variable: variableOf(slug, name), standard, help }));
}

/** The variable of an engine's or a provider's setting. */
function variableOf(slug: string, name: string): string {
  return `SIGHTLINE_${slug}_${name}`.toUpperCase();
}

function namesOf({ slug, provider }: EngineAdapter) {
  return {
    key: keyVariableOfProvider(provider.slug),
    baseUrl: variableOf(provider.slug, 'base_url'),
    model: variableOf(slug, 'model'),
    concurrency: variableOf(slug, 'concurrency'),
    deadline: variableOf(slug, 'deadline_seconds'),
    cost: variableOf(slug, 'cost_usd'),
    mostCost: variableOf(slug, 'most_cost_usd'),
  };
}

export function keyVariableOfProvider(slug: string): string {
  return variableOf(slug, 'key');
}

/** The variable with the key of an engine's provider. */
export function keyVariableOf(adapter: EngineAdapter): string {
  return namesOf(adapter).key;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings with the keys that were entered in the store, where the environment has none. */
export async function engineSettings(
  env: Environment,
  db: Database,
  config: Pick<Config, 'secretKey' | 'databaseUrl'>,
): Promise<Environment> {
  return withEnteredKeys(env, await openedKeys(db, secretKeyOf(config)));
}

/** @param entered by the provider's slug; null for one that cannot be opened */
export function withEnteredKeys(env: Environment, entered: ReadonlyMap<string, string | null>): Environment {
  const keys = [...entered].flatMap(([provider, key]) => {
    const variable = keyVariableOfProvider(provider);
    return key === null || env[variable] ? [] : [[variable, key] as const];
  });
  return { ...env, ...Object.fromEntries(keys) };
}

/** The providers whose key is set by the environment, by slug. */
export function providersSet(env: Environment, adapters: readonly EngineAdapter[] = ADAPTERS): Set<string> {
  const set = adapters.filter((adapter) => env[keyVariableOf(adapter)]);
  return new Set(set.map(({ provider }) => provider.slug));
}

/** @throws SightlineError `invalid_setting` naming the variable and what it must be */
export function readEngines(
  env: Environment,
  adapters: readonly EngineAdapter[] = ADAPTERS,
): ConfiguredEngines {
  const ready: ReadyEngine[] = [];
  const disabled: ConfiguredEngines['disabled'][number][] = [];
  for (const adapter of adapters) {
    const { key } = namesOf(adapter);
    const engine = engineFrom(adapter, env);
    if (engine.access.key !== '') ready.push(engine);
    else disabled.push({ engine: adapter.slug, missing: key, micros: engine.micros });
  }
  return { ready, disabled };
}

function engineFrom(adapter: EngineAdapter, env: Environment): ReadyEngine {
  const names = namesOf(adapter);
  const { slug, provider, defaults } = adapter;
  const text = (variable: string, standard: string) => env[variable] || standard;
  const number = (variable: string, standard: number, range: [number, number], isWhole: boolean) =>
    numberOf(variable, text(variable, String(standard)), range, isWhole);
  const settings = {
    ...ownSettings(provider.slug, provider.settings, env),
    ...ownSettings(slug, adapter.settings, env),
  };
  const costUsd = defaults.costUsdWith?.(settings) ?? defaults.costUsd;
  const micros = microsOf(number(names.cost, costUsd, [0, 100], false));
  const most = microsOf(number(names.mostCost, defaults.mostCostUsd ?? 0, [0, 100], false));
  return {
    adapter,
    keyVariable: names.key,
    access: {
      key: keyOf(names.key, text(names.key, '')),
      baseUrl: baseUrlOf(provider, env),
      model: text(names.model, defaults.model),
      settings,
    },
    concurrency: number(names.concurrency, defaults.concurrency, [1, 30], true),
    deadlineMs: 1000 * number(names.deadline, defaults.deadlineSeconds, [1, 240], true),
    micros,
    mostMicros: Math.max(micros, most),
  };
}

/** Where search volumes are looked up. @throws SightlineError `invalid_setting` naming the variable and what it must be */
export function readVolumeSource(env: Environment): VolumeSource {
  const { provider, defaults } = searchVolumes;
  const key = keyVariableOfProvider(provider.slug);
  const cost = env[VOLUME_COST.variable] || VOLUME_COST.standard;
  return {
    adapter: searchVolumes,
    keyVariable: key,
    access: {
      key: keyOf(key, env[key] ?? ''),
      baseUrl: baseUrlOf(provider, env),
      model: '',
      settings: {},
    },
    deadlineMs: 1000 * defaults.deadlineSeconds,
    micros: microsOf(numberOf(VOLUME_COST.variable, cost, [0, 100], false)),
  };
}

function baseUrlOf({ slug, baseUrl: standard }: Provider, env: Environment): string {
  return settingValue(variableOf(slug, 'base_url'), baseUrl('base_url', standard, ''), env);
}

function ownSettings(slug: string, settings: readonly EngineSetting[] = [], env: Environment): Settings {
  return Object.fromEntries(
    settings.map((each) => [each.name, settingValue(variableOf(slug, each.name), each, env)] as const),
  );
}

function settingValue(variable: string, { standard, mustBe, read }: EngineSetting, env: Environment): string {
  const value = read(env[variable] || standard);
  if (value === null) throw invalid(variable, mustBe);
  return value;
}

/** What fits in a header; an accidentally copied space or quotation mark would only show up as a wrong key. */
function keyOf(variable: string, text: string): string {
  if (/^[\x21-\x7e]*$/.test(text)) return text;
  throw invalid(variable, 'ASCII characters without spaces');
}

function numberOf(variable: string, text: string, [least, most]: [number, number], isWhole: boolean): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most && (!isWhole || Number.isInteger(value))) return value;
  throw invalid(variable, `a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}`);
}

function invalid(variable: string, what: string): SightlineError {
  return new SightlineError('invalid_setting', `${variable} must be ${what}.`);
}

/** The table of variables as Markdown, for docs/collecting.md. */
export function engineVariablesMarkdown(adapters: readonly EngineAdapter[] = ADAPTERS): string {
  const rows = [...engineVariables(adapters), VOLUME_COST].map(
    ({ variable, standard, help }) => `| \`${variable}\` | ${standard && `\`${standard}\``} | ${help} |`,
  );
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n');
}
