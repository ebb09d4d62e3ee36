import { SightlineError } from '../domain/errors.ts';
import type { EngineAdapter } from '../engines/engine.ts';
import { REDIRECT_ORIGIN } from '../engines/gemini/parser.ts';
import { ADAPTERS } from '../engines/registry.ts';
import type { ConfiguredEngines, ReadyEngine } from '../pipeline/collect/collect.ts';

/** One variable of an engine or of who is paid for it. They have no flags: keys do not belong on a command line. */
interface EngineVariable {
  readonly variable: string;
  readonly standard: string;
  readonly help: string;
}

/** Every variable of the engines, in their order, those of each provider first. docs/collecting.md has the table. */
export const ENGINE_VARIABLES: readonly EngineVariable[] = uniqueByName(ADAPTERS.flatMap(variablesOf));

function uniqueByName(variables: readonly EngineVariable[]): EngineVariable[] {
  return [...new Map(variables.map((each) => [each.variable, each])).values()];
}

function variablesOf(adapter: EngineAdapter): EngineVariable[] {
  const { provider, defaults } = adapter;
  const names = namesOf(adapter);
  return [
    {
      variable: names.key,
      standard: '',
      help: `${provider.name}: ${provider.keyHelp}. Without it nothing is asked.`,
    },
    { variable: names.baseUrl, standard: provider.baseUrl, help: `Where ${provider.name} is called.` },
    ...(provider.slug === 'dataforseo'
      ? [
          {
            variable: names.mode,
            standard: 'queue',
            help: '`queue` is cheaper and takes minutes, `live` answers at once.',
          },
        ]
      : []),
    ...(defaults.model === ''
      ? []
      : [
          {
            variable: names.model,
            standard: defaults.model,
            help: `Id of the model that is asked as ${adapter.slug}.`,
          },
        ]),
    ...(adapter.slug === 'gemini'
      ? [
          {
            variable: names.redirects,
            standard: REDIRECT_ORIGIN,
            help: 'Where redirects of grounded answers are resolved.',
          },
        ]
      : []),
    {
      variable: names.concurrency,
      standard: String(defaults.concurrency),
      help: `Calls to ${adapter.slug} at once.`,
    },
    {
      variable: names.deadline,
      standard: String(defaults.deadlineSeconds),
      help: 'Seconds that a call may take.',
    },
    {
      variable: names.cost,
      standard: String(defaults.costUsd),
      help: 'Estimated cost of an answer in US dollars.',
    },
  ];
}

function namesOf({ slug, provider }: EngineAdapter) {
  const engine = `SIGHTLINE_${slug.toUpperCase()}`;
  const account = `SIGHTLINE_${provider.slug.toUpperCase()}`;
  return {
    key: `${account}_KEY`,
    baseUrl: `${account}_BASE_URL`,
    mode: `${account}_MODE`,
    model: `${engine}_MODEL`,
    redirects: `${engine}_REDIRECT_BASE_URL`,
    concurrency: `${engine}_CONCURRENCY`,
    deadline: `${engine}_DEADLINE_SECONDS`,
    cost: `${engine}_COST_USD`,
  };
}

/** The variable with the key of who is paid for an engine. */
export function keyVariableOf(adapter: EngineAdapter): string {
  return namesOf(adapter).key;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws SightlineError `invalid_setting` naming the variable and what it must be */
export function readEngines(env: Environment): ConfiguredEngines {
  const ready: ReadyEngine[] = [];
  const disabled: ConfiguredEngines['disabled'][number][] = [];
  for (const adapter of ADAPTERS) {
    const { key } = namesOf(adapter);
    const engine = engineFrom(adapter, env);
    if (engine.access.key !== '') ready.push(engine);
    else disabled.push({ engine: adapter.slug, missing: key, micros: engine.micros });
  }
  return { ready, disabled };
}

function engineFrom(adapter: EngineAdapter, env: Environment): ReadyEngine {
  const names = namesOf(adapter);
  const { provider, defaults } = adapter;
  const text = (variable: string, standard: string) => env[variable] || standard;
  const mode = modeOf(names.mode, text(names.mode, 'queue'));
  const cost = mode === 'live' ? (defaults.liveCostUsd ?? defaults.costUsd) : defaults.costUsd;
  return {
    adapter,
    keyVariable: names.key,
    access: {
      key: keyOf(names.key, text(names.key, '')),
      baseUrl: baseUrlOf(names.baseUrl, text(names.baseUrl, provider.baseUrl)),
      model: text(names.model, defaults.model),
      mode,
      redirectBaseUrl: baseUrlOf(names.redirects, text(names.redirects, REDIRECT_ORIGIN)),
    },
    concurrency: numberOf(
      names.concurrency,
      text(names.concurrency, String(defaults.concurrency)),
      [1, 30],
      true,
    ),
    deadlineMs:
      1000 * numberOf(names.deadline, text(names.deadline, String(defaults.deadlineSeconds)), [1, 240], true),
    micros: Math.round(1_000_000 * numberOf(names.cost, text(names.cost, String(cost)), [0, 100], false)),
  };
}

/** What fits into a header; a blank or a quotation mark that was copied along would only be told as a wrong key. */
function keyOf(variable: string, text: string): string {
  if (/^[\x21-\x7e]*$/.test(text)) return text;
  throw invalid(variable, 'without blanks and of ASCII characters only');
}

function baseUrlOf(variable: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = url !== null && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  const isPlain = url !== null && url.username === '' && url.search === '' && url.hash === '';
  if (isPlain && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal))) {
    return text.replace(/\/+$/, '');
  }
  throw invalid(variable, 'an https:// URL');
}

function modeOf(variable: string, text: string): 'live' | 'queue' {
  if (text === 'live' || text === 'queue') return text;
  throw invalid(variable, 'live or queue');
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
export function engineVariablesMarkdown(): string {
  const rows = ENGINE_VARIABLES.map(
    ({ variable, standard, help }) => `| \`${variable}\` | ${standard && `\`${standard}\``} | ${help} |`,
  );
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n');
}
