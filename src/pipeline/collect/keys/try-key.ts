import { usdOf } from '../../../domain/figures/usd.ts';
import type { CollectDeps } from '../job/job-context.ts';
import type { ReadyEngine } from '../job/ready-engine.ts';
import { tryEngine } from './try-engine.ts';

/** A key test's result. Nothing of it is stored. */
export interface KeyTestResult {
  /** Slug of the tested engine. */
  readonly engine: string;
  readonly latencyMs: number;
  /** Cost in US dollars from the reply, else the estimate. */
  readonly usd: number;
  /** How to fix a failure, in a sentence; null if the engine answered anything. */
  readonly advice: string | null;
}

/** Every engine can answer it, in few words. */
const QUESTION = 'What is the capital of France?';

/** A person waits. */
const LONGEST_MS = 45_000;

/** Tests a key with the cheapest of its engines. @param engines at least one, each with that key */
export async function tryKey(
  deps: Pick<CollectDeps, 'fetch' | 'now' | 'sleep'>,
  engines: readonly [ReadyEngine, ...ReadyEngine[]],
  secrets: readonly string[],
): Promise<KeyTestResult> {
  const cheapest = engines.reduce((best, each) => (each.micros < best.micros ? each : best));
  const engine = { ...cheapest, deadlineMs: Math.min(cheapest.deadlineMs, LONGEST_MS) };
  const stop = AbortSignal.timeout(LONGEST_MS);
  const { reading, latencyMs, advice } = await tryEngine(deps, engine, { prompt: QUESTION, stop, secrets });
  const costUsd = 'fault' in reading ? null : reading.costUsd;
  return { engine: engine.adapter.slug, latencyMs, usd: costUsd ?? usdOf(engine.micros), advice };
}
