import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import fastify from 'fastify';
import { sql } from 'kysely';
import { pino } from 'pino';
import { type ObservedRequest, observeRequests } from '../../src/http/wire/observed-requests.ts';
import { type Measuring, measuring, serveMetrics } from '../../src/main/process/metrics.ts';
import { saveCollectLimits } from '../../src/storage/collect/spending.ts';
import { claimDailyJob, finishDailyJob } from '../../src/storage/daily-job-claims.ts';
import { openStore, type Store } from '../../src/storage/driver/database.ts';
import { panelCacheOf } from '../../src/storage/panel/cache.ts';
import { addTask } from '../../src/storage/tasks/tasks.ts';
import { insertEvaluation } from '../../src/storage/watch/evaluations.ts';
import { apiOn } from '../support/api.ts';
import { deliveryWorld, FAILED, raiseAlerts } from '../support/delivery.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, Clock, DAY_MS, line, MINUTE_MS, NOW, pipelineOn } from '../support/world.ts';

const BUILD = { version: '1', node: '24', database: 'sqlite' };
const TODAY = Math.floor(NOW / DAY_MS);

/** A metric's values by labels as written, `` for none. */
function valuesOf(text: string, name: string): Record<string, number> {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(name.length, at).replace(/^\{|\}$/g, ''), Number(line.slice(at))];
    }),
  );
}

function scrapeOn(store: Store, { clock = new Clock(), measured = measuring(BUILD) } = {}) {
  const log: string[] = [];
  const logger = pino({}, { write: (line: string) => log.push(line) });
  const { text } = measured.exposition({ db: store.main, now: clock.now, logger });
  return { text, log };
}

async function brandIds(store: Store): Promise<number[]> {
  return (await store.main.selectFrom('brands').select('id').orderBy('id').execute()).map(({ id }) => id);
}

