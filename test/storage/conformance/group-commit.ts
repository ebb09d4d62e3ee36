import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf } from '../../../src/domain/time/period.ts';
import { groupCommit } from '../../../src/pipeline/collect/job/group-commit.ts';
import type { FinishedJob, LeasedJob } from '../../../src/pipeline/collect/job/job-context.ts';
import { planNow } from '../../../src/pipeline/collect/questions.ts';
import { claimJob } from '../../../src/storage/collect/jobs.ts';
import { reserveCall, sumSpending } from '../../../src/storage/collect/spending.ts';
import { pluck } from '../../support/pluck.ts';
import type { TestStore } from '../../support/stores.ts';
import { acmeWith, DAY_MS, NOW, pipelineOn } from '../../support/world.ts';
import type { Part } from './part.ts';

const PROMPTS = ['a', 'b', 'c', 'd'].map((text) => ({ text }));

export const groupCommits: Part = (fresh) => {
  /** One brand's jobs, claimed by a worker. */
  async function heldJobs(store: TestStore): Promise<LeasedJob[]> {
    await pipelineOn(store).apply(acmeWith({ engines: ['chatgpt'], prompts: PROMPTS }));
    await planNow(store.main, NOW);
    const claim = { engine: 'chatgpt', now: NOW + DAY_MS, leaseUntil: NOW + 2 * DAY_MS, brandId: 1 };
    const jobs: LeasedJob[] = [];
    for (const { text: lease } of PROMPTS) {
      const job = await claimJob(store.main, { ...claim, lease, beforeDay: null });
      if (job !== null) jobs.push({ ...job, lease });
    }
    assert.equal(jobs.length, PROMPTS.length);
    return jobs;
  }

  function finishedOf(job: LeasedJob): Extract<FinishedJob, { collection: unknown }> {
    const { identity, engine } = job;
    return {
      job,
      collection: {
        identity,
        prompt: 'a',
        marketId: 1,
        engine,
        outcome: 'error',
        collectedAt: NOW,
        answer: null,
      },
      booking: null,
    };
  }

  /** Grouped by storage time: each transaction has its own instant. */
  async function transactions(store: TestStore): Promise<number[]> {
    const rows = await store.main.selectFrom('collections').select('stored_at').orderBy('id').execute();
    return rows.map((row) => row.stored_at - NOW);
  }

  /** A clock that advances with each call. */
  function steps(): () => number {
    let at = NOW;
    return () => at++;
  }

  test('are stored together where several end during a commit', async () => {
    const store = await fresh();
    const jobs = await heldJobs(store);
    const storeFinished = groupCommit({ db: store.main, now: steps(), retry: (work) => work() });
    const stored = await Promise.all(jobs.map((job) => storeFinished(finishedOf(job))));
    assert.deepEqual(stored, [true, true, true, true]);
    assert.deepEqual(await transactions(store), [0, 1, 1, 1]);
  });

  test('are omitted if another worker has the job now, and the others are stored', async () => {
    const store = await fresh();
    const [first, second, third] = (await heldJobs(store)) as [LeasedJob, LeasedJob, LeasedJob];
    const storeFinished = groupCommit({ db: store.main, now: steps(), retry: (work) => work() });
    const lost = { ...second, lease: 'of another' };
    const stored = await Promise.all([first, lost, third].map((job) => storeFinished(finishedOf(job))));
    assert.deepEqual(stored, [true, false, true]);
    assert.deepEqual(await transactions(store), [0, 1]);
  });

  test('book the cost in place of the reserved amount, in the same transaction', async () => {
    const store = await fresh();
    const [first, second, third] = (await heldJobs(store)) as [LeasedJob, LeasedJob, LeasedJob];
    const storeFinished = groupCommit({ db: store.main, now: steps(), retry: (work) => work() });
    const reserved = { day: dayOf(NOW), micros: 100 };
    const spent = { organizationId: 1, day: reserved.day };
    const limits = { callsPerDay: null, microsPerDay: null };
    const lost = { ...second, lease: 'of another' };
    for (const _ of [first, lost, third]) await reserveCall(store.main, { ...spent, ...reserved, limits });
    const booking = { organizationId: 1, reserved, micros: 7 };
    await Promise.all([first, lost, third].map((job) => storeFinished({ ...finishedOf(job), booking })));
    const days = { first: reserved.day, last: reserved.day };
    assert.deepEqual(await sumSpending(store.main, 1, days), { calls: 3, micros: 7 + 100 + 7 });
  });

  test('one that cannot be stored stops no other', async () => {
    const store = await fresh();
    const [first, second, third, fourth] = (await heldJobs(store)) as [
      LeasedJob,
      LeasedJob,
      LeasedJob,
      LeasedJob,
    ];
    const storeFinished = groupCommit({ db: store.main, now: steps(), retry: (work) => work() });
    const bad = { ...finishedOf(second), collection: { ...finishedOf(second).collection, outcome: 'bad' } };
    const outcomes = await Promise.allSettled(
      [finishedOf(first), bad as unknown as FinishedJob, finishedOf(third)].map(storeFinished),
    );
    assert.deepEqual(pluck(outcomes, 'status'), ['fulfilled', 'rejected', 'fulfilled']);
    assert.equal(await storeFinished(finishedOf(fourth)), true);
    assert.equal((await transactions(store)).length, 3);
  });
};
