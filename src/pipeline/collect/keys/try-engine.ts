import { redactorOf } from '../../../domain/access/secrets.ts';
import { marketOf } from '../../../domain/brand/market.ts';
import type { EngineReading, ReadingTask } from '../../../engines/engine.ts';
import { failed } from '../../../engines/engine-reading.ts';
import { withoutFields } from '../../../engines/refused-field.ts';
import { ADAPTERS } from '../../../engines/registry.ts';
import type { StoredReply } from '../../../storage/collect/replies.ts';
import { readingOf } from '../job/collection-of-reply.ts';
import { LONGEST_QUEUE_MS } from '../job/exchange.ts';
import type { CollectDeps } from '../job/job-context.ts';
import type { ReadyEngine } from '../job/ready-engine.ts';
import { takeStep } from '../job/step.ts';
import { adviceFor } from './advice.ts';

/** A test question's result. Nothing of it is stored. */
export interface EngineTestResult {
  readonly reading: EngineReading;
  readonly market: {
    readonly location_code: number;
    readonly language_code: string;
    readonly location_applied: boolean;
    readonly language_applied: boolean;
  };
  readonly latencyMs: number;
  /** Fields that the engine refused and the retry omitted. */
  readonly leftOut: readonly string[];
  /** How to fix a failure, in a sentence; null if it answered. */
  readonly advice: string | null;
}

export interface TryOptions {
  readonly prompt: string;
  readonly stop: AbortSignal;
  readonly secrets: readonly string[];
  /** What a reader does with the prompt. */
  readonly task?: ReadingTask;
}

/** The United States in English, to show how the engine treats a market. */
const MARKET = { location_code: 2840, language_code: 'en' };

export async function tryEngine(
  deps: Pick<CollectDeps, 'fetch' | 'now' | 'sleep'>,
  engine: ReadyEngine,
  options: TryOptions,
): Promise<EngineTestResult> {
  const began = deps.now();
  const leftOut: string[] = [];
  const reading = await exchangeOnce(deps, engine, options, leftOut);
  const { adapter } = engine;
  const applied = adapter.marketApplied(marketOf(MARKET.location_code, MARKET.language_code));
  return {
    reading,
    market: { ...MARKET, location_applied: applied.location, language_applied: applied.language },
    latencyMs: deps.now() - began,
    leftOut,
    advice: 'fault' in reading ? adviceFor({ ...engine, ...adapter, what: adapter.slug }, reading) : null,
  };
}

/** @param leftOut collects refused fields */
async function exchangeOnce(
  { fetch, now, sleep }: Pick<CollectDeps, 'fetch' | 'now' | 'sleep'>,
  engine: ReadyEngine,
  { prompt, stop, secrets, task }: TryOptions,
  leftOut: string[],
): Promise<EngineReading> {
  const { adapter, access } = engine;
  const market = marketOf(MARKET.location_code, MARKET.language_code);
  const question = { prompt, market, ...(task && { task }) };
  const sending = { fetch, now, redact: redactorOf([access.key, ...secrets]) };
  const replies: StoredReply[] = [];
  const began = now();
  for (;;) {
    const requests = adapter.next(question, access, replies).map((each) => withoutFields(each, leftOut));
    const [first] = requests;
    if (first === undefined) return readingOf(adapter, replies);
    if (first.delayMs !== undefined) await sleep(first.delayMs, stop);
    if (stop.aborted) return failed('stopped', 'transient');
    if (now() - began > LONGEST_QUEUE_MS) return failed('queue_deadline', 'timeout');
    const step = await takeStep(sending, engine, requests, replies);
    if (step.kind === 'failed') return step.reading;
    if (step.kind === 'field_refused') leftOut.push(step.field);
    if (step.kind === 'replied') replies.push(...step.replies);
  }
}

export function keyHelpOf(slug: string): string {
  return ADAPTERS.find((adapter) => adapter.slug === slug)?.provider.keyHelp ?? 'an API key';
}
