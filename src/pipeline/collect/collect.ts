import { redactorOf } from '../../domain/access/secrets.ts';
import { dayOf } from '../../domain/time/period.ts';
import { findBreaker, tryBreaker } from '../../storage/collect/breakers.ts';
import {
  type Claim,
  claimJob,
  listBrandsWithDueJobs,
  nextJobAt,
  renewClaim,
} from '../../storage/collect/jobs.ts';
import type { LeftOutField } from '../../storage/collect/left-out-fields.ts';
import type { StoreRetry } from '../../storage/driver/commit-outcome.ts';
import { BrandRotation } from './brand-rotation.ts';
import { groupCommit } from './job/group-commit.ts';
import { runJob } from './job/job.ts';
import type { CollectDeps, CollectedQuestion, LeasedJob, WorkerDeps } from './job/job-context.ts';
import { leaseEnd } from './job/lease.ts';
import type { ReadyEngine } from './job/ready-engine.ts';
import { BREAKER_WAIT_MS } from './job/retry.ts';
import { storeRetry } from './job/store-retry.ts';

export { type CollectDeps, type CollectedQuestion, isFailure } from './job/job-context.ts';
export type { ConfiguredEngines, ReadyEngine } from './job/ready-engine.ts';

export interface CollectOptions {
  readonly engines: readonly ReadyEngine[];
  /** Secrets besides the engines' keys to redact in every reply. */
  readonly secrets?: readonly string[];
  /** Begin nothing new after this aborts. Calls in progress finish, because they cost money. */
  readonly stop: AbortSignal;
  /** The only brand; default: every brand. */
  readonly brandId?: number;
  /** A run waits this long for retries, and ends if none is due. */
  readonly patienceMs: number;
  /** While calls are in progress, a run looks this often for jobs planned meanwhile; default: never. */
  readonly lookMs?: number;
  readonly onCollected: (collected: CollectedQuestion, marketId: number) => void;
  /** The engine stops until the operator acts. */
  readonly onBreaker: (engine: string, detail: string) => void;
  /** The engine refused a field, so requests omit it from now on. */
  readonly onLeftOut?: (engine: string, field: string) => void;
}

/** After a rate limit error, an engine gets half as many concurrent calls for this time. */
const SLOW_MS = 5 * 60_000;

/** How often a throttled worker checks again. */
const SLOW_LOOK_MS = 1000;

const LEAST_WAIT_MS = 50;

/**
 * Asks everything due on all engines concurrently, until nothing is left. Waits for an unavailable store for almost a
 * minute; if the store still fails, it asks nothing more and waits for calls in progress.
 */
export async function collect(deps: CollectDeps, options: CollectOptions): Promise<void> {
  const broken = new AbortController();
  const ending = AbortSignal.any([options.stop, broken.signal]);
  const keys = options.engines.map(({ access }) => access.key);
  const redact = redactorOf([...keys, ...(options.secrets ?? [])]);
  const onLeftOut = ({ engine, field }: LeftOutField) => options.onLeftOut?.(engine, field);
  const retry = storeRetry(deps);
  const worker = { ...deps, redact, onLeftOut, retry, store: groupCommit({ ...deps, retry }) };
  const calls = { running: 0 };
  const engines = options.engines.map(
    (engine) => new EngineCollector(worker, { ...options, ending, calls }, engine),
  );
  await Promise.all(engines.map((engine) => engine.run((error) => broken.abort(error))));
  if (broken.signal.aborted) throw broken.signal.reason;
}

interface CollectorOptions extends CollectOptions {
  /** Begin nothing new after this aborts. */
  readonly ending: AbortSignal;
  /** Of all engines of the run. */
  readonly calls: { running: number };
}

class EngineCollector {
  readonly #deps: WorkerDeps;
  /** Retries until nothing new may begin. */
  readonly #retry: StoreRetry;
  readonly #options: CollectorOptions;
  readonly #engine: ReadyEngine;
  readonly #brands: BrandRotation;
  /** Brands with jobs of past days, which workers claim even behind an open breaker. */
  readonly #brandsLate: BrandRotation;
  #slowUntil = 0;

  constructor(deps: WorkerDeps, options: CollectorOptions, engine: ReadyEngine) {
    this.#deps = deps;
    this.#retry = storeRetry(deps, { stop: options.ending });
    this.#options = options;
    this.#engine = engine;
    this.#brands = new BrandRotation(() => this.#dueBrands(null), deps.now);
    this.#brandsLate = new BrandRotation(() => this.#dueBrands(dayOf(deps.now())), deps.now);
  }

  async run(onFailure: (error: unknown) => void): Promise<void> {
    const workers = Array.from({ length: this.#engine.concurrency }, (_, index) => this.#work(index));
    await Promise.all(workers.map((worker) => worker.catch(onFailure)));
  }

  /** One of an engine's concurrent workers. Half of them wait while the engine is throttled. */
  async #work(index: number): Promise<void> {
    const { ending, patienceMs, lookMs = Number.POSITIVE_INFINITY, calls } = this.#options;
    while (!ending.aborted) {
      const job = this.#isSlowed(index) ? null : await this.#claim();
      if (job !== null) {
        calls.running += 1;
        await this.#take(job).finally(() => {
          calls.running -= 1;
        });
        continue;
      }
      const wait = Math.min(await this.#waitOf(index), calls.running > 0 ? lookMs : Number.POSITIVE_INFINITY);
      if (wait > patienceMs) return;
      await this.#deps.sleep(Math.min(wait, lookMs), ending);
    }
  }

  /** Time until something may be due; Infinity if nothing is left. */
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

  /** Behind an open breaker, claims only jobs of past days, to record as failed, and one trial job an hour. */
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
    const job = await brands.claimNext(async (brandId) => {
      let isRepeated = false;
      return await this.#retry(async () => {
        const claim: Claim = {
          engine,
          lease,
          beforeDay,
          brandId,
          now: now(),
          leaseUntil: leaseEnd(this.#engine, now()),
        };
        // The connection may have failed after the claim.
        const renewed = isRepeated ? await renewClaim(db, claim) : null;
        isRepeated = true;
        return renewed ?? (await claimJob(db, claim));
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
      const { engine, marketId } = job;
      const { result, detail, unproven } = collected;
      const dropped = unproven === undefined ? {} : { unproven };
      this.#options.onCollected({ engine, result, detail, ...dropped }, marketId);
    }
  }
}