onEveryStore('the metrics of a server', (fresh) => {
  test("counts requests by their path's pattern, without anything that a client chose", async () => {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    const { key } = await pipelineOn(store).createKey();
    const measured = measuring(BUILD);
    const { app } = apiOn(store, { observer: measured.requests, hasPages: true });
    const base = await app.listen({ host: '127.0.0.1', port: 0 });
    const ask = async (path: string, init: RequestInit = {}) =>
      await (await fetch(base + path, { redirect: 'manual', ...init })).text();
    const keyed = { headers: { 'x-api-key': key } };
    await ask('/api/v1/visibility?brand=acme&days=7', keyed);
    await ask('/api/v1/visibility?brand=secret', keyed);
    await ask('/api/v1/visibility');
    await ask('/secret-place', { method: 'PROPFIND' });
    await ask('/brands/secret-brand');
    await app.close();
    const text = await scrapeOn(store, { measured }).text();
    const counts = valuesOf(text, 'sightline_http_request_duration_seconds_count');
    assert.deepEqual(counts, {
      'method="GET",route="/api/v1/visibility",status="200"': 1,
      'method="GET",route="/api/v1/visibility",status="404"': 1,
      'method="GET",route="/api/v1/visibility",status="401"': 1,
      'method="any",route="unmatched",status="404"': 1,
      'method="GET",route="/brands/:brand",status="303"': 1,
    });
    assert.doesNotMatch(text, /secret|acme|Acme/);
    assert.ok(!text.includes(key));
    assert.deepEqual(valuesOf(text, 'sightline_http_requests_in_progress'), { '': 0 });
  });

  test('questions that are due and tasks that wait or run, with how long the first has waited', async () => {
    const store = await withTwoBrands(await fresh());
    const [first = 0, second = 0] = await brandIds(store);
    await addJob(store, first, 'chatgpt', NOW - 3 * MINUTE_MS);
    await addJob(store, second, 'chatgpt', NOW - MINUTE_MS);
    await addJob(store, second, 'claude', NOW + MINUTE_MS);
    await addJob(store, second, 'grok', null);
    for (const [brandId, kind] of [
      [first, 'rescan'],
      [second, 'rescan'],
      [first, 'collect'],
    ] as const) {
      const task = { brandId, publicId: `tsk_${kind}_${brandId}`, kind, startedBy: 'x', total: null };
      await store.main
        .transaction()
        .execute((transaction) => addTask(transaction, { ...task, now: NOW - 5 * MINUTE_MS }));
    }
    await store.main
      .updateTable('tasks')
      .set({ next_at: NOW + 1 })
      .where('kind', '=', 'collect')
      .execute();
    const text = await scrapeOn(store).text();
    assert.deepEqual(valuesOf(text, 'sightline_questions_due'), { 'engine="chatgpt"': 2 });
    assert.deepEqual(valuesOf(text, 'sightline_questions_oldest_due_seconds'), { 'engine="chatgpt"': 180 });
    assert.deepEqual(valuesOf(text, 'sightline_tasks'), {
      'kind="rescan",state="waiting"': 2,
      'kind="collect",state="running"': 1,
    });
    assert.deepEqual(valuesOf(text, 'sightline_tasks_oldest_waiting_seconds'), { 'kind="rescan"': 300 });
  });

  test('cost of the UTC day and month over all organizations, and those near a limit', async () => {
    const store = await withTwoBrands(await fresh());
    const [one = 0, other = 0] = (
      await store.main.selectFrom('organizations').select('id').orderBy('id').execute()
    ).map(({ id }) => id);
    const lastMonth = TODAY - 25;
    for (const [organization_id, day, calls, micros] of [
      [one, TODAY, 8, 100_000],
      [other, TODAY, 7, 200_000],
      [one, TODAY - 1, 5, 1_000_000],
      [other, lastMonth, 9, 9_000_000],
    ] as const) {
      await store.main.insertInto('spending').values({ organization_id, day, calls, micros }).execute();
    }
    await saveCollectLimits(store.main, one, { callsPerDay: 10, microsPerDay: null });
    await saveCollectLimits(store.main, other, { callsPerDay: 10, microsPerDay: 1_000_000 });
    const text = await scrapeOn(store).text();
    assert.deepEqual(valuesOf(text, 'sightline_spend_usd'), { 'period="day"': 0.3, 'period="month"': 1.3 });
    assert.deepEqual(valuesOf(text, 'sightline_spend_calls'), { 'period="day"': 15, 'period="month"': 20 });
    assert.deepEqual(valuesOf(text, 'sightline_organizations_near_ceiling'), { '': 1 });
  });

  test('the newest evaluated day, and how many brands are behind it or new', async () => {
    const store = await withTwoBrands(await fresh());
    const [first = 0, second = 0] = await brandIds(store);
    const { text } = scrapeOn(store);
    const none = await text();
    assert.deepEqual(valuesOf(none, 'sightline_watch_last_day_timestamp_seconds'), {});
    assert.deepEqual(valuesOf(none, 'sightline_watch_brands'), {
      'state="new"': 2,
      'state="behind"': 0,
      'state="done"': 0,
    });
    await insertEvaluation(store.main, { brandId: first, day: TODAY, evaluatedAt: NOW });
    await insertEvaluation(store.main, { brandId: second, day: TODAY - 1, evaluatedAt: NOW - DAY_MS });
    const watched = await scrapeOn(store).text();
    assert.deepEqual(valuesOf(watched, 'sightline_watch_last_day_timestamp_seconds'), {
      '': TODAY * 86_400,
    });
    assert.deepEqual(valuesOf(watched, 'sightline_watch_brands'), {
      'state="new"': 0,
      'state="behind"': 1,
      'state="done"': 1,
    });
  });

  test("pending alerts by kind with the oldest one's age; failing and paused endpoints", async () => {
    const clock = new Clock();
    const { store, add, raise, deliver, answers } = await deliveryWorld(await fresh(), clock);
    const { text } = scrapeOn(store, { clock });
    const names = ['alerts_waiting', 'oldest_waiting_seconds', 'endpoints'];
    const shown = async () => {
      const scraped = await text();
      return names.map((name) => valuesOf(scraped, `sightline_delivery_${name}`));
    };
    assert.deepEqual(await shown(), [{}, {}, {}]);
    await add();
    await add({ address: 'ann@acme.example' });
    await raise(2, 'acme');
    clock.at += MINUTE_MS;
    await raise(1, 'second');
    answers.post = async () => FAILED;
    await deliver();
    assert.deepEqual(await shown(), [
      { 'kind="webhook",state="open"': 3, 'kind="mail",state="open"': 3 },
      { 'kind="webhook"': 60, 'kind="mail"': 60 },
      { 'kind="webhook",state="failing"': 1, 'kind="mail",state="working"': 1 },
    ]);
    await store.main.updateTable('endpoints').set({ paused_at: NOW }).where('kind', '=', 'webhook').execute();
    clock.at += MINUTE_MS;
    assert.deepEqual(await shown(), [
      { 'kind="webhook",state="paused"': 3, 'kind="mail",state="open"': 3 },
      { 'kind="mail"': 120 },
      { 'kind="webhook",state="paused"': 1, 'kind="mail",state="working"': 1 },
    ]);
    clock.at += 15 * MINUTE_MS;
    await deliver();
    const [waiting, oldest] = await shown();
    assert.deepEqual(waiting, { 'kind="webhook",state="paused"': 3 });
    assert.deepEqual(oldest, {});
  });

  test("a late alert's waiting time begins when it enters the outbox", async () => {
    const clock = new Clock();
    const { store, add } = await deliveryWorld(await fresh(), clock);
    await add();
    const at = clock.at;
    clock.at += 3 * DAY_MS;
    await raiseAlerts(store, { count: 1, brand: 'acme', at, now: clock.at });
    clock.at += MINUTE_MS;
    const text = await scrapeOn(store, { clock }).text();
    assert.deepEqual(valuesOf(text, 'sightline_delivery_oldest_waiting_seconds'), { 'kind="webhook"': 60 });
  });

  test('the newest day on which pruning came to its end', async () => {
    const store = await fresh();
    const pruneDay = async () =>
      valuesOf(await scrapeOn(store).text(), 'sightline_prune_last_day_timestamp_seconds');
    await claimDailyJob(store.main, 'prune', TODAY);
    assert.deepEqual(await pruneDay(), {}, 'it has only begun');
    await finishDailyJob(store.main, 'prune', TODAY);
    await finishDailyJob(store.main, 'prune', TODAY - 1);
    assert.deepEqual(await pruneDay(), { '': TODAY * 86_400 });
  });

  test('cached, new, and uncacheable reports', async () => {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    const { key } = await pipelineOn(store).createKey();
    const measured = measuring(BUILD);
    const { get: ask } = apiOn(store, { onReport: measured.onReport, reportCacheMb: 1 });
    for (const path of ['/visibility', '/visibility', '/visibility?days=30', '/brands']) await ask(path, key);
    const text = await scrapeOn(store, { measured }).text();
    assert.deepEqual(valuesOf(text, 'sightline_report_cache_requests_total'), {
      'result="miss"': 2,
      'result="hit"': 1,
      'result="other"': 1,
    });
  });

  test('packed answers in memory, and how often they were there', async () => {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    await pipelineOn(store).importLines([line({ answer: 'Acme' })]);
    const { key } = await pipelineOn(store).createKey();
    const { get: ask } = apiOn(store, { reportCacheMb: 0 });
    for (const path of ['/visibility', '/presence', '/trend']) await ask(path, key);
    const measured = measuring(BUILD);
    measured.onPanel(() => panelCacheOf(store.main).counts);
    const text = await scrapeOn(store, { measured }).text();
    const reads = valuesOf(text, 'sightline_panel_reads_total');
    assert.equal(reads['result="miss"'], 1);
    assert.ok((reads['result="hit"'] ?? 0) >= 2);
    assert.deepEqual(valuesOf(text, 'sightline_panel_segments'), { '': 1 });
    const bytes = valuesOf(text, 'sightline_panel_bytes')[''] ?? 0;
    assert.ok(bytes > 1000 && bytes < 50_000, String(bytes));
  });

  test('omits unreadable figures, keeps the others, and the scrape succeeds', async () => {
    const store = await fresh();
    const clock = new Clock();
    const { text, log } = scrapeOn(store, { clock });
    assert.deepEqual(valuesOf(await text(), 'sightline_organizations_near_ceiling'), { '': 0 });
    await sql`alter table spending rename to misplaced`.execute(store.main);
    clock.at += 60_000;
    const failed = await text();
    assert.deepEqual(valuesOf(failed, 'sightline_spend_usd'), {});
    assert.deepEqual(valuesOf(failed, 'sightline_organizations_near_ceiling'), {});
    assert.deepEqual(valuesOf(failed, 'sightline_metrics_reading_ok'), {
      'reading="questions"': 1,
      'reading="tasks"': 1,
      'reading="spend"': 0,
      'reading="watch"': 1,
      'reading="delivery"': 1,
      'reading="prune"': 1,
      'reading="size"': 1,
    });
    assert.ok((valuesOf(failed, 'sightline_store_size_bytes')[''] ?? 0) > 100_000);
    assert.match(log.join(''), /could not read a metric/);
    await sql`alter table misplaced rename to spending`.execute(store.main);
    assert.equal(valuesOf(await text(), 'sightline_metrics_reading_ok')['reading="spend"'], 1);
  });

  test('reads the store at most every few seconds', async () => {
    const store = await fresh();
    const clock = new Clock();
    let statements = 0;
    const counting = await openStore(store.url, {
      observer: {
        onStatement: () => {
          statements += 1;
        },
        onPool: () => {},
      },
    });
    const { text } = scrapeOn(counting, { clock });
    await Promise.all([text(), text(), text()]);
    const first = statements;
    // Three concurrent requests are one reading.
    assert.ok(first > 0 && first < 30, String(first));
    clock.at += 9999;
    await text();
    assert.equal(statements, first);
    clock.at += 1;
    await text();
    assert.ok(statements > first);
    await counting.close();
  });

  test('times statements, and counts failures by whose fault they are', async () => {
    const store = await fresh();
    const measured = measuring(BUILD);
    const observed = await openStore(store.url, { observer: measured.store });
    await sql`select 1`.execute(observed.main);
    await assert.rejects(sql`select nothing from brands`.execute(observed.main));
    const text = await scrapeOn(store, { measured }).text();
    assert.deepEqual(valuesOf(text, 'sightline_store_statement_errors_total'), { 'reason="refused"': 1 });
    assert.equal(valuesOf(text, 'sightline_store_statement_duration_seconds_count')[''], 2);
    const isPooled = store.kind === 'postgres';
    assert.deepEqual(
      valuesOf(text, 'sightline_store_connections'),
      isPooled ? { 'state="busy"': 0, 'state="idle"': 1 } : {},
    );
    assert.deepEqual(valuesOf(text, 'sightline_store_connections_waiting'), isPooled ? { '': 0 } : {});
    await observed.close();
  });
});

