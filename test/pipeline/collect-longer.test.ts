import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { ADAPTERS } from '../../src/engines/registry.ts';
import { collectOn, morning, readyAt } from '../support/collecting.ts';
import { SHORT_ANSWER } from '../support/engine-bodies.ts';
import { ACCESS, ask, fixture } from '../support/engines.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { type StubReply, stubsOfSuite } from '../support/stub-engine.ts';
import { acmeFile, DAY_MS, setUp } from '../support/world.ts';

const CUT = { body: fixture('chatgpt', 'incomplete_max_tokens') };
const OK = { body: SHORT_ANSWER };
const REFUSED = {
  status: 400,
  body: JSON.stringify({
    error: { code: 'invalid_value', message: 'max_output_tokens is too large for this model' },
  }),
};

onReusedStore('an answer cut short', (fresh) => {
  const stubOf = stubsOfSuite();

  async function asked(replies: readonly StubReply[], ceiling: number | null = null) {
    const brand = { id: 'tandemly', name: 'Tandemly', configured: true, engines: ['chatgpt'] };
    const { store } = await setUp(fresh, acmeFile([{ ...brand, prompts: [{ text: 'best anvils' }] }]));
    if (ceiling !== null) await limit(store, ceiling);
    let turn = 0;
    const stub = await stubOf(() => replies[Math.min(turn++, replies.length - 1)] ?? {});
    const clock = morning();
    const { breakers } = await collectOn(store, [readyAt(chatgpt, stub.baseUrl)], {
      clock,
      patienceMs: DAY_MS,
    });
    return {
      breakers,
      caps: stub.requests.map(({ body }) => body.max_output_tokens),
      collections: await rowsOf(store),
      answers: await countOf(store, 'answers'),
      counted: (await countOf(store, 'panel_delta')) > 0,
      micros: await spentOn(store),
    };
  }

  test('is retried once with twice the cap, and only the second is an answer', async () => {
    const { caps, collections, answers, micros } = await asked([CUT, OK]);
    assert.deepEqual([caps, collections, answers], [[8000, 16_000], [['ok', null]], 1]);
    // The second may be twice as long, so its estimate doubles.
    assert.equal(micros, 10_000 + 20_000);
  });

  test('twice is a failed collection, which no figure counts', async () => {
    const { caps, collections, answers, counted } = await asked([CUT]);
    assert.deepEqual(caps, [8000, 16_000]);
    assert.deepEqual(collections, [['error', 'truncated:max_output_tokens']]);
    assert.deepEqual([answers, counted], [0, false]);
  });

  test('is not retried beyond the ceiling, and fails when its day is over', async () => {
    const { caps, collections, answers, micros } = await asked([CUT, OK], 29_999);
    assert.deepEqual(caps, [8000]);
    assert.deepEqual(collections, [['error', 'truncated:max_output_tokens']]);
    assert.deepEqual([answers, micros], [0, 10_000]);
  });

  test('keeps its failure where the engine refuses the larger cap, and does not stop the engine', async () => {
    const { caps, collections, breakers, micros } = await asked([CUT, REFUSED, OK]);
    assert.deepEqual([caps, collections, breakers], [[8000, 16_000], [['error', 'truncated']], []]);
    assert.equal(micros, 10_000, 'a refusal costs nothing');
  });

  test('keeps the larger cap through a failure that passes', async () => {
    const { caps, collections } = await asked([CUT, { status: 500 }, OK]);
    assert.deepEqual([caps, collections], [[8000, 16_000, 16_000], [['ok', null]]]);
  });
});

test('every engine that caps answers has a larger cap for the ones cut short', () => {
  const capsOf = (isLonger: boolean) =>
    ADAPTERS.flatMap((adapter) => {
      const [request] = adapter.next({ ...ask('best anvils'), isLonger }, ACCESS, []);
      const cap = /"(?:max_tokens|max_output_tokens|maxOutputTokens)":(\d+)/.exec(
        JSON.stringify(request?.body),
      );
      return cap ? [[adapter.slug, Number(cap[1])] as const] : [];
    });
  const usual = capsOf(false);
  assert.equal(usual.length, 6);
  assert.deepEqual(
    capsOf(true),
    usual.map(([slug, cap]) => [slug, 2 * cap]),
  );
});

async function limit(store: TestStore, micros: number): Promise<void> {
  await store.main.updateTable('organizations').set({ micros_per_day: micros }).execute();
}

async function rowsOf(store: TestStore) {
  const rows = await store.main.selectFrom('collections').select(['outcome', 'detail']).execute();
  return rows.map(({ outcome, detail }) => [outcome, detail]);
}

async function countOf(store: TestStore, table: 'answers' | 'panel_delta'): Promise<number> {
  const { n } = await store.main
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

async function spentOn(store: TestStore): Promise<number> {
  const rows = await store.main.selectFrom('spending').select('micros').execute();
  return rows.reduce((sum, { micros }) => sum + micros, 0);
}
