import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { chatgptApp } from '../../src/engines/chatgpt_app/adapter.ts';
import { estimateDay } from '../../src/pipeline/collect/estimate.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { collectOn, readyAt } from '../support/collecting.ts';
import { SHORT_ANSWER } from '../support/engine-bodies.ts';
import { fixture } from '../support/engines.ts';
import { pluck } from '../support/pluck.ts';
import { onReusedStore } from '../support/stores.ts';
import { type StubReply, stubsOfSuite } from '../support/stub-engine.ts';
import { acmeWith, Clock, DAY_MS, HOUR_MS, NOW, pipelineOn, setUp } from '../support/world.ts';

const OK: StubReply = { body: SHORT_ANSWER };
const PROMPTS = [{ text: 'a' }, { text: 'b' }, { text: 'c' }];

onReusedStore('retries', (fresh) => {
  const stubOf = stubsOfSuite();

  async function acmeOn(engine: string, prompts: readonly object[] = PROMPTS): Promise<Store> {
    const { store } = await setUp(fresh, acmeWith({ engines: [engine], prompts }));
    return store;
  }

  const outcomes = async (store: Store) => {
    const rows = await store.main
      .selectFrom('collections')
      .select(['outcome', 'detail'])
      .orderBy('id')
      .execute();
    return rows.map(({ outcome, detail }) => (detail === null ? outcome : `${outcome} ${detail}`));
  };

  test('once the cause is fixed, the next run asks failed questions at once', async () => {
    const store = await acmeOn('chatgpt');
    let isDown = true;
    const stub = await stubOf(() => (isDown ? { status: 500 } : OK));
    const ready = [readyAt(chatgpt, stub.baseUrl)];
    await collectOn(store, ready, { patienceMs: 60_000 });
    assert.deepEqual(await outcomes(store), []);
    isDown = false;
    const { collected } = await collectOn(store, ready, { patienceMs: 1000 });
    assert.equal(collected.length, 3);
  });

  test('questions that failed all day are stored as failed on the next, with the last reason', async () => {
    const store = await acmeOn('chatgpt', [{ text: 'a' }]);
    const stub = await stubOf(() => ({ status: 503 }));
    const clock = new Clock();
    await collectOn(store, [readyAt(chatgpt, stub.baseUrl)], { clock, patienceMs: 60_000 });
    clock.at += DAY_MS;
    const healthy = await stubOf(() => OK);
    await collectOn(store, [readyAt(chatgpt, healthy.baseUrl)], { clock, patienceMs: 1000 });
    assert.deepEqual((await outcomes(store)).sort(), ['empty', 'error http_503']);
  });

  test('asks a question that was withdrawn and restored the same day', async () => {
    const store = await acmeOn('chatgpt');
    const { apply } = pipelineOn(store);
    const plan = (status: string) =>
      apply({ organizations: [{ name: 'Acme Inc', plan: { name: 'growth', status } }] });
    const stub = await stubOf(() => OK);
    const ready = [readyAt(chatgpt, stub.baseUrl)];
    await collectOn(store, [], {});
    await plan('canceled');
    const [estimate] = await estimateDay(store.main, NOW);
    assert.deepEqual([estimate?.engines, estimate?.notAsked], [[], 'its plan (growth) is canceled']);
    const dropped = await collectOn(store, ready, { patienceMs: 1000 });
    assert.deepEqual(pluck(dropped.collected, 'result'), ['dropped', 'dropped', 'dropped']);
    await plan('active');
    const { collected } = await collectOn(store, ready, { patienceMs: 1000 });
    assert.deepEqual([collected.length, stub.requests.length], [3, 3]);
  });

  test('does not ask planned prompts that a smaller plan no longer includes', async () => {
    const store = await acmeOn('chatgpt');
    await collectOn(store, [], {});
    await pipelineOn(store).apply({
      organizations: [{ name: 'Acme Inc', plan: { name: 'growth', status: 'active', prompts_included: 2 } }],
    });
    const stub = await stubOf(() => OK);
    await collectOn(store, [readyAt(chatgpt, stub.baseUrl)], { patienceMs: 1000 });
    assert.deepEqual(stub.requests.map(({ body }) => body.input).sort(), ['a', 'b']);
  });

  for (const [what, change] of [
    ['hours later', {}],
    ['when its market has changed meanwhile', { market: { location_code: 2276, language_code: 'de' } }],
  ] as const) {
    test(`polls a posted task ${what}, and does not post it again`, async () => {
      const store = await acmeOn('chatgpt_app', [{ text: 'a' }]);
      let isDone = false;
      const stub = await stubOf(({ method }) => {
        if (method === 'POST') return { body: POSTED };
        return isDone ? { body: fixture('chatgpt_app', 'ok') } : { status: 503 };
      });
      const engine = readyAt(chatgptApp, stub.baseUrl);
      const ready = [{ ...engine, access: { ...engine.access, key: 'a:b', settings: { mode: 'queue' } } }];
      const clock = new Clock();
      await collectOn(store, ready, { clock, patienceMs: 40_000 });
      await pipelineOn(store).apply(
        acmeWith({ engines: ['chatgpt_app'], prompts: [{ text: 'a' }], ...change }),
      );
      isDone = true;
      clock.at += 3 * HOUR_MS;
      await collectOn(store, ready, { clock, patienceMs: 40_000, isPlanned: true });
      assert.equal(stub.requests.filter(({ method }) => method === 'POST').length, 1);
      assert.equal((await outcomes(store)).length, 1);
      assert.doesNotMatch((await outcomes(store))[0] ?? '', /timeout|error/);
    });
  }
});

const POSTED = JSON.stringify({
  status_code: 20000,
  cost: 0.0012,
  tasks: [{ id: 'task-1', status_code: 20100, cost: 0.0012, path: ['v3', 'task_post'], result: null }],
});
