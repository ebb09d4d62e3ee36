import { MOST_SKEW_MS } from '../../domain/clock-skew.ts';
import { dropJob, renewLease, requeueJob } from '../../storage/collect/jobs.ts';
import type { JobContext, JobOutcome, LeasedJob, WorkerDeps } from './job-context.ts';
import type { ReadyEngine } from './ready-engine.ts';

/**
 * Longer than a call may take, and storing its reply with all tries, by every server's clock: another worker takes a job only if the
 * one that held it is gone.
 */
const LEASE_SLACK_MS = 60_000 + MOST_SKEW_MS;

/** Until when a worker holds a job that it takes, or continues, now. */
export function leaseEnd({ deadlineMs }: Pick<ReadyEngine, 'deadlineMs'>, now: number): number {
  return now + deadlineMs + LEASE_SLACK_MS;
}

/** Holds a job for one more call. @returns whether it was still held */
export async function renew({ deps: { db, now, retry }, engine, job }: JobContext): Promise<boolean> {
  return await retry(() => renewLease(db, job, job.lease, leaseEnd(engine, now())));
}

/** Gives a job back unchanged, to be taken again after a while. */
export async function giveBack(
  { deps: { db, now, retry }, job }: JobContext,
  waitMs: number,
): Promise<JobOutcome> {
  const { tries, attempt, lease } = job;
  await retry(() => requeueJob(db, job, lease, { at: now() + waitMs, attempt, tries }));
  return { result: null, detail: null };
}

/** Ends a job that nobody wants anymore. */
export async function drop({ db, retry }: WorkerDeps, job: LeasedJob): Promise<JobOutcome> {
  await retry(() => dropJob(db, job, job.lease));
  return { result: 'dropped', detail: null };
}
