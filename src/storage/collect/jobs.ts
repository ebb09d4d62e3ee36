import { type Selectable, sql } from 'kysely';
import { takeIds } from '../directory/brand/brand-lock.ts';
import type { Database } from '../driver/database.ts';
import { insertAll } from '../driver/insert-all.ts';
import { claimFirst, isHeld, type LeaseTerms, listBrandsWithDue } from '../driver/queue.ts';
import type { Tables } from '../driver/schema/schema.ts';
import { statement } from '../driver/statement.ts';

/** A question to one engine, to ask once on one day; or an answer for a model to read, whenever it may. */
export interface NewJob {
  /** Equal identities mean the same question; one is stored. */
  readonly identity: string;
  /** A reader's slug if it reads an answer. */
  readonly engine: string;
  /** The answer to read; left out to ask the engine. */
  readonly answerId?: number;
  /** The model that reads it. */
  readonly reader?: string | null;
  readonly promptId: number;
  /** From 1. */
  readonly sample: number;
  /** UTC days since 1970. */
  readonly day: number;
  readonly marketId: number;
  readonly dueAt: number;
  /** Whether it is a weekly one whose own day in its week is over. */
  readonly isLate?: boolean;
}

/** Retries so far, by reason. */
export interface Tries {
  readonly transient: number;
  readonly timeout: number;
  readonly blank: number;
  /** Refusals that may concern only this question. */
  readonly refused: number;
  /** Truncated answers that were requested again with a larger output limit. */
  readonly longer: number;
  /** The last failure's detail; null for none. */
  readonly last: string | null;
}

export interface Job extends Omit<NewJob, 'dueAt' | 'isLate'> {
  /** The answer to read; 0 to ask the engine. */
  readonly answerId: number;
  /** The model that reads it; null to ask the engine. */
  readonly reader: string | null;
  readonly brandId: number;
  readonly id: number;
  /** Numbers the exchanges with the engine from 0; each attempt ignores earlier replies. */
  readonly attempt: number;
  readonly tries: Tries;
}

/** The last day on which it may be asked: answers may be read on any. */
export function lastDayOf({ answerId, day }: Pick<Job, 'answerId' | 'day'>): number {
  return answerId > 0 ? Number.POSITIVE_INFINITY : day;
}

export const NO_TRIES: Tries = { transient: 0, timeout: 0, blank: 0, refused: 0, longer: 0, last: null };

/** Adds a brand's unplanned jobs, for whoever has a lease. Run it in a transaction. @returns how many were new */
export async function planJobs(
  db: Database,
  brandId: number,
  jobs: readonly NewJob[],
  lease = '',
): Promise<number> {
  await moveToDay(db, brandId, jobs);
  const fresh = await withoutStored(db, brandId, jobs, false);
  if (fresh.length === 0) return 0;
  const firstId = await takeIds(db, brandId, fresh.length);
  // The lock is held from here on, so this sees jobs that another plan added meanwhile.
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
      answer_id: job.answerId ?? 0,
      reader: job.reader ?? null,
      day: job.day,
      market_id: job.marketId,
      next_at: job.dueAt,
      lease,
      attempt: 0,
      tries: JSON.stringify(NO_TRIES),
    })),
  );
  return mine.length;
}

/** Moves jobs that were planned for an earlier day, and that no worker holds, to the day of these: weekly ones that were missed. */
async function moveToDay(db: Database, brandId: number, jobs: readonly NewJob[]): Promise<void> {
  const late = new Map(jobs.filter(({ isLate }) => isLate).map((job) => [job.identity, job]));
  const found = await storedOf(db, brandId, [...late.values()]);
  for (const { identity, day, nextAt } of found) {
    const job = late.get(identity);
    if (job === undefined || nextAt === null || day >= job.day) continue;
    await db
      .updateTable('jobs')
      .set({ day: job.day, next_at: job.dueAt })
      .where('brand_id', '=', brandId)
      .where('identity', '=', identity)
      .where('next_at', 'is not', null)
      .where('lease', '=', '')
      .execute();
  }
}

