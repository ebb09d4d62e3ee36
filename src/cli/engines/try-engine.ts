import { ENGINE_SLUGS, engineOf } from '../../domain/answers/engine.ts';
import { nearestName } from '../../domain/brand/nearest.ts';
import { SightlineError } from '../../domain/errors.ts';
import { dollars, usdOf } from '../../domain/figures/usd.ts';
import type { ConfiguredEngines, ReadyEngine } from '../../pipeline/collect/collect.ts';
import { type EngineTestResult, keyHelpOf, tryEngine } from '../../pipeline/collect/keys/try-engine.ts';
import type { CliDeps, SettingFlags } from '../shared/deps.ts';
import { jsonLine } from '../shared/terminal.ts';
import { keyRemedy } from './key-remedy.ts';

const DEFAULT_PROMPT = 'What is the best project management software for a small agency?';

/** Asks one engine one question and prints the parsed reply. @throws SightlineError without an answer */
export async function printEngineTest(
  deps: CliDeps,
  flags: SettingFlags,
  { slug, prompt = DEFAULT_PROMPT, json }: { slug: string; prompt?: string | undefined; json: boolean },
): Promise<void> {
  const engine = await engineNamed(deps, flags, slug);
  const most = engine.adapter.mostPromptCharacters;
  if (prompt.trim() === '' || (most !== null && [...prompt].length > most)) {
    const limit = most === null ? '' : ` and may have at most ${most} characters on ${slug}`;
    throw new SightlineError('invalid_argument', `--prompt must not be blank${limit}.`);
  }
  const options = { prompt, stop: deps.stopSignal(), secrets: await deps.secrets(flags) };
  const tried = await tryEngine(deps, engine, options);
  deps.terminal.out(json ? jsonLine(recordOf(engine, prompt, tried)) : textOf(engine, prompt, tried));
  if (tried.advice !== null) throw new SightlineError('collection_failed', tried.advice);
}

async function engineNamed(deps: CliDeps, flags: SettingFlags, slug: string): Promise<ReadyEngine> {
  const configured = await deps.engines(flags, null);
  refuseUnknownEngine(slug);
  const engineIn = ({ ready }: ConfiguredEngines) => ready.find(({ adapter }) => adapter.slug === slug);
  // The environment may have the key before there is a store.
  const stored = async () =>
    engineIn(await deps.withStore(flags, (db) => deps.engines(flags, db)).catch(() => configured));
  const engine = engineIn(configured) ?? (await stored());
  if (engine !== undefined) return engine;
  throw withoutKey(slug, configured);
}

/** @throws SightlineError `invalid_argument` */
export function refuseUnknownEngine(slug: string): void {
  if (ENGINE_SLUGS.includes(slug)) return;
  const nearest = nearestName(slug, ENGINE_SLUGS);
  const hint = nearest === undefined ? `Engines: ${ENGINE_SLUGS.join(', ')}.` : `Did you mean ${nearest}?`;
  throw new SightlineError('invalid_argument', `There is no engine ${JSON.stringify(slug)}. ${hint}`);
}

export function withoutKey(slug: string, { disabled }: ConfiguredEngines): SightlineError {
  const found = disabled.find((each) => each.engine === slug);
  const remedy = found === undefined ? 'set its key' : keyRemedy(found.provider, found.missing);
  return new SightlineError('invalid_setting', `To ask ${slug}, ${remedy}: ${keyHelpOf(slug)}.`);
}

function recordOf({ adapter, access, micros }: ReadyEngine, prompt: string, tried: EngineTestResult) {
  const { reading, market, latencyMs, leftOut, advice } = tried;
  const answer = 'fault' in reading ? null : reading;
  return {
    engine: adapter.slug,
    model_asked: access.model === '' ? null : access.model,
    model: answer?.model ?? null,
    prompt,
    outcome: reading.outcome,
    detail: reading.detail,
    text: answer?.text ?? null,
    cited: engineOf(adapter.slug).citesNothing ? null : (answer?.cited ?? []),
    searches: answer === null ? [] : answer.searches,
    cost_usd: answer?.costUsd ?? null,
    estimated_usd: usdOf(micros),
    latency_ms: latencyMs,
    market,
    left_out_fields: leftOut,
    advice,
  };
}

function textOf(engine: ReadyEngine, prompt: string, tried: EngineTestResult): string {
  const { reading, market, latencyMs, leftOut } = tried;
  const { slug } = engine.adapter;
  const result = reading.detail === null ? reading.outcome : `${reading.outcome}, ${reading.detail}`;
  const lines = [
    `Engine    ${slug}${engine.access.model === '' ? '' : `, model ${engine.access.model}`}`,
    `Question  ${prompt}`,
    `Market    ${market.location_code}, ${market.language_code}; location ${takes(market.location_applied)}, language ${takes(market.language_applied)}`,
    `Result    ${result}, after ${(latencyMs / 1000).toFixed(1)} s`,
    ...leftOut.map((field) => `Left out  ${field}, a request field unknown to it`),
    ...('fault' in reading ? [] : answerLines(engine, reading)),
  ];
  const text = 'fault' in reading || reading.text === null ? '' : `\n${multiline(reading.text)}\n`;
  return `${multiline(lines.join('\n'))}\n${text}\nStored nothing.\n`;
}

function takes(applied: boolean): string {
  return applied ? 'sent' : 'not taken by this engine';
}

type Answer = Exclude<EngineTestResult['reading'], { fault: unknown }>;

function answerLines(
  { adapter, micros }: ReadyEngine,
  { model, costUsd, cited, searches, text }: Answer,
): string[] {
  const cost =
    costUsd === null
      ? `not reported; estimated ${dollars(usdOf(micros))}`
      : `${dollars(costUsd)}, as reported`;
  return [
    `Served by ${model ?? 'a model it does not name'}`,
    `Cost      ${cost}`,
    `Searches  ${searches === null || searches.length === 0 ? 'none reported' : searches.join(' | ')}`,
    `Cites     ${engineOf(adapter.slug).citesNothing ? 'not applicable: it does not search' : `${cited.length} pages`}`,
    ...cited.map(({ url }, index) => `          ${index + 1}. ${url}`),
    `Answer    ${text === null ? 'it said nothing' : `${text.length} characters`}`,
  ];
}

/** A text of several lines, safe to print. */
function multiline(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trimEnd())
    .join('\n');
}
