import { ENGINE_SLUGS, engineOf } from '../../domain/answers/engine.ts';
import { nearestName } from '../../domain/brand/nearest.ts';
import { SightlineError } from '../../domain/errors.ts';
import { usdOf } from '../../domain/figures/usd.ts';
import type { ConfiguredEngines, ReadyEngine } from '../../pipeline/collect/collect.ts';
import { type EngineTestResult, keyHelpOf, tryEngine } from '../../pipeline/collect/keys/try-engine.ts';
import type { CliDeps, SettingFlags } from '../shared/deps.ts';
import { recordText } from '../shared/record.ts';
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
  const record = recordOf(engine, prompt, tried);
  deps.terminal.out(json ? jsonLine(record) : `${recordText(record)}\nStored nothing.\n`);
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
