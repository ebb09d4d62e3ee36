import { dayOf } from '../../domain/period.ts';
import { redactorOf } from '../../domain/secrets.ts';
import { findBreaker, tryBreaker } from '../../storage/collect/breakers.ts';
import {
  type Claim,
  claimJob,
  listBrandsWithDueJobs,
  nextJobAt,
  renewClaim,
} from '../../storage/collect/jobs.ts';
import type { LeftOutField } from '../../storage/collect/left-out-fields.ts';
import type { StoreRetry } from '../../storage/driver/once.ts';
import { BrandsInTurn } from './brands-in-turn.ts';
import { runJob } from './job.ts';
import type { CollectDeps, Collected, LeasedJob, WorkerDeps } from './job-context.ts';
import { leaseEnd } from './lease.ts';
import type { ReadyEngine } from './ready-engine.ts';
import { BREAKER_WAIT_MS } from './retry.ts';
import { storeRetry } from './store-retry.ts';
import { storingTogether } from './store-together.ts';

export { type CollectDeps, type Collected, isFailure } from './job-context.ts';
export type { ConfiguredEngines, ReadyEngine } from './ready-engine.ts';

export interface CollectOptions {
  readonly engines: readonly ReadyEngine[];
  /** Secrets, in addition to the engines' keys, to replace in every reply. */
  readonly secrets?: readonly string[];
  /** Once it is given, nothing new begins. Calls in progress are paid for, so they are left to finish. */
  readonly stop: AbortSignal;
  /** The only brand to ask for; every brand without it. */
  readonly brandId?: number;
  /** A run waits this long for jobs to come back, and ends when none does. */
  readonly patienceMs: number;
  readonly onCollected: (collected: Collected) => void;
  /** The engine is stopped until the operator acts. */
  readonly onBreaker: (engine: string, detail: string) => void;
  /** A field is omitted from requests to an engine from now on, because the engine refused it. */
  readonly onLeftOut?: (engine: string, field: string) => void;
}

/** After a rate error, an engine gets half as many concurrent calls for this long. */
const SLOW_MS = 5 * 60_000;

/** How often a slowed-down worker checks whether it still is. */
const SLOW_LOOK_MS = 1000;

const LEAST_WAIT_MS = 50;

/**
 * Asks what is due until nothing is left, on all engines concurrently. A store that is unavailable is waited for; if it stays so
 * for almost a minute, or fails, nothing more is asked, and calls in progress are waited for.
 */
export async function collect(deps: CollectDeps, options: CollectOptions): Promise<void> {
  const broken = new AbortController();
  const ending = AbortSignal.any([options.stop, broken.signal]);
  const keys = options.engines.map(({ access }) => access.key);
  const redact = redactorOf([...keys, ...(options.secrets ?? [])]);
  const onLeftOut = ({ engine, field }: LeftOutField) => options.onLeftOut?.(engine, field);
  const retry = storeRetry(deps);
  const worker = { ...deps, redact, onLeftOut, retry, store: storingTogether({ ...deps, retry }) };
  const engines = options.engines.map(
    (engine) => new EngineCollector(worker, { ...options, ending }, engine),
  );
  await Promise.all(engines.map((engine) => engine.run((error) => broken.abort(error))));
  if (broken.signal.aborted) throw broken.signal.reason;
}

interface CollectorOptions extends CollectOptions {
  /** Once it is given, nothing new begins. */
  readonly ending: AbortSignal;
}

class EngineCollector {
  readonly #deps: WorkerDeps;
  /** Until nothing new is to begin. */
  readonly #retry: StoreRetry;
  readonly #options: CollectorOptions;
  readonly #engine: ReadyEngine;
  readonly #brands: BrandsInTurn;
  /** Those with jobs of past days, which are taken even behind an open breaker. */
  readonly #brandsLate: BrandsInTurn;
  #slowUntil = 0;

