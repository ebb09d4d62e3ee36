import type { Database } from '../driver/database.ts';

/** A batch of a brand's jobs, by id, which is planning order. */
interface OldJobs {
  /** Finished jobs that are old enough. */
  readonly ids: readonly number[];
  /** Rows to delete for them. */
  readonly rows: number;
  /** The id to continue after; null if all later jobs are newer. */
  readonly after: number | null;
}

const NO_JOBS: OldJobs = { ids: [], rows: 0, after: null };

/** Finished jobs before a day that have replies; `rows` counts the replies. Uses the primary key of replies. */
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

/** Finished jobs before a day without replies from `repliesFromDay` on. Uses the primary key of jobs. */
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
  // Ids rise with days, so a batch without an older job ends the search.
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

/** Deletes the jobs that have no replies. */
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