async function withTwoBrands(store: TestStore): Promise<TestStore> {
  const organizations = ['One', 'Other'].map((name) => ({
    name,
    plan: { name: 'growth' },
    brands: [{ ...ACME_BRAND, id: name.toLowerCase() }],
  }));
  await pipelineOn(store).apply({ organizations });
  return store;
}

async function addJob(store: Store, brandId: number, engine: string, nextAt: number | null): Promise<void> {
  const prompt = await store.main
    .selectFrom('prompts')
    .select('id')
    .where('brand_id', '=', brandId)
    .executeTakeFirstOrThrow();
  const id = 1000 + ((nextAt ?? 0) % 1000) + engine.length;
  await store.main
    .insertInto('jobs')
    .values({
      brand_id: brandId,
      id,
      identity: `${engine} ${id}`,
      engine,
      prompt_id: prompt.id,
      sample: 1,
      day: TODAY,
      next_at: nextAt,
      lease: '',
      attempt: 0,
      tries: '{}',
    })
    .execute();
}

test("counts a thread's requests, deliveries, and pruned rows, and two servers do not share their counts", async () => {
  const [one, other] = [measuring(BUILD), measuring(BUILD)];
  const asked = (result: 'ok' | 'error' | 'retried', detail: string | null) =>
    one.count({ collected: { engine: 'chatgpt', result, detail } });
  asked('ok', 'no_search, unread_citations:3');
  asked('ok', 'unread_citations:2');
  asked('error', 'invalid_api_key');
  asked('retried', 'a sentence with "quotes" of a vendor');
  one.count({ failed: 'watch' });
  one.count({ failed: 'prune' });
  for (const result of ['sent', 'sent', 'failed', 'paused'] as const)
    one.count({ attempted: { kind: 'mail', result } });
  one.count({ pruned: { rows: { replies: 7, jobs: 0 }, bytes: 4096 } });
  one.count({ pruned: { rows: { replies: 1 }, bytes: 0 } });
  const text = await textOf(one);
  assert.deepEqual(valuesOf(text, 'sightline_engine_questions_total'), {
    'engine="chatgpt",result="ok",code=""': 2,
    'engine="chatgpt",result="error",code="invalid_api_key"': 1,
    'engine="chatgpt",result="retried",code="other"': 1,
  });
  assert.deepEqual(valuesOf(text, 'sightline_engine_unread_citations_total'), { 'engine="chatgpt"': 5 });
  assert.deepEqual(valuesOf(text, 'sightline_background_failures_total'), {
    'work="watch"': 1,
    'work="prune"': 1,
  });
  assert.deepEqual(valuesOf(text, 'sightline_delivery_attempts_total'), {
    'kind="mail",result="sent"': 2,
    'kind="mail",result="failed"': 1,
    'kind="mail",result="paused"': 1,
  });
  assert.deepEqual(valuesOf(text, 'sightline_pruned_rows_total'), { 'what="replies"': 8 });
  assert.deepEqual(valuesOf(text, 'sightline_pruned_bytes_total'), { '': 4096 });
  assert.deepEqual(valuesOf(await textOf(other), 'sightline_engine_questions_total'), {});
});

