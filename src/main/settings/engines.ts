import { SightlineError } from '../../domain/errors.ts';
import { microsOf } from '../../domain/figures/usd.ts';
import type { EngineAdapter, EngineSetting, Provider, Settings } from '../../engines/engine.ts';
import { endpointUrl } from '../../engines/openai_compatible/read-definition.ts';
import { READERS } from '../../engines/readers.ts';
import { ADAPTERS } from '../../engines/registry.ts';
import { baseUrl } from '../../engines/settings.ts';
import type { ConfiguredEngines, ReadyEngine } from '../../pipeline/collect/collect.ts';
import { openedKeys } from '../../pipeline/collect/keys/engine-keys.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { Config } from './config.ts';
import { secretKeyOf } from './secret-key.ts';

/** A variable for an engine or its provider. They have no flags: keys do not belong on a command line. */
interface EngineVariable {
  readonly variable: string;
  readonly standard: string;
  readonly help: string;
}

/** Every variable of these engines, in their order, each provider's first. docs/settings.md has the table. */
export function engineVariables(adapters: readonly EngineAdapter[]): EngineVariable[] {
  const every = adapters.flatMap(variablesOf);
  return [...new Map(every.map((each) => [each.variable, each])).values()];
}

/** Replaces defaults of the table of engines; the only variable for them. */
const OVERRIDES: EngineVariable = {
  variable: 'SIGHTLINE_ENGINE_OVERRIDES',
  standard: '',
  help: 'Other values than in the table below, as a comma-separated list of `<engine>.<column>=<number>`.',
};

/** An operator's own endpoint that reads what answers say. */
export const READER = {
  url: {
    variable: 'SIGHTLINE_READER_URL',
    standard: '',
    help: 'Your own endpoint that reads what answers say ([how](reader.md)): the base URL of anything compatible with OpenAI’s chat completions, such as `http://127.0.0.1:11434/v1`.',
  },
  model: { variable: 'SIGHTLINE_READER_MODEL', standard: '', help: 'Its model id.' },
  key: { variable: 'SIGHTLINE_READER_KEY', standard: '', help: 'Its key, if it needs one.' },
} as const satisfies Readonly<Record<string, EngineVariable>>;

/** Every variable for this installation's engines, and the models that read answers. */
export function allEngineVariables(adapters: readonly EngineAdapter[] = ADAPTERS): readonly EngineVariable[] {
  const readers = READERS.filter(({ provider }) => !provider.isOwn);
  return [...engineVariables([...adapters, ...readers]), ...Object.values(READER), OVERRIDES];
}

function variablesOf(adapter: EngineAdapter): EngineVariable[] {
  const { slug, provider, defaults } = adapter;
  const names = namesOf(adapter);
  return [
    {
      variable: names.key,
      standard: '',
      help: `${provider.name}: ${provider.keyHelp}. If empty, Sightline does not ask ${provider.name}.`,
    },
    ...(provider.isOwn
      ? []
      : [{ variable: names.baseUrl, standard: provider.baseUrl, help: `Base URL of ${provider.name}.` }]),
    ...ownVariables(provider.slug, provider.settings),
    ...ownVariables(slug, adapter.settings),
    ...(defaults.model === ''
      ? []
      : [{ variable: names.model, standard: defaults.model, help: `Model id for ${slug}.` }]),
  ];
}

/** What `SIGHTLINE_ENGINE_OVERRIDES` may set for an engine, with its default, range, and whether it is a whole number. */
const OVERRIDABLE = {
  concurrency: { range: [1, 30], isWhole: true },
  deadline_seconds: { range: [1, 240], isWhole: true },
  cost_usd: { range: [0, 100], isWhole: false },
  most_cost_usd: { range: [0, 100], isWhole: false },
} as const;

type Overridable = keyof typeof OVERRIDABLE;

/** By the engine's slug and the setting: `chatgpt.concurrency`. */
type Overrides = ReadonlyMap<string, number>;

