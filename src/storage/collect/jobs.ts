import { sql } from 'kysely';
import { takeIds } from '../directory/heads.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import { insertAll } from '../driver/insert-all.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';

/** A question to one engine, to be asked once on one day. */
export interface NewJob {
  /** Two jobs with the same identity are the same question; one is stored. */
  readonly identity: string;
  readonly engine: string;
  readonly promptId: number;
  /** From 1. */
  readonly sample: number;
  /** UTC, in whole days since 1970. */
  readonly day: number;
  readonly marketId: number;
  readonly dueAt: number;
}

/** Retries so far, by their reason. */
export interface Tries {
  readonly transient: number;
  readonly timeout: number;
  readonly blank: number;
  /** Refusals that may be about only this question. */
  readonly refused: number;
  /** Answers that were cut short, and asked for again with a larger cap on their length. */
  readonly longer: number;
  /** The detail of the last failure; null for none. */
  readonly last: string | null;
}

/** A job that a worker has taken. */
export interface Job extends Omit<NewJob, 'dueAt'> {
  readonly brandId: number;
  readonly id: number;
  /** Numbers the exchanges with the engine, from 0; replies of an earlier one are not read again. */
  readonly attempt: number;
  readonly tries: Tries;
}

const NO_TRIES: Tries = { transient: 0, timeout: 0, blank: 0, refused: 0, longer: 0, last: null };

/** Adds jobs of a brand that are not planned yet. Run it in a transaction. @returns how many were added */
export async function planJobs(db: Database, brandId: number, jobs: readonly NewJob[]): Promise<number> {
  const fresh = await withoutStored(db, brandId, jobs, false);
  if (fresh.length === 0) return 0;
  const firstId = await takeIds(db, brandId, fresh.length);
  // The lock is held from here on, so what another plan has added in the meantime is visible now.
  const mine = await withoutStored(db, brandId, fresh, false);
  await insertAll(
    db,
    'jobs',
    mine.map((job, index) => ({
      brand_id: brandId,
      id: firstId + index,
      identity: job.identity,
      engine: job.engine,
      prompt_id: job.promptId,
      sample: job.sample,
      day: job.day,
      market_id: job.marketId,
      next_at: job.dueAt,
      lease: '',
      attempt: 0,
      tries: JSON.stringify(NO_TRIES),
    })),
  );
  return mine.length;
}

/** How many identities one statement looks up. */
export const MOST_LOOKED_UP = 5000;

/** The jobs that are not stored yet, or not done. Looked up by identity, which is indexed, because past days stay. */
async function withoutStored(
  db: Database,
  brandId: number,
  jobs: readonly NewJob[],
  isDone: boolean,
): Promise<NewJob[]> {
  const planned = new Set<string>();
  for (let at = 0; at < jobs.length; at += MOST_LOOKED_UP) {
    const rows = await db
      .selectFrom('jobs')
      .select('identity')
      .where('brand_id', '=', brandId)
      .$if(isDone, (query) => query.where('next_at', 'is', null))
      .where(
        'identity',
        'in',
        jobs.slice(at, at + MOST_LOOKED_UP).map((job) => job.identity),
      )
      .execute();
    for (const { identity } of rows) planned.add(identity);
  }
  return jobs.filter((job) => !planned.has(job.identity));
}

export interface Claim {
  readonly engine: string;
  readonly now: number;
  readonly leaseUntil: number;
  /** Who takes it. */
  readonly lease: string;
  /** Only jobs of the days before this one; null for any. */
  readonly beforeDay: number | null;
  readonly brandId: number;
}

/**
 * The brands that have a job of an engine that is due, the one that waits longest first. Nothing is locked: by the time one is
 * claimed, it may be gone. By the index jobs_due.
 */