/** The metrics from a process without its store. */
async function textOf(measured: Measuring): Promise<string> {
  const store = await openStore('sqlite::memory:').catch(() => null);
  assert.equal(store, null);
  return await scrapeOn({ main: {} } as unknown as Store, { measured }).text();
}

test('counts a client that leaves before its answer as aborted, once, and no longer as in progress', async () => {
  const app = fastify();
  const ended: ObservedRequest[] = [];
  let begun = 0;
  const left = Promise.withResolvers<void>();
  observeRequests(app, {
    onRequest: () => {
      begun += 1;
    },
    onEnd: (request) => {
      ended.push(request);
      left.resolve();
    },
  });
  app.get('/slow/:what', () => new Promise(() => {}));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const request = get({ port, path: '/slow/secret' }).on('error', () => {});
  await once(request, 'socket');
  request.on('finish', () => setImmediate(() => request.destroy()));
  await left.promise;
  await app.close();
  assert.equal(begun, 1);
  assert.deepEqual(
    ended.map(({ method, route, status }) => ({ method, route, status })),
    [{ method: 'GET', route: '/slow/:what', status: 'aborted' }],
  );
});

test('the metrics port serves nothing else, and a failing text is an error without its reason', async () => {
  let text = async () => 'up 1\n';
  const served = await serveMetrics(
    { contentType: 'text/plain', text: () => text() },
    { host: '127.0.0.1', port: 0 },
  );
  try {
    const ok = await fetch(served.url);
    assert.deepEqual([ok.status, await ok.text()], [200, 'up 1\n']);
    const head = await fetch(`${served.url}?x=1`, { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, '5']);
    assert.equal((await fetch(new URL('/api/v1/me', served.url))).status, 404);
    assert.equal((await fetch(served.url, { method: 'POST', body: 'x' })).status, 405);
    text = async () => Promise.reject(new Error('secret'));
    const failed = await fetch(served.url);
    assert.equal(failed.status, 500);
    assert.doesNotMatch(await failed.text(), /secret/);
    const port = Number(new URL(served.url).port);
    await assert.rejects(
      serveMetrics({ contentType: '', text }, { host: '127.0.0.1', port }),
      /Cannot serve metrics on 127\.0\.0\.1, port \d+: the port is in use; choose another with --metrics-port\.$/,
    );
  } finally {
    served.close();
  }
});