/** @throws SightlineError `invalid_setting` for an engine or a setting that does not exist, or a bad value */
function overridesIn(env: Environment, slugs: readonly string[]): Overrides {
  const overrides = new Map<string, number>();
  for (const each of (env[OVERRIDES.variable] ?? '').split(',')) {
    if (each.trim() === '') continue;
    const [name = '', value = ''] = each.split('=').map((part) => part.trim());
    const [slug = '', setting = ''] = name.split('.');
    if (!slugs.includes(slug) || !Object.hasOwn(OVERRIDABLE, setting))
      throw invalid(
        OVERRIDES.variable,
        `a list of <engine>.<column>=<number>, and ${name} is none of the columns`,
      );
    const { range, isWhole } = OVERRIDABLE[setting as Overridable];
    overrides.set(name, numberOf(`${OVERRIDES.variable}: ${name}`, value, range, isWhole));
  }
  return overrides;
}

function ownVariables(slug: string, settings: readonly EngineSetting[] = []): EngineVariable[] {
  return settings.map(({ name, standard, help }) => ({ variable: variableOf(slug, name), standard, help }));
}

function variableOf(slug: string, name: string): string {
  return `SIGHTLINE_${slug}_${name}`.toUpperCase();
}

function namesOf({ slug, provider }: EngineAdapter) {
  return {
    key: keyVariableOfProvider(provider.slug),
    baseUrl: variableOf(provider.slug, 'base_url'),
    model: variableOf(slug, 'model'),
  };
}

function keyVariableOfProvider(slug: string): string {
  return variableOf(slug, 'key');
}