export async function listBrandsWithDueJobs(
  db: Database,
  { engine, now, beforeDay }: Pick<Claim, 'engine' | 'now' | 'beforeDay'>,
): Promise<number[]> {
  let query = db
    .selectFrom('jobs')
    .select('brand_id as brandId')
    .where('engine', '=', engine)
    .where('next_at', 'is not', null)
    .where('next_at', '<=', now);
  if (beforeDay !== null) query = query.where('day', '<', beforeDay);
  const rows = await query
    .groupBy('brand_id')
    .orderBy((eb) => eb.fn.min('next_at'))
    .orderBy('brand_id')
    .execute();
  return rows.map(({ brandId }) => brandId);
}

/**
 * Takes the job of a brand and an engine that is due first, by the index jobs_of_brand; null when none is. On PostgreSQL
 * several processes skip what the others are taking.
 */
export async function claimJob(
  db: Database,
  { engine, now, leaseUntil, lease, beforeDay, brandId }: Claim,
): Promise<Job | null> {
  const given = { brandId, engine, now, leaseUntil, lease, beforeDay: beforeDay ?? ANY_DAY };
  const [row] = await claimFirst(db, given);
  return row ? jobOf(row) : null;
}

/**
 * Holds the job that this claim has taken until its lease ends; null where it has taken none. For a claim whose connection was lost.
 * By the index jobs_of_brand.
 */
export async function renewClaim(
  db: Database,
  { engine, leaseUntil, lease, brandId }: Claim,
): Promise<Job | null> {
  const row = await db
    .updateTable('jobs')
    .set({ next_at: leaseUntil })
    .where('brand_id', '=', brandId)
    .where('engine', '=', engine)
    .where('next_at', 'is not', null)
    .where('lease', '=', lease)
    .returning(['brand_id as brandId', 'id', 'identity', 'engine', 'prompt_id as promptId', 'sample', 'day'])
    .returning(['market_id as marketId', 'attempt', 'tries'])
    .executeTakeFirst();
  return row ? jobOf(row) : null;
}

function jobOf(row: ClaimedRow): Job {
  return { ...row, tries: { ...NO_TRIES, ...(JSON.parse(row.tries) as Partial<Tries>) } };
}

type ClaimedRow = Omit<Job, 'tries'> & { readonly tries: string };

/** Later than the day of every job. */
const ANY_DAY = 2 ** 31 - 1;

type ClaimGiven = Readonly<Record<'brandId' | 'now' | 'leaseUntil' | 'beforeDay', number>> &
  Readonly<Record<'engine' | 'lease', string>>;

const claimFirst = statement<Tables, ClaimGiven, ClaimedRow>(
  'claim a job',
  (db, { brandId, engine, now, leaseUntil, lease, beforeDay }) => sql<ClaimedRow>`
    update jobs set next_at = ${leaseUntil}, lease = ${lease}
    where brand_id = ${brandId} and id = (
      select id from jobs
      where brand_id = ${brandId} and engine = ${engine} and next_at is not null and next_at <= ${now}
        and day < ${beforeDay}
      order by next_at, id limit 1 ${capabilitiesOf(db).skipLocked})
    returning brand_id as "brandId", id, identity, engine, prompt_id as "promptId", sample, day,
      market_id as "marketId", attempt, tries`,
);

/** Holds a job for longer, if this lease still holds it. @returns whether it does */
export async function renewLease(db: Database, job: Job, lease: string, until: number): Promise<boolean> {
  return await moveHeld(db, job, lease, until);
}

/** Sets when a job may be taken, null for never again, if this lease still holds it. @returns whether it does */
async function moveHeld(db: Database, job: Job, lease: string, nextAt: number | null): Promise<boolean> {
  const { brandId, id } = job;
  return (await moveLeased(db, { brandId, id, lease, nextAt })).length > 0;
}

type MoveGiven = Readonly<Record<'brandId' | 'id', number>> & {
  readonly lease: string;
  readonly nextAt: number | null;
};

