import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sql } from 'kysely';
import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { reparse } from '../../src/pipeline/collect/reparse.ts';
import { type PruneOptions, prune } from '../../src/pipeline/prune/prune.ts';
import { pruneDaily } from '../../src/pipeline/prune/prune-daily.ts';
import type { Retention } from '../../src/pipeline/prune/retention.ts';
import { ThrottledBatches } from '../../src/pipeline/prune/throttled-batches.ts';
import { listImports } from '../../src/storage/answers/imports.ts';
import { claimDailyJob } from '../../src/storage/daily-job-claims.ts';
import { TABLE_KINDS } from '../../src/storage/driver/schema/table-kinds.ts';
import { findDifferences } from '../../src/storage/verify.ts';
import { apiOn } from '../support/api.ts';
import { runCli } from '../support/cli.ts';
import { collectOn, morning, readyAt } from '../support/collecting.ts';
import { fixture } from '../support/engines.ts';
import { pluck } from '../support/pluck.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { stubsOfSuite } from '../support/stub-engine.ts';
import { contentsOf } from '../support/tables.ts';
import {
  acmeFile,
  Clock,
  DAY_MS,
  HOUR_MS,
  iso,
  line,
  MINUTE_MS,
  NOW,
  pipelineOn,
  random,
  SOURCE,
  setUp,
} from '../support/world.ts';

const OK = fixture('chatgpt', 'ok');
const RETENTION: Retention = {
  replyDays: 30,
  jobDays: 60,
  comparisonDays: 90,
  auditDays: 100,
  answerDays: null,
  deletedDays: 30,
};
const AT = (days: number) => Math.floor(NOW / DAY_MS) - days;

