import { Worker } from 'node:worker_threads';
import { type Engine, ownEngines } from '../../domain/answers/engine.ts';
import { type ErrorCode, SightlineError } from '../../domain/errors.ts';
import type { Given, Result, TextJobName } from './text-jobs.ts';

/** A job for a thread, with the operator's own engines. */
export interface JobMessage {
  readonly name: TextJobName;
  readonly given: unknown;
  readonly engines: readonly Engine[];
}

export type JobResult = { readonly value: unknown } | { readonly refusal: string; readonly code: ErrorCode };

/** The text took too much time or memory. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';
  readonly of: 'time' | 'memory';

  constructor(of: 'time' | 'memory') {
    super(`A text took too much ${of}.`);
    this.of = of;
  }
}

/** What a person gets in place of a text that took too much. @throws any other error */
export function instead<Value>(error: unknown, value: (of: TooMuch['of']) => Value): Value {
  if (error instanceof TooMuch) return value(error.of);
  throw error;
}

/** The thread's file, beside this one; the build changes its extension. */
const THREAD = new URL(import.meta.url.replace(/text-threads(\.\w+)$/, 'text-thread$1'));

/** Two, so that a slow text does not keep all others waiting. */
const MOST_THREADS = 2;

/** Several times what the largest texts take. */
const MOST_MB = 256;

/** A thread without work ends after this, which frees its memory. */
const IDLE_MS = 60_000;

/**
 * Threads for texts from outside: whatever they contain, no request waits for them, and none takes more time or memory
 * than its job's limits. A thread that exceeds them ends, and the next job gets another one.
 */
export class TextThreads {
  readonly #mostMb: number;
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  readonly #waiting: (() => void)[] = [];
  #working = 0;

  constructor({ mostMb = MOST_MB } = {}) {
    this.#mostMb = mostMb;
  }

  /** @throws TooMuch; SightlineError as the job does */
  async run<Name extends TextJobName>(name: Name, given: Given<Name>, mostMs: number): Promise<Result<Name>> {
    if (this.#working >= MOST_THREADS) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#working += 1;
    const worker = this.#worker();
    try {
      const result = await resultOf(worker, { name, given, engines: ownEngines() }, mostMs);
      this.#keep(worker);
      return valueIn(result) as Result<Name>;
    } catch (error) {
      if (!this.#idle.has(worker)) await worker.terminate();
      throw error;
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#working -= 1;
      else next();
    }
  }

  #worker(): Worker {
    const [kept] = this.#idle;
    if (kept === undefined) return this.#start();
    const [worker, end] = kept;
    clearTimeout(end);
    this.#idle.delete(worker);
    worker.ref();
    return worker;
  }

  #start(): Worker {
    const worker = new Worker(THREAD, { resourceLimits: { maxOldGenerationSizeMb: this.#mostMb } });
    worker.on('exit', () => {
      clearTimeout(this.#idle.get(worker));
      this.#idle.delete(worker);
    });
    // Without a job, nobody else hears of it.
    worker.on('error', () => {});
    return worker;
  }

  #keep(worker: Worker): void {
    const end = setTimeout(() => void worker.terminate(), IDLE_MS);
    end.unref();
    worker.unref();
    this.#idle.set(worker, end);
  }
}

async function resultOf(worker: Worker, job: JobMessage, mostMs: number): Promise<JobResult> {
  const { promise, resolve, reject } = Promise.withResolvers<JobResult>();
  const onError = (error: unknown) => reject(isOutOfMemory(error) ? new TooMuch('memory') : error);
  const onExit = () => reject(new Error('The thread ended without a result.'));
  worker.on('message', resolve).on('error', onError).on('exit', onExit);
  const timer = setTimeout(() => reject(new TooMuch('time')), mostMs);
  try {
    worker.postMessage(job);
    return await promise;
  } finally {
    clearTimeout(timer);
    worker.off('message', resolve).off('error', onError).off('exit', onExit);
  }
}

function valueIn(result: JobResult): unknown {
  if ('value' in result) return result.value;
  throw new SightlineError(result.code, result.refusal);
}

function isOutOfMemory(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
}
