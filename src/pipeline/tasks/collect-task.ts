import { type Collected, collect, isFailure } from '../collect/collect.ts';
import { leftToday, planBrandNow, putBrandOff } from '../collect/questions.ts';
import type { Progress } from './progress.ts';
import type { Working } from './working.ts';

/** A run waits for jobs that come back within this time: first retries, and DataForSEO's queue. */
const PATIENCE_MS = 60_000;

/** Asks today's remaining questions of one brand now, on the engines that this process has keys for. */
export async function collectTask(working: Working): Promise<void> {
  const { deps, task, progress, stop } = working;
  const jobs = await planBrandNow(deps.db, task.brandId, deps.now());
  progress.set({ total: progress.state.done + (await askable(working)) });
  const failures = new Failures();
  await collect(deps, {
    engines: deps.engines.ready,
    secrets: deps.secrets,
    brandId: task.brandId,
    stop,
    patienceMs: PATIENCE_MS,
    onCollected: (each) => {
      count(progress, each);
      failures.add(each);
      deps.onCollected?.(each);
    },
    onBreaker: (engine, detail) => progress.tell(engine, `is stopped until something is changed (${detail})`),
  });
  // What is left is asked when it was planned for, not as soon as somebody looks.
  if (stop.aborted) await putBrandOff(deps.db, task.brandId, jobs, deps.now());
  for (const [engine, text] of failures.told()) progress.tell(engine, text);
  await tellLeft(working);
}

/** How many of today's questions are to engines that have a key. */
async function askable({ deps, task }: Working): Promise<number> {
  const ready = new Set(deps.engines.ready.map(({ adapter }) => adapter.slug));
  const left = await leftToday(deps.db, deps.now(), task.brandId);
  return left.reduce((sum, { engine, questions }) => sum + (ready.has(engine) ? questions : 0), 0);
}

const COUNT_OF: Partial<Record<Collected['result'], string>> = {
  error: 'failed',
  timeout: 'failed',
  ceiling: 'held_by_ceiling',
  dropped: 'dropped',
};

/** Counts what became of a question. One that comes back later is counted when it does. */
function count(progress: Progress, { result }: Collected): void {
  if (result === 'retried') return;
  const name = COUNT_OF[result] ?? 'answered';
  const { counts, done } = progress.state;
  progress.set({ done: done + 1, counts: { ...counts, [name]: (counts[name] ?? 0) + 1 } });
}

/** How many questions of an engine failed alike. */
class Failures {
  readonly #counts = new Map<string, number>();

  add({ engine, result, detail }: Collected): void {
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

/** Says which of today's questions were not asked, and why. */
async function tellLeft({ deps, task, progress }: Working): Promise<void> {
  const missing = new Map(deps.engines.disabled.map((each) => [each.engine, each.missing]));
  for (const { engine, questions } of await leftToday(deps.db, deps.now(), task.brandId)) {
    const variable = missing.get(engine);
    const are = questions === 1 ? '1 question is' : `${questions} questions are`;
    const why = variable === undefined ? 'left for later today' : `not asked: ${variable} is not set`;
    progress.tell(engine, `${are} ${why}`);
  }
}
