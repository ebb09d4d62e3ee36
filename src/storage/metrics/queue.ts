import type { TaskKind } from '../../domain/task.ts';
import type { Database } from '../driver/database.ts';

/** Queues over all brands: for metrics, never for API requests. */

/** Due, unleased questions to an engine. */
interface DueQuestions {
  readonly engine: string;
  readonly questions: number;
  /** When the oldest became due. */
  readonly firstAt: number;
}

/**
 * Counting stops here. Questions to an engine without a key pile up forever, and this many already signal an outage.
 */
const MOST_DUE = 10_000;

/** Reads only due rows, by the index jobs_due. A lease moves a job to a later instant. */
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

/** Open tasks with one kind. */
interface OpenTasks {
  readonly kind: TaskKind;
  readonly isWaiting: boolean;
  readonly tasks: number;
  /** When the oldest started. */
  readonly firstAt: number;
}

/** Reads only open tasks, by the index tasks_due. A task with a lost worker waits again. */
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
