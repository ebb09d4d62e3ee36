import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { collect } from '../../src/pipeline/collect/collect.ts';
import { planNow } from '../../src/pipeline/collect/questions.ts';
import { startTask } from '../../src/pipeline/tasks/tasks-of-brand.ts';
import { REPORTS } from '../../src/reports/index.ts';
import { claimJob } from '../../src/storage/collect/jobs.ts';
import { openStore, type Store } from '../../src/storage/driver/database.ts';
import { apiOn } from '../support/api.ts';
import { collectOn, readyAt } from '../support/collecting.ts';
import { fixture } from '../support/engines.ts';
import { historyLines } from '../support/history.ts';
import { countFailures, countRequests } from '../support/quota.ts';
import { assertRefusal } from '../support/refusals.ts';
import { onAnyStore } from '../support/stores.ts';
import { stubsOfSuite } from '../support/stub-engine.ts';
import { doAllTasks } from '../support/tasks.ts';
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
} from '../support/world.ts';

/** A server's clock, and another server's, which is a minute ahead. */
function clocks(at = NOW): { clock: Clock; ahead: Clock } {
  const clock = new Clock();
  const ahead = new Clock();
  clock.at = at;
  ahead.at = at + MINUTE_MS;
  return { clock, ahead };
}

onAnyStore('two servers whose clocks are a minute apart', (fresh, kind) => {
  const stubOf = stubsOfSuite();
  const opened: Store[] = [];
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
  });

  /** One store with Acme, open in two servers. */
  async function shared(brand: object = {}) {
    const store = await fresh();
    const other = await openStore(store.url, { connections: 5 });
    opened.push(other);
    const pipeline = pipelineOn(store);
    const [acme] = (acmeFile() as { organizations: { brands: object[] }[] }).organizations[0]?.brands ?? [];
    await pipeline.apply(acmeFile([{ ...acme, ...brand }]));
    const { key, id } = await pipeline.createKey();
    return { store, other, pipeline, key, keyId: id };
  }

  test("each lets 300 requests with a key through in its own minute, and keeps the other's counts", async () => {
    const { store, other, key, keyId } = await shared();
    const { clock, ahead } = clocks();
    const [one, two] = [apiOn(store, { clock }), apiOn(other, { clock: ahead })];
    await countRequests(store, keyId, 299, clock.at);
    assert.equal((await one.get('/me', key)).headers['x-ratelimit-remaining'], '0');
    assert.equal((await two.get('/me', key)).headers['x-ratelimit-remaining'], '299');
    assertRefusal(await one.get('/me', key), 'rate_limited');
    await countRequests(other, keyId, 299, ahead.at);
    assertRefusal(await two.get('/me', key), 'rate_limited');
    // When the slower clock reaches that minute, the quota is used up.
    clock.at += MINUTE_MS;
    assertRefusal(await one.get('/me', key), 'rate_limited');
  });

  test('an address that failed too often stays refused by the one that counted it, also when the other is in the next hour', async () => {
    const { store, other, key } = await shared();
    const hour = Math.floor(NOW / HOUR_MS) * HOUR_MS;
    const { clock, ahead } = clocks(hour + HOUR_MS - MINUTE_MS);
    const [one, two] = [apiOn(store, { clock }), apiOn(other, { clock: ahead })];
    await countFailures(store, '127.0.0.1', 200, clock.at);
    assertRefusal(await one.get('/me', key), 'rate_limited');
    assertRefusal(await two.get('/me'), 'unauthorized');
    assert.equal((await two.get('/me', key)).status, 200);
    assertRefusal(await one.get('/me', key), 'rate_limited');
  });

  test('a question in progress on one is not taken by the other', async () => {
    const { store, other } = await shared({ engines: ['chatgpt'] });
    const { clock, ahead } = clocks();
    const deadlineMs = 20_000;
    let elapsed = 0;
    let taken: unknown = null;
    const stub = await stubOf(() => ({ body: fixture('chatgpt', 'ok') }));
    const engines = [readyAt(chatgpt, stub.baseUrl, { deadlineMs })];
    await planNow(store.main, clock.at);
    const collecting = {
      db: store.main,
      now: clock.now,
      random,
      sleep: async () => {},
      fetch: async (url: string, init: RequestInit) => {
        // The reply takes until just before the deadline.
        for (; elapsed <= deadlineMs; elapsed += 5000) {
          const now = ahead.at + elapsed;
          const claim = {
            engine: 'chatgpt',
            now,
            leaseUntil: now,
            lease: 'other',
            beforeDay: null,
            brandId: 1,
          };
          taken ??= await claimJob(other.main, claim);
        }
        clock.at += deadlineMs;
        return await fetch(url, init);
      },
    };
    await collect(collecting, {
      engines,
      stop: new AbortController().signal,
      patienceMs: 0,
      onCollected: () => {},
      onBreaker: () => {},
    });
    assert.deepEqual([taken, stub.requests.length], [null, 1]);
    assert.equal((await store.main.selectFrom('collections').select('id').execute()).length, 1);
  });

  test('a question at the end of a day is asked once, whichever clock decides the day', async () => {
    const { store, other } = await shared({ engines: ['chatgpt'] });
    const midnight = Math.ceil(NOW / DAY_MS) * DAY_MS;
    const { clock, ahead } = clocks(midnight - MINUTE_MS / 2);
    const stub = await stubOf(() => ({ body: fixture('chatgpt', 'ok') }));
    const engines = [readyAt(chatgpt, stub.baseUrl)];
    await planNow(store.main, clock.at);
    await collectOn(other, engines, { clock: ahead, patienceMs: 0 });
    await collectOn(store, engines, { clock, patienceMs: 0 });
    clock.at += MINUTE_MS;
    await collectOn(store, engines, { clock, patienceMs: 0 });
    const days = await store.main.selectFrom('jobs').select('day').orderBy('day').execute();
    const collections = await store.main.selectFrom('collections').select('id').execute();
    assert.equal(collections.length, stub.requests.length);
    assert.equal(new Set(days.map(({ day }) => day)).size, days.length, 'one question, one job a day');
  });

  test('a clock that goes back a day, and on again, asks and evaluates nothing a second time', async () => {
    const { store, other } = await shared({ engines: ['chatgpt'] });
    const { clock, ahead } = clocks();
    const stub = await stubOf(() => ({ body: fixture('chatgpt', 'ok') }));
    const engines = [readyAt(chatgpt, stub.baseUrl)];
    const collectAt = async (at: number) => {
      clock.at = at;
      await planNow(store.main, at);
      await collectOn(store, engines, { clock, patienceMs: 0 });
      await collectOn(other, engines, { clock: ahead, patienceMs: 0 });
    };
    await collectAt(NOW - DAY_MS);
    await collectAt(NOW);
    await pipelineOn(store).watch({ at: NOW });
    const asked = stub.requests.length;
    assert.equal(asked, 2);
    for (const at of [NOW - DAY_MS, NOW - HOUR_MS, NOW]) await collectAt(at);
    assert.equal(stub.requests.length, asked);
    const [again] = await pipelineOn(other).watch({ at: NOW - HOUR_MS });
    assert.equal(again?.status, 'done_before');
  });

  // In one process, two connections that write to one SQLite file would block each other.
  test('a task in progress on one is not taken by the other', { skip: kind === 'sqlite' }, async () => {
    const { store, other, pipeline } = await shared({ competitors: [] });
    const { clock, ahead } = clocks();
    await pipeline.importLines(Array.from({ length: 30 }, () => line({ answer: 'Acme and Bolt.' })));
    await pipeline.apply(acmeFile());
    const starter = { brand: 'acme', organizationId: 1, user: { id: 'usr_ana', name: 'Ana' } };
    await startTask({ db: store.main, now: clock.now, random }, starter, 'rescan');
    let looks = 0;
    // Waits of either do not move their clocks, which would outlast the lease.
    const still = ({ at, now }: Clock) => ({ at, now }) as Clock;
    await doAllTasks(store, {
      clock: still(clock),
      onSleep: async () => {
        looks += 1;
        await doAllTasks(other, { clock: still(ahead) });
      },
    });
    const [task] = await store.main.selectFrom('tasks').select(['state', 'tries']).execute();
    assert.deepEqual({ ...task }, { state: 'done', tries: 1 });
    assert.ok(looks > 0);
  });

  test('a day is evaluated once, as of the same instant', async () => {
    const { store, other, pipeline } = await shared();
    await pipeline.importLines(
      historyLines({ from: 40, to: 0, say: (day, prompt) => ({ acme: prompt < (day < 7 ? 1 : 8) }) }),
    );
    const at = [3, 2, 1, 0].map((day) => NOW - day * DAY_MS);
    for (const each of at) {
      const [first] = await pipelineOn(other).watch({ at: each });
      const [second] = await pipelineOn(store).watch({ at: each });
      assert.deepEqual([first?.status, second?.status], ['evaluated', 'done_before']);
    }
    const alerts = await store.main.selectFrom('alerts').select('kind').execute();
    assert.equal(new Set(alerts.map(({ kind }) => kind)).size, alerts.length);
  });

  test('reports agree on every window that both can name, and end a minute apart without one', async () => {
    const { store, other, pipeline, key } = await shared();
    const { clock, ahead } = clocks();
    const behind = await pipeline.importLines([
      line({ answer: 'Acme', collected_at: iso(clock.at) }),
      line({ answer: 'Bolt', collected_at: iso(clock.at + MINUTE_MS / 2) }),
    ]);
    assert.equal(behind.answers, 2);
    const [one, two] = [apiOn(store, { clock }), apiOn(other, { clock: ahead })];
    for (const { name, query } of REPORTS) {
      if (!('until' in query)) continue;
      const path = `/${name}?until=${iso(clock.at)}`;
      const [first, second] = [await one.get(path, key), await two.get(path, key)];
      assert.equal(first.status, 200, name);
      assert.deepEqual(second.body.data, first.body.data, name);
    }
    const counted = async (api: typeof one) =>
      (await api.get('/visibility', key)).body.data.engines[0].responses;
    assert.equal(await counted(one), 1, 'an answer of the next half minute is not there yet');
    assert.equal(await counted(two), 2);
    assertRefusal(await one.get(`/visibility?until=${iso(ahead.at)}`, key), 'invalid_parameter');
  });
});