/** These jobs without those that were done on a day before theirs, which only weekly ones can have been. */
export async function withoutDoneEarlier(
  db: Database,
  brandId: number,
  jobs: readonly NewJob[],
): Promise<readonly NewJob[]> {
  const late = jobs.filter(({ isLate }) => isLate);
  if (late.length === 0) return jobs;
  const done = new Map(
    (await storedOf(db, brandId, late)).flatMap(({ identity, day, nextAt }) =>
      nextAt === null ? [[identity, day] as const] : [],
    ),
  );
  return jobs.filter(({ identity, day }) => (done.get(identity) ?? day) >= day);
}

/** By the unique index of identities. */
async function storedOf(
  db: Database,
  brandId: number,
  jobs: readonly NewJob[],
): Promise<{ identity: string; day: number; nextAt: number | null }[]> {
  const stored = [];
  for (let at = 0; at < jobs.length; at += MOST_LOOKED_UP) {
    const identities = jobs.slice(at, at + MOST_LOOKED_UP).map((job) => job.identity);
    const rows = await db
      .selectFrom('jobs')
      .select(['identity', 'day', 'next_at as nextAt'])
      .where('brand_id', '=', brandId)
      .where('identity', 'in', identities)
      .execute();
    stored.push(...rows);
  }
  return stored;
}

/** Identities per statement. */
export const MOST_LOOKED_UP = 5000;

/** Jobs that are not stored, or not done. Looks them up by the identity index, because past days stay stored. */
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

export interface Claim extends LeaseTerms {
  readonly engine: string;
  /** Only jobs from earlier days; null for any. */
  readonly beforeDay: number | null;
  readonly brandId: number;
}

/** Brands with due jobs for an engine, longest wait first, by the index jobs_due. */
export async function listBrandsWithDueJobs(
  db: Database,
  { engine, now, beforeDay }: Pick<Claim, 'engine' | 'now' | 'beforeDay'>,
): Promise<number[]> {
  return await listBrandsWithDue(db, 'jobs', ofEngine(engine, beforeDay), now);
}

/** A job that reads an answer has no last day (lastDayOf). */
function ofEngine(engine: string, beforeDay: number | null) {
  const lastDay = sql`(case answer_id when 0 then day else ${sql.lit(ANY_DAY - 1)} end)`;
  return sql`engine = ${engine} and ${lastDay} < ${beforeDay ?? ANY_DAY}`;
}

/** Leases the first due job for a brand and engine, by the index jobs_of_brand; null if none. */
export async function claimJob(
  db: Database,
  { engine, now, leaseUntil, lease, beforeDay, brandId }: Claim,
): Promise<Job | null> {
  const given = { brandId, engine, now, leaseUntil, lease, beforeDay: beforeDay ?? ANY_DAY };
  const [row] = await claimFirstJob(db, given);
  return row ? jobOf(row) : null;
}

/**
 * Finds the job that this claim leased before its connection broke, and extends the lease; null if it leased none.
 * Uses the index jobs_of_brand.
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
    .returningAll()
    .executeTakeFirst();
  return row ? jobOf(row) : null;
}

export function jobOf(row: JobRow): Job {
  const { brand_id: brandId, id, identity, engine, prompt_id: promptId, sample, reader, day, attempt } = row;
  const tries = { ...NO_TRIES, ...(JSON.parse(row.tries) as Partial<Tries>) };
  const [marketId, answerId] = [row.market_id, row.answer_id];
  const asked = { answerId, reader, day, marketId };
  return { brandId, id, identity, engine, promptId, sample, ...asked, attempt, tries };
}

type JobRow = Selectable<Tables['jobs']>;

/** After every job's day. */
const ANY_DAY = 2 ** 31 - 1;

