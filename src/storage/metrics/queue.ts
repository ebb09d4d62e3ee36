import type { TaskKind } from '../../domain/task.ts';
import type { Database } from '../driver/database.ts';

/** What waits, over all brands: for the operator's metrics, never for a request of the API. */

/** Questions to an engine that are due and that nobody holds. */
interface DueQuestions {
  readonly engine: string;
  readonly questions: number;
  /** When the first of them became due. */
  readonly firstAt: number;
}

/**
 * Counted no further than this. The questions to an engine that nobody has a key for become ever more, and the first minute of an
 * outage tells as much as the first year.
 */
const MOST_DUE = 10_000;

/** By the index jobs_due, so it reads what is due, not what is stored. A lease moves a job to a later instant. */
export async function countDueQuestions(
  db: Database,
  engines: readonly string[],
  now: number,
): Promise<DueQuestions[]> {
  const counts: DueQuestions[] = [];
  for (const engine of engines) {
    const row = await db
      .selectFrom((eb) =>
        eb
          .selectFrom('jobs')
          .select('next_at')
          .where('engine', '=', engine)
          .where('next_at', 'is not', null)
          .where('next_at', '<=', now)
          .orderBy('next_at')
          .limit(MOST_DUE)
          .as('due'),
      )
      .select((eb) => [eb.fn.countAll<number>().as('questions'), eb.fn.min('next_at').as('firstAt')])
      .executeTakeFirst();
    if (row && row.firstAt !== null) counts.push({ engine, questions: row.questions, firstAt: row.firstAt });
  }
  return counts;
}

/** Open tasks of a kind. */
interface OpenTasks {
  readonly kind: TaskKind;
  readonly isWaiting: boolean;
  readonly tasks: number;
  /** When the first of them was started. */
  readonly firstAt: number;
}

/** By the index tasks_due, which has open tasks only. A task whose worker is gone waits again. */
export async function countOpenTasks(db: Database, now: number): Promise<OpenTasks[]> {
  const rows = await db
    .selectFrom('tasks')
    .select(['kind', 'next_at as nextAt', 'created_at as createdAt'])
    .where('next_at', 'is not', null)
    .execute();
  const groups = Map.groupBy(rows, ({ kind, nextAt }) => `${kind} ${Number(nextAt) <= now}`);
  return [...groups.values()].map((group) => ({
    kind: group[0]?.kind as TaskKind,
    isWaiting: Number(group[0]?.nextAt) <= now,
    tasks: group.length,
    firstAt: Math.min(...group.map(({ createdAt }) => createdAt)),
  }));
}
