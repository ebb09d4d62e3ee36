import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Database } from '../driver/database.ts';
import { statement } from '../driver/statement.ts';
import type { Job } from './jobs.ts';
import type { Reservation } from './spending.ts';

export interface StoredReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly askedAt: number;
  readonly receivedAt: number;
  /** Money reserved for the exchange that begins with it; null for none. */
  readonly reserved?: Reservation | null;
}

type JobKey = Pick<Job, 'brandId' | 'id' | 'attempt'>;

/** Replies so far in a job's current exchange, in order. */
export async function listReplies(db: Database, job: JobKey): Promise<StoredReply[]> {
  const { brandId, id: jobId, attempt } = job;
  const rows = await selectReplies(db, { brandId, jobId, attempt });
  return rows.map((row) => ({
    status: row.status,
    headers: JSON.parse(row.headers) as Record<string, string>,
    body: decompress(row.body),
    askedAt: row.asked_at,
    receivedAt: row.received_at,
    reserved:
      row.reserved === null || row.reserved_day === null
        ? null
        : { micros: row.reserved, day: row.reserved_day },
  }));
}

const selectReplies = statement(
  'replies of an exchange',
  (db: Database, { brandId, jobId, attempt }: Readonly<Record<'brandId' | 'jobId' | 'attempt', number>>) =>
    db
      .selectFrom('replies')
      .select(['status', 'headers', 'body', 'asked_at', 'received_at', 'reserved', 'reserved_day'])
      .where('brand_id', '=', brandId)
      .where('job_id', '=', jobId)
      .where('attempt', '=', attempt)
      .orderBy('part'),
);

/** Appends replies; an existing part stays unchanged. */
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
        body: compress(reply.body),
        asked_at: reply.askedAt,
        received_at: reply.receivedAt,
        reserved: reply.reserved?.micros ?? null,
        reserved_day: reply.reserved?.day ?? null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['brand_id', 'job_id', 'attempt', 'part']).doNothing())
    .execute();
}

/** Compresses a reply's body. Higher levels save 3% but take twice as long. */
function compress(body: string): Uint8Array {
  return zstdCompressSync(body);
}

function decompress(bytes: Uint8Array): string {
  return zstdDecompressSync(bytes).toString('utf8');
}
