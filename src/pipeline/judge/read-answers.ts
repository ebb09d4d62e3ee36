import { nextJobAt } from '../../storage/collect/jobs.ts';
import { type CollectDeps, type CollectOptions, collect } from '../collect/collect.ts';

export interface ReadAnswersDeps extends CollectDeps {
  readonly onRun: () => void;
  /** Planning or storing failed; the loop retries. */
  readonly onFailure: (error: unknown) => void;
}

/** How often to look for new answers, and for a reader that somebody chose. */
const PLAN_MS = 10_000;

/** How often to look after providers' batches. */
const BATCHES_MS = 60_000;

/** How often to look for planned readings, also while a call hangs. */
const LOOK_MS = 5000;

/** A run waits this long for early retries. */
const PATIENCE_MS = 15_000;

/** Wait after a store failure. */
const RETRY_MS = 60_000;

/** Has new answers read as they come, and planned ones when due or by batches, until stopped. */
export async function readAnswers(
  deps: ReadAnswersDeps,
  options: Omit<CollectOptions, 'patienceMs' | 'lookMs'>,
): Promise<void> {
  const { engines } = options;
  const repeat = async (everyMs: number, work: () => Promise<void>) => {
    while (!options.stop.aborted) {
      const waitMs = await work().then(
        () => everyMs,
        (error: unknown) => {
          deps.onFailure(error);
          return RETRY_MS;
        },
      );
      await deps.sleep(waitMs, options.stop);
    }
  };
  await Promise.all([
    repeat(PLAN_MS, async () => {
      const { planNewReadings } = await import('./plan-readings.ts');
      await planNewReadings(deps, engines);
    }),
    repeat(BATCHES_MS, async () => {
      if (engines.every(({ adapter }) => adapter.batch === undefined)) return;
      const { runBatches } = await import('./batches.ts');
      await runBatches(deps, options);
    }),
    repeat(LOOK_MS, async () => {
      const due = await Promise.all(engines.map(({ adapter }) => nextJobAt(deps.db, adapter.slug)));
      if (due.every((at) => at === null || at > deps.now())) return;
      await collect(deps, { ...options, patienceMs: PATIENCE_MS, lookMs: LOOK_MS });
      deps.onRun();
    }),
  ]);
}
