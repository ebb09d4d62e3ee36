import { sql } from 'kysely';
import { DAY_MS } from '../../domain/time/period.ts';
import type { Database } from '../driver/database.ts';
import { type Job, jobOf } from './jobs.ts';

/**
 * Readings at half the price. A provider's batch is the worker that has its jobs, so its lease tells all of it, and
 * `next_at` is so far that nobody else takes them.
 */

/** The lease of readings that wait for a batch. Those of batches begin with it, and those of workers are hexadecimal. */
export const AWAITING = 'batch';

/** How long a job may stay without a worker's lease: as long as providers keep the results of a batch. */
export const HELD_MS = 30 * DAY_MS;

/** Jobs of one brand and model that have the same lease. */
export interface LeasedJobs {
  readonly brandId: number;
  readonly engine: string;
  /** The model. */
  readonly reader: string | null;
  readonly lease: string;
}

/** What a batch's lease tells. */
export interface BatchTerms {
  /** Sightline's name for it. */
  readonly token: string;
  /** Reserved for each job, in millionths of a US dollar, on a UTC day. */
  readonly micros: number;
  readonly day: number;
  readonly sentAt: number;
  /** The provider's; null as long as nobody knows whether it has the batch. */
  readonly id: string | null;
}

export function batchLease({ token, micros, day, sentAt, id }: BatchTerms): string {
  return [AWAITING, token, micros, day, sentAt, id ?? ''].join(' ');
}

export function batchTerms(lease: string): BatchTerms {
  const [, token = '', micros, day, sentAt, id] = lease.split(' ');
  return { token, micros: Number(micros), day: Number(day), sentAt: Number(sentAt), id: id || null };
}

/** An engine's readings for batches and in batches, of all brands, by the index jobs_due. */
export async function listBatched(db: Database, engine: string): Promise<LeasedJobs[]> {
  return await db
    .selectFrom('jobs')
    .select(['brand_id as brandId', 'engine', 'reader', 'lease'])
    .distinct()
    .where('engine', '=', engine)
    .where('next_at', 'is not', null)
    .where('lease', 'like', `${AWAITING}%`)
    .orderBy('brand_id')
    .orderBy('lease')
    .execute();
}

function jobsOf(leased: LeasedJobs) {
  const { brandId, engine, reader, lease } = leased;
  return sql<boolean>`brand_id = ${brandId} and engine = ${engine} and next_at is not null
    and lease = ${lease} and reader = ${reader}`;
}

/** Jobs with a lease, the oldest first. */
export async function listLeased(db: Database, leased: LeasedJobs, most: number): Promise<Job[]> {
  const rows = await db
    .selectFrom('jobs')
    .selectAll()
    .where(jobsOf(leased))
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(jobOf);
}

/** Gives jobs from one lease to another, at once. @returns the ids of those that still had it */
export async function passOn(
  db: Database,
  from: LeasedJobs,
  to: { readonly lease: string; readonly nextAt: number },
  ids?: readonly number[],
): Promise<number[]> {
  const update = db.updateTable('jobs').set({ lease: to.lease, next_at: to.nextAt }).where(jobsOf(from));
  const rows = await (ids === undefined ? update : update.where('id', 'in', [0, ...ids]))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
