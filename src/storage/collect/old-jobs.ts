import type { Database } from '../driver/database.ts';

/** Some jobs of a brand, in the order of their ids, which is the order in which they were planned. */
interface OldJobs {
  /** Those that are old enough. A job that is not finished never is. */
  readonly ids: readonly number[];
  /** How many rows would be deleted for them. */
  readonly rows: number;
  /** After which id to go on; null when all that come after are newer. */
  readonly after: number | null;
}

const NO_JOBS: OldJobs = { ids: [], rows: 0, after: null };

/** Finished jobs of days before this one that have replies. `rows` are their replies. By the primary key of replies. */
export async function findOldReplies(
  db: Database,
  brandId: number,
  { beforeDay, after, limit }: { readonly beforeDay: number; readonly after: number; readonly limit: number },
): Promise<OldJobs> {
  const jobs = await db
    .selectFrom('replies as r')
    .innerJoin('jobs as j', (join) =>
      join.onRef('j.brand_id', '=', 'r.brand_id').onRef('j.id', '=', 'r.job_id'),
    )
    .select(['r.job_id as id', 'j.day', 'j.next_at as nextAt'])
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .where('r.brand_id', '=', brandId)
    .where('r.job_id', '>', after)
    .groupBy(['r.job_id', 'j.day', 'j.next_at'])
    .orderBy('r.job_id')
    .limit(limit)
    .execute();
  return oldIn(jobs, beforeDay, limit);
}

/** Finished jobs of days before this one whose replies are of no day from `repliesFromDay` on. By the primary key of jobs. */
export async function findOldJobs(
  db: Database,
  brandId: number,
  {
    beforeDay,
    repliesFromDay,
    after,
    limit,
  }: {
    readonly beforeDay: number;
    readonly repliesFromDay: number;
    readonly after: number;
    readonly limit: number;
  },
): Promise<OldJobs> {
  const jobs = await db
    .selectFrom('jobs as j')
    .select(['j.id', 'j.day', 'j.next_at as nextAt'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('replies as r')
          .select('r.part')
          .where('r.brand_id', '=', brandId)
          .whereRef('r.job_id', '=', 'j.id'),
      ).as('hasReplies'),
    )
    .where('j.brand_id', '=', brandId)
    .where('j.id', '>', after)
    .orderBy('j.id')
    .limit(limit)
    .execute();
  const rows = jobs.map((job) => ({
    ...job,
    rows: 1,
    isKept: Boolean(job.hasReplies) && job.day >= repliesFromDay,
  }));
  return oldIn(rows, beforeDay, limit);
}

interface FoundJob {
  readonly id: number;
  readonly day: number;
  readonly nextAt: number | null;
  readonly rows: number;
  readonly isKept?: boolean;
}

function oldIn(jobs: readonly FoundJob[], beforeDay: number, limit: number): OldJobs {
  const last = jobs.at(-1);
  if (last === undefined) return NO_JOBS;
  const old = jobs.filter(({ day, nextAt, isKept }) => day < beforeDay && nextAt === null && !isKept);
  // Ids rise with the days, so where no job is of an earlier day, none after it is.
  const isEnd = jobs.length < limit || jobs.every(({ day }) => day >= beforeDay);
  return {
    ids: old.map(({ id }) => id),
    rows: old.reduce((sum, { rows }) => sum + rows, 0),
    after: isEnd ? null : last.id,
  };
}

export async function deleteReplies(db: Database, brandId: number, jobIds: readonly number[]): Promise<void> {
  await db.deleteFrom('replies').where('brand_id', '=', brandId).where('job_id', 'in', jobIds).execute();
}

/** Deletes those of these jobs that have no replies. */
export async function deleteJobs(db: Database, brandId: number, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('brand_id', '=', brandId)
    .where('id', 'in', ids)
    .where('id', 'not in', (eb) =>
      eb.selectFrom('replies').select('job_id').where('brand_id', '=', brandId).where('job_id', 'in', ids),
    )
    .execute();
}
