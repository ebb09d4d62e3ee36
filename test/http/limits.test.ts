import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { InjectOptions } from 'fastify';
import { revoke } from '../../src/pipeline/declare/keys.ts';
import { apiOn, responseOf } from '../support/api.ts';
import { effort, isNightly } from '../support/effort.ts';
import { countFailures, countRequests } from '../support/quota.ts';
import { assertQuotaHeaders, assertRefusal } from '../support/refusals.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import { HOUR_MS, MINUTE_MS, NOW, pipelineOn, random, setUp } from '../support/world.ts';

const MINUTE_START = Math.floor(NOW / MINUTE_MS) * MINUTE_MS;
const HOUR_START = Math.floor(NOW / HOUR_MS) * HOUR_MS;

/** Requests at once, and how many of them the limit has left. */
const [MANY, LEFT] = effort([120, 60], [1000, 200]);
/** More than a key's 300 requests a minute. */
const PARALLEL = 1000;

async function acmeStore(fresh: () => Promise<TestStore>) {
  const { store } = await setUp(fresh);
  const { key, id: keyId } = await pipelineOn(store).createKey();
  return { store, key, keyId };
}

async function times(count: number, ask: () => Promise<unknown>): Promise<void> {
  for (let asked = 0; asked < count; asked += 1) await ask();
}

/** Sends this many requests, a hundred at once: far more than a store's connections, but none waits long. */
async function inParallel<Result>(count: number, ask: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let begun = 0;
  const asking = async () => {
    while (begun < count) {
      begun += 1;
      results.push(await ask());
    }
  };
  await Promise.all(Array.from({ length: 100 }, asking));
  return results;
}

