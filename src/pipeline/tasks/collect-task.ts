import { type CollectedQuestion, type CollectOptions, collect, isFailure } from '../collect/collect.ts';
import { leftToday, planBrandNow, putBrandOff } from '../collect/questions.ts';
import type { Progress } from './progress.ts';
import type { TaskContext } from './task-context.ts';

/** Longest wait for jobs due again soon: first retries and DataForSEO's queue. */
const PATIENCE_MS = 60_000;

/** Asks a brand's remaining questions of today now, on engines with a key. */
export async function collectTask(working: TaskContext): Promise<void> {
  const { deps, task, progress, stop } = working;
  const jobs = await planBrandNow(deps.db, task.brandId, deps.now());
  progress.set({ total: progress.state.done + (await askable(working)) });
  await askDue(working);
  // Ask the rest at its planned time, not as soon as a worker polls.
  if (stop.aborted) await putBrandOff(deps.db, task.brandId, jobs, deps.now());
  await tellLeft(working);
}

/** Asks a brand's due questions, such as one scheduled by ask-question.ts. If stopped, the rest stays due. */
export async function askTask(working: TaskContext): Promise<void> {
  await askDue(working);
}

/** @param patience how long to wait for retries and other workers, and how often to look */
export async function askDue(
  { deps, task, progress, stop }: TaskContext,
  patience: Pick<CollectOptions, 'patienceMs' | 'lookMs'> = { patienceMs: PATIENCE_MS },
): Promise<void> {
  const failures = new Failures();
  const stopped = new Map<string, string>();
  await collect(deps, {
    engines: deps.engines.ready,
    secrets: deps.secrets,
    brandId: task.brandId,
    stop,
    ...patience,
    onCollected: (each) => {
      count(progress, each);
      failures.add(each);
      deps.onCollected?.(each);
    },
    // Questions that were under way refuse too.
    onBreaker: (engine, detail) => stopped.set(engine, detail),
  });
  for (const [engine, detail] of stopped) {
    progress.tell(engine, `stopped until you fix its key or settings (${detail})`);
  }
  for (const [engine, text] of failures.told()) progress.tell(engine, text);
}

/** Number of today's questions to engines with a key. */
async function askable({ deps, task }: TaskContext): Promise<number> {
  const ready = new Set(deps.engines.ready.map(({ adapter }) => adapter.slug));
  const left = await leftToday(deps.db, deps.now(), task.brandId);
  return left.reduce((sum, { engine, questions }) => sum + (ready.has(engine) ? questions : 0), 0);
}

const COUNT_OF: Partial<Record<CollectedQuestion['result'], string>> = {
  error: 'failed',
  timeout: 'failed',
  ceiling: 'held_by_ceiling',
  dropped: 'dropped',
};

/** Counts a question's result. A deferred one counts when it finishes. */
function count(progress: Progress, { result }: CollectedQuestion): void {
  if (result === 'retried') return;
  const name = COUNT_OF[result] ?? 'answered';
  const { counts, done } = progress.state;
  progress.set({ done: done + 1, counts: { ...counts, [name]: (counts[name] ?? 0) + 1 } });
}

/** Number of an engine's questions per failure. */
class Failures {
  readonly #counts = new Map<string, number>();

  add({ engine, result, detail }: CollectedQuestion): void {
    if (!isFailure(result)) return;
    const key = JSON.stringify([
      engine,
      result === 'ceiling' ? 'held back by the ceiling' : (detail ?? result),
    ]);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  told(): [string, string][] {
    return [...this.#counts].sort().map(([key, questions]) => {
      const [engine, reason] = JSON.parse(key) as [string, string];
      return [engine, `${questions} ${questions === 1 ? 'question' : 'questions'} not answered: ${reason}`];
    });
  }
}

/** Reports today's questions that it did not ask, with the reason. */
async function tellLeft({ deps, task, progress }: TaskContext): Promise<void> {
  const keyless = new Set(deps.engines.disabled.map(({ engine }) => engine));
  for (const { engine, questions } of await leftToday(deps.db, deps.now(), task.brandId)) {
    const are = questions === 1 ? '1 question is' : `${questions} questions are`;
    const why = keyless.has(engine) ? 'not asked: its engine has no key' : 'left for later today';
    progress.tell(engine, `${are} ${why}`);
  }
}