export function keyVariableOf(adapter: EngineAdapter): string {
  return namesOf(adapter).key;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings with the stored keys that the environment lacks. */
export async function engineSettings(
  env: Environment,
  db: Database,
  config: Pick<Config, 'secretKey' | 'databaseUrl'>,
): Promise<Environment> {
  return withEnteredKeys(env, await openedKeys(db, secretKeyOf(config)));
}

/** @param entered by the provider's slug; null for one that cannot be decrypted */
function withEnteredKeys(env: Environment, entered: ReadonlyMap<string, string | null>): Environment {
  const keys = [...entered].flatMap(([provider, key]) => {
    const variable = keyVariableOfProvider(provider);
    return key === null || env[variable] ? [] : [[variable, key] as const];
  });
  return { ...env, ...Object.fromEntries(keys) };
}

/** Slugs of providers with a key in the environment. */
export function providersSet(env: Environment, adapters: readonly EngineAdapter[] = ADAPTERS): Set<string> {
  const set = adapters.filter((adapter) => env[keyVariableOf(adapter)]);
  return new Set(set.map(({ provider }) => provider.slug));
}

/** @throws SightlineError `invalid_setting` with the variable and the expected form */
export function readEngines(
  env: Environment,
  adapters: readonly EngineAdapter[] = ADAPTERS,
): ConfiguredEngines {
  const ready: ReadyEngine[] = [];
  const disabled: ConfiguredEngines['disabled'][number][] = [];
  const overrides = overridesIn(
    env,
    [...adapters, ...READERS].map(({ slug }) => slug),
  );
  for (const adapter of adapters) {
    const { key } = namesOf(adapter);
    const engine = engineFrom(adapter, env, overrides);
    if (engine.access.key !== '' || adapter.provider.needsKey === false) ready.push(engine);
    else {
      const { slug, provider } = adapter;
      disabled.push({ engine: slug, provider: provider.slug, missing: key, micros: engine.micros });
    }
  }
  return { ready, disabled, readers: readersFrom(env, overrides) };
}

/** The readers with a key, and the operator's own endpoint. */
function readersFrom(env: Environment, overrides: Overrides): ReadyEngine[] {
  return READERS.flatMap((adapter) => {
    const engine = adapter.provider.isOwn
      ? ownReader(adapter, env, overrides)
      : engineFrom(adapter, env, overrides);
    return engine === null || (engine.access.key === '' && !adapter.provider.isOwn) ? [] : [engine];
  });
}

function ownReader(adapter: EngineAdapter, env: Environment, overrides: Overrides): ReadyEngine | null {
  const { url, model, key } = READER;
  const given = env[url.variable] || '';
  if (given === '') return null;
  const endpoint = endpointUrl(given);
  if ('must' in endpoint)
    throw new SightlineError('invalid_setting', `${url.variable} must ${endpoint.must}.`);
  const modelId = env[model.variable] || '';
  if (modelId === '') throw invalid(model.variable, `set together with ${url.variable}`);
  const access = {
    baseUrl: endpoint.url,
    model: modelId,
    key: keyOf(key.variable, env[key.variable] || ''),
    settings: {},
  };
  return { ...engineFrom(adapter, env, overrides), access, keyVariable: key.variable };
}

function engineFrom(adapter: EngineAdapter, env: Environment, overrides: Overrides): ReadyEngine {
  const names = namesOf(adapter);
  const { slug, provider, defaults } = adapter;
  const text = (variable: string, standard: string) => env[variable] || standard;
  const number = (setting: Overridable, standard: number) => overrides.get(`${slug}.${setting}`) ?? standard;
  const settings = {
    ...ownSettings(provider.slug, provider.settings, env),
    ...ownSettings(slug, adapter.settings, env),
  };
  const costUsd = defaults.costUsdWith?.(settings) ?? defaults.costUsd;
  const micros = microsOf(number('cost_usd', costUsd));
  const most = microsOf(number('most_cost_usd', defaults.mostCostUsd ?? 0));
  return {
    adapter,
    keyVariable: names.key,
    access: {
      key: keyOf(names.key, text(names.key, '')),
      baseUrl: baseUrlOf(provider, env),
      model: text(names.model, defaults.model),
      settings,
    },
    concurrency: number('concurrency', defaults.concurrency),
    deadlineMs: 1000 * number('deadline_seconds', defaults.deadlineSeconds),
    micros,
    mostMicros: Math.max(micros, most),
  };
}

function baseUrlOf({ slug, baseUrl: standard, isOwn }: Provider, env: Environment): string {
  if (isOwn) return standard;
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

/** A text that fits in a header; an accidentally copied space or quotation mark would only show up as a wrong key. */
function keyOf(variable: string, text: string): string {
  if (/^[\x21-\x7e]*$/.test(text)) return text;
  throw invalid(variable, 'ASCII characters without spaces');
}

function numberOf(
  variable: string,
  text: string,
  [least, most]: readonly [number, number],
  isWhole: boolean,
): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most && (!isWhole || Number.isInteger(value))) return value;
  throw invalid(variable, `a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}`);
}

function invalid(variable: string, what: string): SightlineError {
  return new SightlineError('invalid_setting', `${variable} must be ${what}.`);
}

/** The variables as Markdown, for docs/settings.md, and the table of engines with what one variable overrides. */
export function engineVariablesMarkdown(adapters: readonly EngineAdapter[] = ADAPTERS): string {
  const rows = allEngineVariables(adapters).map(
    ({ variable, standard, help }) => `| \`${variable}\` | ${standard && `\`${standard}\``} | ${help} |`,
  );
  const cell = (text: unknown) => (text === undefined ? '–' : `\`${text}\``);
  const engines = [...adapters, ...READERS].map(({ slug, defaults }) => {
    const { concurrency, deadlineSeconds, costUsd, mostCostUsd } = defaults;
    return `| \`${slug}\` | ${[concurrency, deadlineSeconds, costUsd, mostCostUsd].map(cell).join(' | ')} |`;
  });
  return [
    '| variable | default | meaning |',
    '|---|---|---|',
    ...rows,
    '',
    '| engine | `concurrency` | `deadline_seconds` | `cost_usd` | `most_cost_usd` |',
    '|---|---|---|---|---|',
    ...engines,
  ].join('\n');
}