onReusedStore('pruning', (fresh) => {
  const stubOf = stubsOfSuite();

  /** A store with one question asked on each of these days before today. */
  async function askedOn(days: readonly number[], body = OK): Promise<TestStore> {
    const brand = {
      id: 'acme',
      name: 'Acme',
      configured: true,
      engines: ['chatgpt'],
      prompts: [{ text: 'anvils?' }],
    };
    const { store } = await setUp(fresh, acmeFile([brand]));
    const stub = await stubOf(() => ({ body }));
    for (const ago of days) {
      await collectOn(store, [readyAt(chatgpt, stub.baseUrl)], { clock: morning(-ago), patienceMs: DAY_MS });
    }
    return store;
  }

  async function pruned(
    store: TestStore,
    retention: Partial<Retention> = {},
    more: Partial<PruneOptions> = {},
  ) {
    const options = {
      retention: { ...RETENTION, ...retention },
      isDryRun: false,
      stop: new AbortController().signal,
    };
    return await prune({ db: store.main, now: () => NOW, sleep: async () => {} }, { ...options, ...more });
  }

  test('removes an import with its last answer', async () => {
    const { store, importLines } = await setUp(fresh);
    await importLines([line({ collected_at: iso(NOW - 40 * DAY_MS) })], { source: SOURCE });
    await store.main
      .updateTable('imports')
      .set({ created_at: NOW - 40 * DAY_MS })
      .execute();
    const [kept, gone] = [await pruned(store, { answerDays: 50 }), await pruned(store, { answerDays: 30 })];
    assert.deepEqual(kept.brands, []);
    assert.partialDeepStrictEqual(gone.brands, [{ answers: 1, imports: 1 }]);
    assert.deepEqual(await listImports(store.main, 1, 10), []);
  });

  async function daysOf(store: TestStore): Promise<{ jobs: number[]; replies: number[] }> {
    const jobs = await store.main.selectFrom('jobs').select(['id', 'day']).orderBy('id').execute();
    const replies = await store.main.selectFrom('replies').select('job_id').orderBy('job_id').execute();
    const dayOf = new Map(jobs.map(({ id, day }) => [id, AT(0) - day]));
    return { jobs: [...dayOf.values()], replies: replies.map(({ job_id }) => dayOf.get(job_id) ?? -1) };
  }

  test('removes replies and jobs from before the retention period, and nothing else', async () => {
    const store = await askedOn([90, 61, 60, 31, 30, 1]);
    const before = await contentsOf(store.main);
    const { brands } = await pruned(store);
    const none = {
      answers: 0,
      failures: 0,
      comparisons: 0,
      spot_checks: 0,
      tasks: 0,
      pages: 0,
      log_lines: 0,
      log_days: 0,
      files: 0,
      imports: 0,
    };
    assert.deepEqual(brands, [{ brand: 'acme', replies: 4, jobs: 2, ...none }]);
    assert.deepEqual(await daysOf(store), { jobs: [60, 31, 30, 1], replies: [30, 1] });
    const after = await contentsOf(store.main);
    assert.deepEqual({ ...after, jobs: [], replies: [] }, { ...before, jobs: [], replies: [] });
    assert.deepEqual(await findDifferences(store.main), []);
    assert.deepEqual((await pruned(store)).brands, []);
  });

  test('counts the same in a dry run, and changes nothing', async () => {
    const store = await askedOn([90, 61, 31, 1]);
    await store.main.insertInto('one_time_links').values(EXPIRED_LINK).execute();
    const before = await contentsOf(store.main);
    const { given_back_bytes: _, free_bytes: __, ...counted } = await pruned(store, {}, { isDryRun: true });
    assert.deepEqual(await contentsOf(store.main), before);
    const { given_back_bytes, free_bytes, ...done } = await pruned(store);
    assert.deepEqual([done, counted.links], [counted, 1]);
  });

  test('never removes an unfinished job, nor the replies that it needs', async () => {
    const store = await askedOn([200, 1]);
    await sql`update jobs set next_at = ${NOW} where day = ${AT(200)}`.execute(store.main);
    assert.deepEqual((await pruned(store)).brands, []);
    assert.deepEqual(await daysOf(store), { jobs: [200, 1], replies: [200, 1] });
  });

  test('keeps a job at least as long as its replies', async () => {
    const store = await askedOn([200, 50, 1]);
    await pruned(store, { replyDays: null });
    assert.deepEqual(await daysOf(store), { jobs: [200, 50, 1], replies: [200, 50, 1] });
    await pruned(store, { replyDays: 100, jobDays: 1 });
    assert.deepEqual(await daysOf(store), { jobs: [50, 1], replies: [50, 1] });
  });

  test('keeps the jobs of 7 days, so that a weekly question is asked once in its week', async () => {
    const store = await askedOn([30, 8, 7, 6, 1]);
    await pruned(store, { replyDays: 1, jobDays: 1 });
    assert.deepEqual(await daysOf(store), { jobs: [7, 6, 1], replies: [1] });
  });

  test('keeps data with unlimited retention', async () => {
    const store = await askedOn([400]);
    const forever = { replyDays: null, jobDays: 36_500, auditDays: 36_500, comparisonDays: 3650 };
    assert.deepEqual((await pruned(store, forever)).brands, []);
  });

  /** One question 200 days ago, and four on each later day. */
  async function askedOften(): Promise<TestStore> {
    const store = await askedOn([200]);
    const { brand_id, prompt_id } = await store.main.selectFrom('jobs').selectAll().executeTakeFirstOrThrow();
    await sql`insert into jobs (brand_id, id, identity, engine, prompt_id, sample, day, next_at, lease, attempt, tries)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 450)
      select ${brand_id}, 1000 + i, 'job ' || i, 'chatgpt', ${prompt_id}, 1, ${AT(200)} + i / 4, null, '', 0, '{}' from n`.execute(
      store.main,
    );
    return store;
  }

  test('gives the same with several at once', async () => {
    const store = await askedOften();
    await sql`insert into replies (brand_id, job_id, attempt, part, status, headers, body, asked_at, received_at)
      select r.brand_id, j.id, 1, 0, r.status, r.headers, r.body, r.asked_at, r.received_at
      from replies r, jobs j where j.brand_id = r.brand_id and j.id > 1000`.execute(store.main);
    const { jobs: before } = await daysOf(store);
    const kept = before.filter((day) => day <= 100).length;
    assert.ok(kept > 20 && kept < before.length);
    await Promise.all([1, 2, 3].map(() => pruned(store, { replyDays: 100 })));
    const { jobs, replies } = await daysOf(store);
    assert.deepEqual([jobs.length, Math.max(...jobs)], [kept, 100]);
    assert.equal(replies.length, kept);
  });

  test('continues after an interruption, over more jobs than one batch has', async () => {
    const store = await askedOften();
    const stopping = new AbortController();
    const sleep = async () => stopping.abort();
    const options = { retention: RETENTION, isDryRun: false, stop: stopping.signal };
    await prune({ db: store.main, now: () => NOW, sleep }, options);
    const { jobs } = await daysOf(store);
    assert.ok(jobs.some((ago) => ago > 60));
    await pruned(store);
    assert.ok((await daysOf(store)).jobs.every((ago) => ago <= 60));
  });

  test('removes comparisons, ended tasks, audit entries, and dead tokens', async () => {
    const store = await askedOn([]);
    const { id } = await store.main.selectFrom('brands').select('id').executeTakeFirstOrThrow();
    await pipelineOn(store).importLines(LINES);
    for (const ago of [91, 1]) await pipelineOn(store).watch({ at: NOW - ago * DAY_MS, brand: 'acme' });
    const ended = {
      brand_id: id,
      kind: 'rescan',
      state: 'done',
      started_by: 'Ana',
      done: 1,
      total: 1,
      facts: '{}',
    };
    const rest = { created_at: 0, lease: '', tries: 0, stop_asked: 0 };
    await store.main
      .insertInto('tasks')
      .values([
        { ...ended, ...rest, id: 9001, public_id: 'old', ended_at: NOW - 61 * DAY_MS, next_at: null },
        { ...ended, ...rest, id: 9002, public_id: 'new', ended_at: NOW - 59 * DAY_MS, next_at: null },
        { ...ended, ...rest, id: 9003, public_id: 'open', ended_at: null, next_at: 0 },
      ])
      .execute();
    await store.main.insertInto('one_time_links').values(EXPIRED_LINK).execute();
    const entry = { organization_id: null, actor: 'x', action: 'session.refused', subject: null, detail: '' };
    await store.main
      .insertInto('audit_log')
      .values([
        { ...entry, at: NOW - 101 * DAY_MS },
        { ...entry, at: NOW - 99 * DAY_MS },
      ])
      .execute();
    const done = await pruned(store);
    const [brand] = done.brands;
    assert.ok(brand && brand.comparisons > 0);
    assert.deepEqual([brand.tasks, done.audit, done.links], [1, 1, 1]);
    const tasks = await store.main.selectFrom('tasks').select('public_id').orderBy('id').execute();
    assert.deepEqual(pluck(tasks, 'public_id'), ['new', 'open']);
    const oldest = await store.main
      .selectFrom('comparisons')
      .select((eb) => eb.fn.min('evaluated_at').as('at'))
      .executeTakeFirstOrThrow();
    assert.equal(oldest.at, NOW - DAY_MS);
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test('changes no report', async () => {
    const store = await askedOn([200, 100, 3, 2]);
    const { createKey } = pipelineOn(store);
    const { key } = await createKey();
    const api = apiOn(store);
    const answers = async () => {
      const paths = [
        '/visibility?days=365',
        '/answers?days=365',
        '/sources?days=365',
        '/alerts',
        '/trend?days=365',
      ];
      return await Promise.all(paths.map(async (path) => (await api.get(path, key)).body.data));
    };
    const before = await answers();
    await pruned(store, { replyDays: 1, jobDays: 1 });
    assert.deepEqual(await answers(), before);
  });

  test('leaves the rest to --reparse, which says what it can no longer read', async () => {
    const store = await askedOn([100, 2], '<html>');
    await pruned(store);
    const [done] = await reparse({ db: store.main, random });
    assert.deepEqual([done?.replies_read, done?.answers_found, done?.replies_gone], [1, 0, 1]);
    const { out } = await runCli(store, ['rescan', '--reparse']);
    assert.match(out, /^acme: 1 collections cannot be read again: pruning has deleted their replies\.$/m);
  });

  test('runs once a day in the first process, and again after a failure', async () => {
    const store = await askedOn([200]);
    const clock = new Clock();
    clock.at = Math.floor(NOW / DAY_MS) * DAY_MS + HOUR_MS;
    const stopping = new AbortController();
    const done: number[] = [];
    const failures: unknown[] = [];
    const sleep = async (milliseconds: number) => {
      clock.at += milliseconds;
      if (clock.at > NOW + 3 * DAY_MS) stopping.abort();
    };
    const deps = {
      db: store.main,
      now: clock.now,
      sleep,
      onFailure: (error: unknown) => failures.push(error),
    };
    const schedule = { timeOfDay: 3 * HOUR_MS, retention: RETENTION };
    let isBroken = true;
    const onPruned = () => {
      if (isBroken) {
        isBroken = false;
        throw new Error('broken');
      }
      done.push(clock.at);
    };
    await pruneDaily({ ...deps, onPruned }, schedule, stopping.signal);
    assert.equal(failures.length, 1);
    assert.ok(
      done.length >= 2 &&
        done.every((at, index) => index === 0 || at - (done[index - 1] ?? 0) > 23 * HOUR_MS),
    );
    assert.equal(await claimDailyJob(store.main, 'prune', AT(0)), false, 'does not repeat a finished day');
    assert.ok(done.every((at) => at % DAY_MS < 3 * HOUR_MS + MINUTE_MS || at === done[0]));
  });

  test('returns the freed space, or leaves that to the server', async () => {
    const store = await askedOn([200, 1]);
    const big = random(3_000_000);
    await sql`update replies set body = ${big} where job_id = (select min(job_id) from replies)`.execute(
      store.main,
    );
    const { given_back_bytes: given, free_bytes: free } = await pruned(store);
    if (store.kind === 'postgres') return assert.deepEqual([given, free], [null, null]);
    assert.ok((given ?? 0) >= big.length);
    assert.equal(free, 0);
    return undefined;
  });

  test('on the command line prints its removals by brand', async () => {
    const store = await askedOn([400, 1]);
    const dry = await runCli(store, ['prune', '--dry-run']);
    assert.match(dry.out, /^To remove:\nbrands:\n {2}- brand: acme\n {4}replies: 1\n {4}jobs: 1\n/);
    const { code, out } = await runCli(store, ['prune', '--json']);
    assert.deepEqual([code, JSON.parse(out).dry_run, JSON.parse(out).brands[0].replies], [0, false, 1]);
    assert.match((await runCli(store, ['prune'])).out, /^Removed nothing\.$/m);
    const compact = await runCli(store, ['prune', '--compact']);
    if (store.kind === 'sqlite') assert.equal(compact.code, 0);
    else assert.match(compact.err, /Only SQLite files need compacting/);
  });
});

test('takes smaller steps when slow, and pauses longer than each step', async () => {
  let at = 0;
  const pauses: number[] = [];
  const sleep = async (milliseconds: number) => {
    pauses.push(milliseconds);
  };
  const steps = new ThrottledBatches({ now: () => at, sleep, stop: new AbortController().signal });
  const sizes: number[] = [];
  for (const tookMs of [0, 5, 0, 0, 15, 40, 10_000, 40, 40, 40, 15]) {
    await steps.next(async (size) => {
      sizes.push(size);
      at += tookMs;
    });
  }
  assert.deepEqual(sizes, [50, 100, 200, 200, 200, 200, 100, 50, 25, 25, 25]);
  assert.deepEqual(pauses, [1, 20, 1, 1, 60, 160, 5000, 160, 160, 160, 60]);
});

test('docs/retention.md says for every table whether it grows, and what ends that', () => {
  const [, said = ''] = readFileSync(new URL('../../docs/retention.md', import.meta.url), 'utf8').split(
    '## What grows',
  );
  for (const table of Object.keys(TABLE_KINDS)) assert.ok(said.includes(`\`${table}\``), table);
});

const EXPIRED_LINK = { hash: 'h', kind: 'first' as const, user_id: null, created_at: 0, expires_at: 1 };

const LINES = Array.from({ length: 130 }, (_, index) => ({
  brand: 'acme',
  prompt: 'anvils?',
  engine: 'chatgpt',
  answer: index % 2 === 0 ? 'Acme is good.' : 'Nothing is good.',
  collected_at: new Date(NOW - (1 + index) * DAY_MS).toISOString(),
}));
