import { usdOf } from '../../domain/usd.ts';
import type { CollectDeps } from './job-context.ts';
import type { ReadyEngine } from './ready-engine.ts';
import { tryEngine } from './try-engine.ts';

/** What came of asking with a key. Nothing of it is stored. */
export interface TriedKey {
  /** The slug of the engine that was asked. */
  readonly engine: string;
  readonly latencyMs: number;
  /** What it cost, in US dollars: as the reply says, or else as estimated. */
  readonly usd: number;
  /** What to do about a failure, in a sentence; null if the engine answered, whatever it said. */
  readonly advice: string | null;
}

/** Every engine can say something to it, and no answer is long. */
const QUESTION = 'What is the capital of France?';

/** Somebody waits for it. */
const LONGEST_MS = 45_000;

/** Asks the cheapest of the engines that one key is for. @param engines at least one, each with that key */
export async function tryKey(
  deps: Pick<CollectDeps, 'fetch' | 'now' | 'sleep'>,
  engines: readonly [ReadyEngine, ...ReadyEngine[]],
  secrets: readonly string[],
): Promise<TriedKey> {
  const cheapest = engines.reduce((best, each) => (each.micros < best.micros ? each : best));
  const engine = { ...cheapest, deadlineMs: Math.min(cheapest.deadlineMs, LONGEST_MS) };
  const stop = AbortSignal.timeout(LONGEST_MS);
  const { reading, latencyMs, advice } = await tryEngine(deps, engine, { prompt: QUESTION, stop, secrets });
  const costUsd = 'fault' in reading ? null : reading.costUsd;
  return { engine: engine.adapter.slug, latencyMs, usd: costUsd ?? usdOf(engine.micros), advice };
}