function statuses(responses: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

onEveryStore('the request quota', (fresh) => {
  test('exactly at the limit allows, one over denies, and the count comes back whole with the minute', async () => {
    const { store, key, keyId } = await acmeStore(fresh);
    const api = apiOn(store);
    api.clock.at = MINUTE_START;
    const first = await api.get('/me', key);
    assert.equal(first.headers['x-ratelimit-remaining'], '299');
    assert.equal(first.headers['x-ratelimit-reset'], '60');
    assert.equal(first.headers.ratelimit, '"key";r=299;t=60');
    assert.equal(first.headers['ratelimit-policy'], '"key";q=300;w=60');
    await countRequests(store, keyId, 297);
    assert.equal((await api.get('/alerts', key)).headers['x-ratelimit-remaining'], '1');
    api.clock.at = MINUTE_START + MINUTE_MS - 1;
    const last = await api.get('/me', key);
    assert.deepEqual([last.status, last.headers['x-ratelimit-remaining']], [200, '0']);
    assert.equal(last.body.data.rate_limit.remaining, 0);
    const over = await api.get('/me', key);
    assertRefusal(over, 'rate_limited');
    assert.deepEqual([over.headers['retry-after'], over.headers['x-ratelimit-reset']], ['1', '1']);
    assert.equal(over.headers['x-ratelimit-remaining'], '0');
    assert.equal(over.headers.ratelimit, '"key";r=0;t=1');
    api.clock.at = MINUTE_START + MINUTE_MS;
    const next = await api.get('/me', key);
    assert.deepEqual([next.status, next.headers['x-ratelimit-remaining']], [200, '299']);
  });

  test('every authenticated request counts, refused, unmodified and HEAD ones too; keys count apart', async () => {
    const { store, key } = await acmeStore(fresh);
    const { key: other } = await pipelineOn(store).createKey();
    const api = apiOn(store);
    const { headers } = await api.get('/alerts', key);
    assert.equal((await api.get('/alerts?limit=0', key)).headers['x-ratelimit-remaining'], '298');
    assert.equal((await api.get('/alerts?brand=nobody', key)).headers['x-ratelimit-remaining'], '297');
    const unmodified = await api.get('/alerts', key, { 'if-none-match': String(headers.etag) });
    assert.deepEqual([unmodified.status, unmodified.headers['x-ratelimit-remaining']], [304, '296']);
    const head = await api.app.inject({
      method: 'HEAD',
      url: '/api/v1/alerts',
      headers: { 'x-api-key': key },
    });
    assert.deepEqual([head.statusCode, head.headers['x-ratelimit-remaining']], [200, '295']);
    assert.equal((await api.get('/me', other)).headers['x-ratelimit-remaining'], '299');
  });

  test('a response that does not count still tells what a recognized key has left', async () => {
    const { store, key, keyId } = await acmeStore(fresh);
    const { key: revoked, id: revokedId } = await pipelineOn(store).createKey();
    const api = apiOn(store);
    await countRequests(store, keyId, 7);
    await countRequests(store, revokedId, 7);
    await revoke({ db: store.main, now: api.clock.now, random, actor: 'test' }, revokedId);
    const refusedOrOpen = (headers: Record<string, string>): [number, InjectOptions][] => [
      [400, { url: '/api/v1/me', headers: { ...headers, 'content-length': '2' }, payload: '{}' }],
      [400, { url: '/api/v1/%zz', headers }],
      [404, { url: '/api/v1/nothing', headers }],
      [404, { url: '/visibility', headers }],
      [405, { url: '/api/v1/visibility', method: 'POST', headers }],
      [405, { url: '/api/v1/visibility', method: 'OPTIONS', headers }],
      [405, { url: '/mcp', headers }],
      [200, { url: '/api/v1/openapi.json', headers }],
    ];
    const remainingWith = async (headers: Record<string, string>) => {
      const seen = new Set<unknown>();
      for (const [status, options] of refusedOrOpen(headers)) {
        const response = responseOf(await api.app.inject(options));
        assert.equal(response.status, status, options.url as string);
        assertQuotaHeaders(response);
        seen.add(response.headers['x-ratelimit-remaining']);
      }
      return [...seen];
    };
    assert.deepEqual(await remainingWith({ 'x-api-key': key }), ['293']);
    assert.deepEqual(await remainingWith({ authorization: `Bearer ${key}` }), ['293']);
    assert.deepEqual(await remainingWith({ 'x-api-key': revoked }), ['300'], 'not recognized');
    assert.equal((await api.get('/me', key)).headers['x-ratelimit-remaining'], '292', 'none counted');
    await countRequests(store, keyId, 400);
    assert.deepEqual(await remainingWith({ 'x-api-key': key }), ['0'], 'used up');
    await countFailures(store, '127.0.0.1', 200);
    assert.deepEqual(await remainingWith({ 'x-api-key': key }), ['300'], 'no look at a throttled key');
  });

  test(`${MANY} parallel requests with one key that has ${LEFT} left let through exactly those`, async () => {
    const { store, key, keyId } = await acmeStore(fresh);
    await countRequests(store, keyId, 300 - LEFT);
    const api = apiOn(store);
    const responses = await inParallel(MANY, () => api.get('/alerts', key));
    assert.deepEqual(statuses(responses), { 200: LEFT, 429: MANY - LEFT });
    for (const response of responses) assertQuotaHeaders(response);
    const remaining = responses
      .filter((each) => each.status === 200)
      .map((each) => each.headers['x-ratelimit-remaining']);
    assert.equal(new Set(remaining).size, LEFT, 'each got a different remaining count');
  });

  test('counts of past windows do not pile up', async () => {
    const { store, key } = await acmeStore(fresh);
    const api = apiOn(store);
    await times(5, async () => {
      api.clock.at += MINUTE_MS;
      await api.get('/me', key);
    });
    // A server whose clock is behind may still count in the last minute.
    assert.equal((await store.limits.selectFrom('limit_counts').selectAll().execute()).length, 2);
  });
});

onEveryStore('the failed-authentication throttle', (fresh) => {
  test('200 failures are 401, the next is 429 until the hour ends, and a valid key is not even looked at', async () => {
    const { store, key } = await acmeStore(fresh);
    const api = apiOn(store);
    api.clock.at = HOUR_START;
    await countFailures(store, '127.0.0.1', 198);
    assertRefusal(await api.get('/me'), 'unauthorized');
    assert.equal((await api.get('/me', key)).status, 200, 'a success does not count');
    assertRefusal(await api.get('/me'), 'unauthorized');
    const over = await api.get('/me');
    assertRefusal(over, 'rate_limited');
    assert.equal(over.headers['retry-after'], '3600');
    const valid = await api.get('/me', key);
    for (const refused of [over, valid]) {
      assertRefusal(refused, 'rate_limited');
      assert.equal(refused.headers['x-ratelimit-remaining'], '0', 'no rows are left');
      assert.equal(refused.headers['x-ratelimit-reset'], '3600', 'until it may try again');
      assert.equal(refused.headers.ratelimit, '"address";r=0;t=3600');
      assert.equal(refused.headers['ratelimit-policy'], '"address";q=200;w=3600');
    }
    api.clock.at = HOUR_START + HOUR_MS - 1;
    assert.equal((await api.get('/me', key)).headers['retry-after'], '1');
    api.clock.at = HOUR_START + HOUR_MS;
    assert.equal((await api.get('/me', key)).status, 200);
  });

  test(`${MANY} parallel failures of an address that has ${LEFT} left are 401 exactly as often`, async () => {
    const { store } = await acmeStore(fresh);
    const api = apiOn(store);
    await countFailures(store, '127.0.0.1', 200 - LEFT);
    const responses = await inParallel(MANY, () => api.get('/me', 'sl_live_no'));
    assert.deepEqual(statuses(responses), { 401: LEFT, 429: MANY - LEFT });
  });

  test('unknown paths, wrong methods and open paths do not count', async () => {
    const { store, key } = await acmeStore(fresh);
    const api = apiOn(store);
    await countFailures(store, '127.0.0.1', 199);
    await api.get('/nope');
    await api.app.inject({ method: 'POST', url: '/api/v1/me' });
    assert.equal((await api.app.inject('/healthz')).statusCode, 200);
    assert.equal((await api.get('/me', key)).status, 200);
  });

  test('addresses count separately; only a trusted proxy speaks for its clients', async () => {
    const { store, key } = await acmeStore(fresh);
    const believing = apiOn(store, { trustProxy: '127.0.0.1' });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    await countFailures(store, '203.0.113.7', 199);
    await believing.get('/me', undefined, from('203.0.113.7'));
    assertRefusal(await believing.get('/me', key, from('203.0.113.7')), 'rate_limited');
    assertRefusal(await believing.get('/me', key, from('198.51.100.1, 203.0.113.7')), 'rate_limited');
    assert.equal((await believing.get('/me', key, from('203.0.113.8'))).status, 200);
    await countFailures(store, '2001:db8:1:2::/64', 199);
    await believing.get('/me', undefined, from('2001:db8:1:2::1'));
    assertRefusal(await believing.get('/me', key, from('2001:db8:1:2:ffff::9')), 'rate_limited');
    assert.equal((await believing.get('/me', key, from('2001:db8:1:3::1'))).status, 200);
    assert.equal((await believing.get('/me', key)).status, 200);
    const doubting = apiOn(store);
    await countFailures(store, '127.0.0.1', 198);
    for (const claimed of ['203.0.113.1', '203.0.113.2'])
      assertRefusal(await doubting.get('/me', undefined, from(claimed)), 'unauthorized');
    assertRefusal(await doubting.get('/me', key, from('192.0.2.1')), 'rate_limited');
  });
});

onEveryStore('X-Forwarded-For', (fresh) => {
  test('throttles every port of an address, and text that is no address, as one client, and stores no text', async () => {
    const { store, key } = await acmeStore(fresh);
    const api = apiOn(store, { trustProxy: 'loopback' });
    const from = (claim: string) => ({ 'x-forwarded-for': claim });
    await countFailures(store, '1.2.3.4', 198);
    for (const port of [5000, 5001]) await api.get('/me', undefined, from(`1.2.3.4:${port}`));
    assertRefusal(await api.get('/me', key, from('1.2.3.4:9')), 'rate_limited');
    assert.equal((await api.get('/me', key, from('1.2.3.5:9'))).status, 200);
    await countFailures(store, '127.0.0.1', 198);
    for (const claimed of [`${key}1`, `${key}2`]) await api.get('/me', undefined, from(claimed));
    assertRefusal(await api.get('/me', key), 'rate_limited');
    const counted = await store.limits.selectFrom('limit_counts').select('subject').execute();
    const subjects = counted.map(({ subject }) => subject).filter((each) => each.startsWith('address '));
    assert.deepEqual(subjects.sort(), ['address 1.2.3.4', 'address 127.0.0.1']);
  });
});

describe('the request quota over two server processes on one store', () => {
  const servers: ChildProcess[] = [];
  after(async () => {
    for (const server of servers) {
      server.stdin?.end();
      await once(server, 'exit');
    }
  });

  async function serverOn(url: string): Promise<number> {
    const script = fileURLToPath(new URL('../support/fixed-clock-server.ts', import.meta.url));
    const server = spawn(process.execPath, [script, url], { stdio: ['pipe', 'pipe', 'inherit'] });
    servers.push(server);
    const [printed] = (await once(server.stdout, 'data')) as [Buffer];
    return Number(printed.toString());
  }

  onEveryStore('exactness', (fresh) => {
    test(`${PARALLEL} parallel requests with one key let through exactly 300`, {
      skip: !isNightly,
    }, async () => {
      const { store, key } = await acmeStore(fresh);
      const ports = [await serverOn(store.url), await serverOn(store.url)];
      const agent = new Agent({ keepAlive: true, maxSockets: 50 });
      const ask = (port: number) =>
        new Promise<{ status: number }>((resolve, reject) => {
          const options = {
            port,
            host: '127.0.0.1',
            path: '/api/v1/alerts',
            agent,
            headers: { 'x-api-key': key },
          };
          get(options, (response) => {
            response.resume();
            response.on('end', () => resolve({ status: response.statusCode ?? 0 }));
          }).on('error', reject);
        });
      const responses = await Promise.all(
        Array.from({ length: PARALLEL }, (_, index) => ask(ports[index % 2] ?? 0)),
      );
      agent.destroy();
      assert.deepEqual(statuses(responses), { 200: 300, 429: PARALLEL - 300 });
    });
  });
});
