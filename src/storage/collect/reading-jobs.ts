import type { Database } from '../driver/database.ts';
import { AWAITING } from './batches.ts';
import { type NewJob, NO_TRIES, planJobs } from './jobs.ts';

/** Jobs that read answers. */

/**
 * Adds jobs for a brand, and opens finished ones again: their answers are due once more. Run it in a transaction with the
 * brand's lock.
 *
 * @param lease who has them: nobody, or `AWAITING` for a batch
 */
export async function openReadings(
  db: Database,
  brandId: number,
  jobs: readonly NewJob[],
  lease = '',
): Promise<void> {
  const [first] = jobs;
  if (first === undefined) return;
  await planJobs(db, brandId, jobs, lease);
  await db
    .updateTable('jobs')
    .set((eb) => ({ attempt: eb('attempt', '+', 1) }))
    .set({ next_at: first.dueAt, day: first.day, lease, tries: JSON.stringify(NO_TRIES) })
    .where('brand_id', '=', brandId)
    .where('next_at', 'is', null)
    .where(
      'identity',
      'in',
      jobs.map(({ identity }) => identity),
    )
    .execute();
}

function waiting(db: Database, brandId: number) {
  return db
    .selectFrom('jobs')
    .where('brand_id', '=', brandId)
    .where('next_at', 'is not', null)
    .where('answer_id', '>', 0);
}

/** Answers that wait for a model, by themselves or for a batch, by the index jobs_of_brand. Those in a batch are paid for. */
export async function listWaitingAnswers(
  db: Database,
  brandId: number,
  isForBatch: boolean,
): Promise<number[]> {
  const rows = await waiting(db, brandId)
    .where('lease', isForBatch ? '=' : 'not like', isForBatch ? AWAITING : `${AWAITING}%`)
    .select('answer_id as id')
    .distinct()
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** How many readings wait, and how many of them for a batch or in one, by the index jobs_of_brand. */
export async function countWaiting(
  db: Database,
  brandId: number,
): Promise<{ readonly all: number; readonly inBatch: number }> {
  const count = async (of: ReturnType<typeof waiting>) => {
    const { n } = await of.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
    return Number(n);
  };
  const open = waiting(db, brandId);
  return { all: await count(open), inBatch: await count(open.where('lease', 'like', `${AWAITING}%`)) };
}

/** Makes the readings due that no worker holds. */
export async function bringReadingsForward(db: Database, brandId: number, now: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ next_at: now })
    .where('brand_id', '=', brandId)
    .where('answer_id', '>', 0)
    .where('lease', '=', '')
    .where('next_at', '>', now)
    .execute();
}

/** Removes the readings that no worker or batch has, and that have no replies. */
export async function dropWaiting(db: Database, brandId: number): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('brand_id', '=', brandId)
    .where('next_at', 'is not', null)
    .where('answer_id', '>', 0)
    .where('lease', 'in', ['', AWAITING])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('replies')
            .select('part')
            .where('brand_id', '=', brandId)
            .whereRef('job_id', '=', 'jobs.id'),
        ),
      ),
    )
    .execute();
}