type ClaimGiven = Readonly<Record<'brandId' | 'now' | 'leaseUntil' | 'beforeDay', number>> &
  Readonly<Record<'engine' | 'lease', string>>;

const claimFirstJob = statement<Tables, ClaimGiven, JobRow>(
  'claim a job',
  (db, { brandId, engine, beforeDay, ...terms }) =>
    claimFirst(db, 'jobs', sql`brand_id = ${brandId} and ${ofEngine(engine, beforeDay)}`, terms),
);

/** Extends this lease. @returns false if it is lost */
export async function renewLease(db: Database, job: Job, lease: string, until: number): Promise<boolean> {
  return await moveHeld(db, job, lease, until);
}

/** Sets the next time to take a job (null: never) under this lease. @returns false if the lease is lost */
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
    db.updateTable('jobs').set({ next_at: nextAt }).where(isHeld({ brandId, id, lease })).returning('id'),
);

/** Returns a job to the queue until an instant. @returns false if the lease is lost */
export async function requeueJob(
  db: Database,
  job: Job,
  lease: string,
  next: { readonly at: number; readonly attempt: number; readonly tries: Tries },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ next_at: next.at, lease: '', attempt: next.attempt, tries: JSON.stringify(next.tries) })
    .where(isHeld({ ...job, lease }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks a job as done. @returns false if the lease is lost */
export async function finishJob(db: Database, job: Job, lease: string): Promise<boolean> {
  return await moveHeld(db, job, lease, null);
}

/** Drops an obsolete job under this lease. Deletes it if it has no replies, so that it can be planned again. */
export async function dropJob(db: Database, job: Job, lease: string): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where(isHeld({ ...job, lease }))
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
 * When the next job for an engine, and optionally a brand, may be taken; null if none. Uses the indexes jobs_of_brand
 * and jobs_due.
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
 * Makes a day's unleased questions due now, for one brand or all, including jobs that wait after a failure.
 *
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
    .where('answer_id', '=', 0)
    .where('lease', '=', '')
    .where('next_at', '>', now);
  if (brandId !== null) update = update.where('brand_id', '=', brandId);
  const { numUpdatedRows } = await update.executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Makes these waiting jobs due. */
export async function bringTheseForward(
  db: Database,
  brandId: number,
  jobs: readonly NewJob[],
  now: number,
): Promise<void> {
  for (const { identity } of jobs) {
    await db
      .updateTable('jobs')
      .set({ next_at: now })
      .where('brand_id', '=', brandId)
      .where('identity', '=', identity)
      .where('lease', '=', '')
      .where('next_at', '>', now)
      .execute();
  }
}

/** Moves due, unleased jobs back to their planned time. */
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

/** Ends a brand's open questions that no worker holds, unasked. */
export async function endOpenJobs(db: Database, brandId: number, now: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ next_at: null, lease: '' })
    .where('brand_id', '=', brandId)
    .where('answer_id', '=', 0)
    .where('next_at', 'is not', null)
    .where((eb) => eb.or([eb('lease', '=', ''), eb('next_at', '<=', now)]))
    .execute();
}

/** Jobs that are not done, planned or not. */
export async function withoutDone(db: Database, brandId: number, jobs: readonly NewJob[]): Promise<NewJob[]> {
  return await withoutStored(db, brandId, jobs, true);
}

/** A day's unfinished questions per engine, for one brand or all. */
export async function countOpenJobs(
  db: Database,
  day: number,
  brandId: number | null = null,
): Promise<{ engine: string; questions: number }[]> {
  let query = db
    .selectFrom('jobs')
    .select(['engine', (eb) => eb.fn.countAll<number>().as('questions')])
    .where('day', '=', day)
    .where('answer_id', '=', 0)
    .where('next_at', 'is not', null);
  if (brandId !== null) query = query.where('brand_id', '=', brandId);
  return await query.groupBy('engine').orderBy('engine').execute();
}
