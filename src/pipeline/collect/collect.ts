import { dayOf } from '../../domain/period.ts';
import { findBreaker, tryBreaker } from '../../storage/collect/breakers.ts';
import { claimJob, nextJobAt } from '../../storage/collect/jobs.ts';
import { leaseEnd } from './lease.ts';
import type { ReadyEngine } from './ready-engine.ts';
import { BREAKER_WAIT_MS } from './retry.ts';
import { takeJob } from './take-job.ts';
import type { CollectDeps, Collected, Leased } from './taking.ts';

export type { ConfiguredEngines, ReadyEngine } from './ready-engine.ts';
export { type CollectDeps, type Collected, isFailure } from './taking.ts';

export interface CollectOptions {
  readonly engines: readonly ReadyEngine[];
  /** Nothing more is begun once it is given; calls under way are paid for, and end by themselves. */
  readonly stop: AbortSignal;
  /** A run waits this long for jobs that come back, and ends when none does. */
  readonly patienceMs: number;
  readonly onCollected: (collected: Collected) => void;
  /** An engine that is not asked any more before the operator acts. */
  readonly onBreaker: (engine: string, detail: string) => void;
}

/** After a rate error an engine is asked by half as many at once for this long. */
const SLOW_MS = 5 * 60_000;

/** A worker that is slowed down looks this often whether it still is. */
const SLOW_LOOK_MS = 1000;

const LEAST_WAIT_MS = 50;

/**
 * Asks what is due until nothing more is, on every engine at once. Where the store fails nothing more is asked, and what
 * is under way is waited for.
 */
export async function collect(deps: CollectDeps, options: CollectOptions): Promise<void> {
  const broken = new AbortController();
  const ending = AbortSignal.any([options.stop, broken.signal]);
  const engines = options.engines.map((engine) => new EngineCollector(deps, { ...options, ending }, engine));
  await Promise.all(engines.map((engine) => engine.run((error) => broken.abort(error))));
  if (broken.signal.aborted) throw broken.signal.reason;
}

interface CollectorOptions extends CollectOptions {
  /** Nothing more is begun once it is given. */
  readonly ending: AbortSignal;
}

class EngineCollector {
  readonly #deps: CollectDeps;
  readonly #options: CollectorOptions;
  readonly #engine: ReadyEngine;
  #slowUntil = 0;

  constructor(deps: CollectDeps, options: CollectorOptions, engine: ReadyEngine) {
    this.#deps = deps;
    this.#options = options;
    this.#engine = engine;
  }

  async run(onFailure: (error: unknown) => void): Promise<void> {
    const workers = Array.from({ length: this.#engine.concurrency }, (_, index) => this.#work(index));
    await Promise.all(workers.map((worker) => worker.catch(onFailure)));
  }

  /** One of as many as may ask at once. While the engine is slowed down, half of them wait. */
  async #work(index: number): Promise<void> {
    const { ending, patienceMs } = this.#options;
    while (!ending.aborted) {
      const job = this.#isSlowed(index) ? null : await this.#claim();
      if (job !== null) {
        await this.#take(job);
        continue;
      }
      const wait = await this.#waitOf(index);
      if (wait > patienceMs) return;
      await this.#deps.sleep(wait, ending);
    }
  }

  /** How long until there may be something to take; Infinity where nothing is left. */
  async #waitOf(index: number): Promise<number> {
    const { db, now } = this.#deps;
    const next = await nextJobAt(db, this.#engine.adapter.slug);
    if (next === null) return Number.POSITIVE_INFINITY;
    const breaker = await findBreaker(db, this.#engine.adapter.slug);
    const openUntil = breaker === null ? 0 : breaker.triedAt + BREAKER_WAIT_MS;
    const slowUntil = this.#isSlowed(index) ? Math.min(now() + SLOW_LOOK_MS, this.#slowUntil) : 0;
    return Math.max(LEAST_WAIT_MS, Math.max(next, openUntil, slowUntil) - now());
  }

  #isSlowed(index: number): boolean {
    return this.#deps.now() < this.#slowUntil && index >= Math.ceil(this.#engine.concurrency / 2);
  }

  /** Behind an open breaker only what is too late to be asked is taken, to be put down, and one job an hour as a try. */
  async #claim(): Promise<Leased | null> {
    const { db, now } = this.#deps;
    const breaker = await findBreaker(db, this.#engine.adapter.slug);
    if (breaker === null) return await this.#lease();
    const late = await this.#lease(dayOf(now()));
    if (late !== null) return late;
    const next = await nextJobAt(db, breaker.engine);
    if (next === null || next > now() || now() - breaker.triedAt < BREAKER_WAIT_MS) return null;
    return (await tryBreaker(db, breaker, now())) ? await this.#lease() : null;
  }

  async #lease(beforeDay: number | null = null): Promise<Leased | null> {
    const { db, now, random } = this.#deps;
    const lease = Buffer.from(random(12)).toString('hex');
    const claim = {
      engine: this.#engine.adapter.slug,
      now: now(),
      leaseUntil: leaseEnd(this.#engine, now()),
      lease,
      beforeDay,
    };
    const job = await claimJob(db, claim);
    return job && { ...job, lease };
  }

  async #take(job: Leased): Promise<void> {
    const collected = await takeJob(this.#deps, this.#engine, job);
    if (collected.fault === 'rate') this.#slowUntil = this.#deps.now() + SLOW_MS;
    if (collected.breaker) this.#options.onBreaker(job.engine, collected.detail ?? '');
    if (collected.result !== null) {
      this.#options.onCollected({ engine: job.engine, result: collected.result, detail: collected.detail });
    }
  }
}