  constructor(deps: WorkerDeps, options: CollectorOptions, engine: ReadyEngine) {
    this.#deps = deps;
    this.#retry = storeRetry(deps, { stop: options.ending });
    this.#options = options;
    this.#engine = engine;
    this.#brands = new BrandsInTurn(() => this.#dueBrands(null), deps.now);
    this.#brandsLate = new BrandsInTurn(() => this.#dueBrands(dayOf(deps.now())), deps.now);
  }

  async run(onFailure: (error: unknown) => void): Promise<void> {
    const workers = Array.from({ length: this.#engine.concurrency }, (_, index) => this.#work(index));
    await Promise.all(workers.map((worker) => worker.catch(onFailure)));
  }

  /** One of the concurrent workers of an engine. While the engine is slowed down, half of them wait. */
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

  /** How long until there may be something to take; Infinity if nothing is left. */
  async #waitOf(index: number): Promise<number> {
    const { db, now } = this.#deps;
    const { slug } = this.#engine.adapter;
    const next = await this.#retry(() => nextJobAt(db, slug, this.#brandId));
    if (next === null) return Number.POSITIVE_INFINITY;
    const breaker = await this.#retry(() => findBreaker(db, slug));
    const openUntil = breaker === null ? 0 : breaker.triedAt + BREAKER_WAIT_MS;
    const slowUntil = this.#isSlowed(index) ? Math.min(now() + SLOW_LOOK_MS, this.#slowUntil) : 0;
    return Math.max(LEAST_WAIT_MS, Math.max(next, openUntil, slowUntil) - now());
  }

  get #brandId(): number | null {
    return this.#options.brandId ?? null;
  }

  #isSlowed(index: number): boolean {
    return this.#deps.now() < this.#slowUntil && index >= Math.ceil(this.#engine.concurrency / 2);
  }

  /** Behind an open breaker, only jobs of past days are taken, to be recorded as failed, and one job an hour, as a try. */
  async #claim(): Promise<LeasedJob | null> {
    const { db, now } = this.#deps;
    const breaker = await this.#retry(() => findBreaker(db, this.#engine.adapter.slug));
    if (breaker === null) return await this.#lease();
    const late = await this.#lease(dayOf(now()));
    if (late !== null) return late;
    const next = await this.#retry(() => nextJobAt(db, breaker.engine, this.#brandId));
    if (next === null || next > now() || now() - breaker.triedAt < BREAKER_WAIT_MS) return null;
    return (await this.#retry(() => tryBreaker(db, breaker, now()))) ? await this.#lease() : null;
  }

  async #lease(beforeDay: number | null = null): Promise<LeasedJob | null> {
    const { db, now, random } = this.#deps;
    const lease = Buffer.from(random(12)).toString('hex');
    const engine = this.#engine.adapter.slug;
    const brands = beforeDay === null ? this.#brands : this.#brandsLate;
    const job = await brands.take(async (brandId) => {
      let isRepeated = false;
      return await this.#retry(async () => {
        const claim: Claim = {
          ...{ engine, lease, beforeDay, brandId },
          now: now(),
          leaseUntil: leaseEnd(this.#engine, now()),
        };
        // The connection may have been lost after the job was claimed.
        const held = isRepeated ? await renewClaim(db, claim) : null;
        isRepeated = true;
        return held ?? (await claimJob(db, claim));
      });
    });
    return job && { ...job, lease };
  }

  async #dueBrands(beforeDay: number | null): Promise<readonly number[]> {
    if (this.#brandId !== null) return [this.#brandId];
    const { db, now } = this.#deps;
    const { slug: engine } = this.#engine.adapter;
    return await this.#retry(() => listBrandsWithDueJobs(db, { engine, now: now(), beforeDay }));
  }

  async #take(job: LeasedJob): Promise<void> {
    const collected = await runJob(this.#deps, this.#engine, job);
    if (collected.fault === 'rate') this.#slowUntil = this.#deps.now() + SLOW_MS;
    if (collected.breaker) this.#options.onBreaker(job.engine, collected.detail ?? '');
    if (collected.result !== null) {
      this.#options.onCollected({ engine: job.engine, result: collected.result, detail: collected.detail });
    }
  }
}
