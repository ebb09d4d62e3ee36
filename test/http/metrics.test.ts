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
import { openStore } from '../../src/storage/driver/database.ts';
import { panelCacheOf } from '../../src/storage/panel/cache.ts';
import { apiOn } from '../support/api.ts';
import { onEveryStore } from '../support/stores.ts';
import { line, pipelineOn, setUp, setUpWithKey } from '../support/world.ts';

const BUILD = { version: '1', node: '24', database: 'sqlite' };

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

function scrapeOn(measured: Measuring) {
  const log: string[] = [];
  const logger = pino({}, { write: (line: string) => log.push(line) });
  const { text } = measured.exposition(logger);
  return { text, log };
}

onEveryStore('the metrics of a server', (fresh) => {
  test("counts requests by their path's pattern, without anything that a client chose", async () => {
    const { store, key } = await setUpWithKey(fresh);
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
    const text = await scrapeOn(measured).text();
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

  test('cached, new, and uncacheable reports', async () => {
    const { store, key } = await setUpWithKey(fresh);
    const measured = measuring(BUILD);
    const { get: ask } = apiOn(store, { onReport: measured.onReport, reportCacheMb: 1 });
    for (const path of ['/visibility', '/visibility', '/visibility?days=30', '/brands']) await ask(path, key);
    const text = await scrapeOn(measured).text();
    assert.deepEqual(valuesOf(text, 'sightline_report_cache_requests_total'), {
      'result="miss"': 2,
      'result="hit"': 1,
      'result="other"': 1,
    });
  });

  test('packed answers in memory, and how often they were there', async () => {
    const { store } = await setUp(fresh);
    await pipelineOn(store).importLines([line({ answer: 'Acme' })]);
    const { key } = await pipelineOn(store).createKey();
    const { get: ask } = apiOn(store, { reportCacheMb: 0 });
    for (const path of ['/visibility', '/presence', '/trend']) await ask(path, key);
    const measured = measuring(BUILD);
    measured.onPanel(() => panelCacheOf(store.main).counts);
    const text = await scrapeOn(measured).text();
    const reads = valuesOf(text, 'sightline_panel_reads_total');
    assert.equal(reads['result="miss"'], 1);
    assert.ok((reads['result="hit"'] ?? 0) >= 2);
    assert.deepEqual(valuesOf(text, 'sightline_panel_segments'), { '': 1 });
    const bytes = valuesOf(text, 'sightline_panel_bytes')[''] ?? 0;
    assert.ok(bytes > 1000 && bytes < 50_000, String(bytes));
  });

  test('times statements, and counts failures by whose fault they are', async () => {
    const store = await fresh();
    const measured = measuring(BUILD);
    const observed = await openStore(store.url, { observer: measured.store });
    await sql`select 1`.execute(observed.main);
    await assert.rejects(sql`select nothing from brands`.execute(observed.main));
    const text = await scrapeOn(measured).text();
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
  const text = await scrapeOn(one).text();
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
  assert.deepEqual(valuesOf(await scrapeOn(other).text(), 'sightline_engine_questions_total'), {});
});

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
  const found = ended.map(({ method, route, status }) => ({ method, route, status }));
  assert.deepEqual(found, [{ method: 'GET', route: '/slow/:what', status: 'aborted' }]);
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
