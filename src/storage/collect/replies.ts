import type { Database } from '../driver/database.ts';
import type { Job } from './jobs.ts';

/** A reply of an engine as it came, and when. */
export interface StoredReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly askedAt: number;
  readonly receivedAt: number;
}

type JobKey = Pick<Job, 'brandId' | 'id' | 'attempt'>;

/** What came back so far in a job's present exchange, in order. */
export async function listReplies(db: Database, job: JobKey): Promise<StoredReply[]> {
  const rows = await db
    .selectFrom('replies')
    .select(['status', 'headers', 'body', 'asked_at', 'received_at'])
    .where('brand_id', '=', job.brandId)
    .where('job_id', '=', job.id)
    .where('attempt', '=', job.attempt)
    .orderBy('part')
    .execute();
  return rows.map((row) => ({
    status: row.status,
    headers: JSON.parse(row.headers) as Record<string, string>,
    body: row.body,
    askedAt: row.asked_at,
    receivedAt: row.received_at,
  }));
}

/** Stores replies after those that are there. A part that is there already stays as it is. */
export async function insertReplies(
  db: Database,
  job: JobKey,
  firstPart: number,
  replies: readonly StoredReply[],
): Promise<void> {
  await db
    .insertInto('replies')
    .values(
      replies.map((reply, index) => ({
        brand_id: job.brandId,
        job_id: job.id,
        attempt: job.attempt,
        part: firstPart + index,
        status: reply.status,
        headers: JSON.stringify(reply.headers),
        body: reply.body,
        asked_at: reply.askedAt,
        received_at: reply.receivedAt,
      })),
    )
    .onConflict((conflict) => conflict.columns(['brand_id', 'job_id', 'attempt', 'part']).doNothing())
    .execute();
}
