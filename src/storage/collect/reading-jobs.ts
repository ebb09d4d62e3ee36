import { sql } from 'kysely';
import { MOST_SKEW_MS } from '../../domain/time/clock-skew.ts';
import type { Database } from '../driver/database.ts';
import { AWAITING, batchTerms } from './batches.ts';
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

/** Which of these identities have a reading that waits. */
export async function listOpenAmong(
  db: Database,
  brandId: number,
  identities: readonly string[],
): Promise<Set<string>> {
  const rows = await waiting(db, brandId)
    .where('identity', 'in', ['', ...identities])
    .select('identity')
    .execute();
  return new Set(rows.map(({ identity }) => identity));
}

/** Readings that wait, by why. */
export interface WaitingReadings {
  /** Asked next, within a minute by any server's clock. */
  readonly due: number;
  /** Asked again later, after a failure. */
  readonly again: number;
  /** A ceiling, their model's breaker, or a reader that is off holds them back. */
  readonly held: number;
  /** For a batch. */
  readonly awaiting: number;
  /** In a batch of which nobody knows whether the provider has it. */
  readonly unsure: number;
  /** In a batch that the provider has no room for. */
  readonly full: number;
  /** In a batch at the provider. */
  readonly sent: number;
}

export const NO_READINGS: WaitingReadings = {
  due: 0,
  again: 0,
  held: 0,
  awaiting: 0,
  unsure: 0,
  full: 0,
  sent: 0,
};

/** Counts the readings that wait, by the index jobs_of_brand. */
export async function countWaiting(db: Database, brandId: number, now: number): Promise<WaitingReadings> {
  const isHeld = sql<number>`case when lease <> '' or next_at <= ${now + MOST_SKEW_MS} then 0
    when tries = ${JSON.stringify(NO_TRIES)} then 1 else 2 end`;
  const rows = await waiting(db, brandId)
    .select(['lease', isHeld.as('later'), (eb) => eb.fn.countAll<number>().as('n')])
    .groupBy(['lease', 'later'])
    .execute();
  const counts = { ...NO_READINGS };
  for (const { lease, later, n } of rows) counts[whyOf(lease, Number(later), now)] += Number(n);
  return counts;
}

function whyOf(lease: string, later: number, now: number): keyof WaitingReadings {
  if (!lease.startsWith(AWAITING)) return (['due', 'held', 'again'] as const)[later] ?? 'due';
  if (lease === AWAITING) return 'awaiting';
  const { id, sentAt } = batchTerms(lease);
  if (id !== null) return 'sent';
  return sentAt > now ? 'full' : 'unsure';
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
