import { MOST_SKEW_MS } from '../../domain/clock-skew.ts';
import { renewLease, requeueJob } from '../../storage/collect/jobs.ts';
import type { ReadyEngine } from './ready-engine.ts';
import type { Taken, Taking } from './taking.ts';

/** Longer than a call may take, by every server's clock, so another worker takes a job only if the one that held it is gone. */
const LEASE_SLACK_MS = 60_000 + MOST_SKEW_MS;

/** Until when a worker holds a job that it takes, or continues, now. */
export function leaseEnd({ deadlineMs }: ReadyEngine, now: number): number {
  return now + deadlineMs + LEASE_SLACK_MS;
}

/** Holds a job for one more call. @returns whether it was still held */
export async function renew({ deps: { db, now }, engine, job }: Taking): Promise<boolean> {
  return await renewLease(db, job, job.lease, leaseEnd(engine, now()));
}

/** Gives a job back unchanged, to be taken again after a while. */
export async function giveBack({ deps: { db, now }, job }: Taking, waitMs: number): Promise<Taken> {
  const { tries, attempt, lease } = job;
  await requeueJob(db, job, lease, { at: now() + waitMs, attempt, tries });
  return { result: null, detail: null };
}
