import { MOST_SKEW_MS } from '../../../domain/time/clock-skew.ts';
import { dropJob, renewLease, requeueJob } from '../../../storage/collect/jobs.ts';
import type { JobContext, JobOutcome, LeasedJob, WorkerDeps } from './job-context.ts';
import type { ReadyEngine } from './ready-engine.ts';

/**
 * Longer than a call plus storing its reply with all retries, on any server's clock: another worker claims a job only
 * after its worker is gone.
 */
const LEASE_SLACK_MS = 60_000 + MOST_SKEW_MS;

/** The lease's end for a job claimed or continued now. */
export function leaseEnd({ deadlineMs }: Pick<ReadyEngine, 'deadlineMs'>, now: number): number {
  return now + deadlineMs + LEASE_SLACK_MS;
}

/** Renews the lease for one more call. @returns whether this worker still held it */
export async function renew({ deps: { db, now, retry }, engine, job }: JobContext): Promise<boolean> {
  return await retry(() => renewLease(db, job, job.lease, leaseEnd(engine, now())));
}

/** Releases a job unchanged, to claim again after a wait. */
export async function giveBack(
  { deps: { db, now, retry }, job }: JobContext,
  waitMs: number,
): Promise<JobOutcome> {
  const { tries, attempt, lease } = job;
  await retry(() => requeueJob(db, job, lease, { at: now() + waitMs, attempt, tries }));
  return { result: null, detail: null };
}

export async function drop({ db, retry }: WorkerDeps, job: LeasedJob): Promise<JobOutcome> {
  await retry(() => dropJob(db, job, job.lease));
  return { result: 'dropped', detail: null };
}