const moveLeased = statement(
  'move a job that is held',
  (db: Database, { brandId, id, lease, nextAt }: MoveGiven) =>
    db
      .updateTable('jobs')
      .set({ next_at: nextAt })
      .where('brand_id', '=', brandId)
      .where('id', '=', id)
      .where('lease', '=', lease)
      .where('next_at', 'is not', null)
      .returning('id'),
);

/** Gives a job back, to be taken again at an instant, if this lease still holds it. @returns whether it did */
export async function requeueJob(
  db: Database,
  job: Job,
  lease: string,
  next: { readonly at: number; readonly attempt: number; readonly tries: Tries },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ next_at: next.at, lease: '', attempt: next.attempt, tries: JSON.stringify(next.tries) })
    .where('brand_id', '=', job.brandId)
    .where('id', '=', job.id)
    .where('lease', '=', lease)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks a job as done, if this lease still holds it. @returns whether it does */
export async function finishJob(db: Database, job: Job, lease: string): Promise<boolean> {
  return await moveHeld(db, job, lease, null);
}

/**
 * Ends a job that is no longer wanted, if this lease still holds it. A job without replies is deleted, so that it can be planned
 * again.
 */
export async function dropJob(db: Database, job: Job, lease: string): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('brand_id', '=', job.brandId)
    .where('id', '=', job.id)
    .where('lease', '=', lease)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('replies')
            .select('part')
            .where('brand_id', '=', job.brandId)
            .where('job_id', '=', job.id),
        ),
      ),
    )
    .execute();
  await finishJob(db, job, lease);
}

/**
 * When the next job of an engine, for one brand or any, may be taken, now or later; null when there is none. By the indexes
 * jobs_of_brand and jobs_due.
 */
export async function nextJobAt(
  db: Database,
  engine: string,
  brandId: number | null = null,
): Promise<number | null> {
  let query = db
    .selectFrom('jobs')
    .select('next_at as nextAt')
    .where('engine', '=', engine)
    .where('next_at', 'is not', null);
  if (brandId !== null) query = query.where('brand_id', '=', brandId);
  const row = await query.orderBy('next_at').limit(1).executeTakeFirst();
  return row?.nextAt ?? null;
}

/**
 * Makes the jobs of a day that no worker holds due now, for one brand or all, including those that wait after a failure.
 * @returns how many
 */
export async function bringForward(
  db: Database,
  day: number,
  now: number,
  brandId: number | null = null,
): Promise<number> {
  let update = db
    .updateTable('jobs')
    .set({ next_at: now })
    .where('day', '=', day)
    .where('lease', '=', '')
    .where('next_at', '>', now);
  if (brandId !== null) update = update.where('brand_id', '=', brandId);
  const { numUpdatedRows } = await update.executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Makes jobs of a brand that are due and that no worker holds wait until they were planned for. */
export async function putOff(
  db: Database,
  brandId: number,
  jobs: readonly NewJob[],
  now: number,
): Promise<void> {
  for (const { identity, dueAt } of jobs) {
    if (dueAt <= now) continue;
    await db
      .updateTable('jobs')
      .set({ next_at: dueAt })
      .where('brand_id', '=', brandId)
      .where('identity', '=', identity)
      .where('lease', '=', '')
      .where('next_at', '<=', now)
      .execute();
  }
}

/** The jobs that are not done yet, planned or not. */
export async function withoutDone(db: Database, brandId: number, jobs: readonly NewJob[]): Promise<NewJob[]> {
  return await withoutStored(db, brandId, jobs, true);
}

/** How many jobs of a day are not done, per engine, for one brand or all. */
export async function countOpenJobs(
  db: Database,
  day: number,
  brandId: number | null = null,
): Promise<{ engine: string; questions: number }[]> {
  let query = db
    .selectFrom('jobs')
    .select(['engine', (eb) => eb.fn.countAll<number>().as('questions')])
    .where('day', '=', day)
    .where('next_at', 'is not', null);
  if (brandId !== null) query = query.where('brand_id', '=', brandId);
  return await query.groupBy('engine').orderBy('engine').execute();
}
