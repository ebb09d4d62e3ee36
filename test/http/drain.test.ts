import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { FAILURES_PER_HOUR } from '../../src/domain/access/quota.ts';
import { NO_ENGINE_KEYS } from '../../src/main/process/engine-keys.ts';
import { setDrain } from '../../src/pipeline/traffic/drain.ts';
import { withBrandLock } from '../../src/storage/directory/brand/brand-lock.ts';
import { apiOn } from '../support/api.ts';
import { vercelRecord } from '../support/logs.ts';
import { onReusedStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, pipelineOn, random } from '../support/world.ts';

const secretKey = async () => 'k'.repeat(40);
const BATCH = JSON.stringify([vercelRecord('1'), vercelRecord('2')]);

onReusedStore('an address that takes a log', (fresh) => {
  async function drained() {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile([ACME_BRAND]));
    const brand = { id: 1, publicId: 'acme' };
    const { path, secret } = await withBrandLock(store.main, 1, (db) =>
      setDrain({ db, random, secretKey }, brand),
    );
    const { app, log } = apiOn(store, { engineKeys: { ...NO_ENGINE_KEYS, secretKey } });
    const post = (payload: string, headers: Record<string, string> = {}, url = path, from = '192.0.2.1') =>
      app.inject({
        method: 'POST',
        url,
        remoteAddress: from,
        payload,
        headers: { 'content-type': 'application/json', ...headers },
      });
    const counted = async () =>
      (await store.main.selectFrom('crawl_counts').select('requests').execute())[0]?.requests;
    return { store, app, log, path, secret, post, counted };
  }

  test('stores a batch before it answers, with the secret in either header or a signature', async () => {
    const { post, secret, counted } = await drained();
    const signature = createHmac('sha1', secret).update(BATCH).digest('hex');
    for (const headers of [
      { authorization: `Bearer ${secret}` },
      { 'x-sightline-secret': secret },
      { 'x-vercel-signature': signature },
    ]) {
      const { statusCode, body } = await post(BATCH, headers);
      assert.deepEqual([statusCode, JSON.parse(body), await counted()], [200, { status: 'ok' }, 2]);
    }
  });

  test('refuses a batch without its secret', async () => {
    const { post, counted } = await drained();
    for (const headers of [{}, { authorization: 'Bearer x' }, { 'x-vercel-signature': '0'.repeat(40) }]) {
      const { statusCode, body } = await post(BATCH, headers);
      assert.deepEqual([statusCode, JSON.parse(body).error.code], [401, 'unauthorized']);
    }
    assert.equal(await counted(), undefined);
  });

  test('with a wrong secret too often, is closed to its source alone, and has taken no batch', async () => {
    const { app, post, path, secret, store } = await drained();
    const right = { 'x-sightline-secret': secret };
    await post(BATCH, {});
    const used = await store.limits.selectFrom('limit_counts').select(['subject', 'hits']).execute();
    assert.deepEqual(
      used.map(({ subject, hits }) => [subject, hits]),
      [['address 192.0.2.1 drain 1', 1]],
    );
    await store.limits.updateTable('limit_counts').set({ hits: FAILURES_PER_HOUR }).execute();
    assert.equal((await post(BATCH, right)).statusCode, 429);
    assert.equal((await post(BATCH, right, path, '192.0.2.2')).statusCode, 200);
    const other = await app.inject({ url: '/api/v1/me', remoteAddress: '192.0.2.1' });
    assert.equal(other.statusCode, 401);
  });

  test('refuses an array that ends early, and figures, and counts nothing of them', async () => {
    const { post, secret, counted } = await drained();
    for (const body of [
      BATCH.slice(0, -1),
      BATCH.slice(0, -20),
      `[${JSON.stringify(vercelRecord('1'))},`,
      '"Page","Citations"\n"https://acme.example/a","3"\n',
    ]) {
      const { statusCode } = await post(body, { 'x-sightline-secret': secret });
      assert.deepEqual([statusCode, await counted()], [400, undefined], body.slice(-30));
    }
  });

  test('unknown, looks like any path with nothing at it', async () => {
    const { post, app, path } = await drained();
    const unknown = `${path.slice(0, -1)}${path.endsWith('x') ? 'y' : 'x'}`;
    const nothing = await app.inject({ method: 'POST', url: '/nothing', payload: BATCH });
    for (const url of [unknown, '/drains/x', '/drains/']) {
      const { statusCode, body } = await post(BATCH, {}, url);
      assert.deepEqual([statusCode, body], [nothing.statusCode, nothing.body], url);
    }
  });

  test('takes at most 10 MB at once', async () => {
    const { post, secret } = await drained();
    const { statusCode } = await post('x'.repeat(10 * 2 ** 20 + 1), { 'x-sightline-secret': secret });
    assert.equal(statusCode, 413);
  });

  test("proves itself to Vercel, by a header or by the address's own words", async () => {
    const { app, post, path } = await drained();
    assert.equal((await post('', { 'x-vercel-verify': 'abc' })).headers['x-vercel-verify'], 'abc');
    const { statusCode, headers } = await app.inject({ method: 'GET', url: `${path}?verify=a-1` });
    assert.deepEqual([statusCode, headers['x-vercel-verify']], [200, 'a-1']);
  });

  test('is in no log', async () => {
    const { post, path, secret, log } = await drained();
    await post(BATCH, { 'x-sightline-secret': secret });
    await post(BATCH);
    assert.ok(log.length > 0);
    for (const each of [path.split('/').at(-1) ?? '', secret]) assert.ok(!log.join('').includes(each));
  });

  test('reads the fields where its own words say', async () => {
    const { post, path, secret, counted } = await drained();
    const { proxy } = vercelRecord('1') as { proxy: { userAgent: string[] } };
    const record = { when: '2026-11-20T08:00:00Z', asked: '/pricing', who: proxy.userAgent[0], code: 200 };
    const words = ['time=when', 'target=asked', 'agent=who', 'status=code'].map(
      (each) => `map=${encodeURIComponent(each)}`,
    );
    await post(JSON.stringify(record), { 'x-sightline-secret': secret }, `${path}?${words.join('&')}`);
    assert.equal(await counted(), 1);
  });
});
