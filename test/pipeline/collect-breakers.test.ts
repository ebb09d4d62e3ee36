import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { claude } from '../../src/engines/claude/adapter.ts';
import type { EngineAdapter } from '../../src/engines/engine.ts';
import { googleAiMode } from '../../src/engines/google_ai_mode/adapter.ts';
import { collect } from '../../src/pipeline/collect/collect.ts';
import { planNow } from '../../src/pipeline/collect/questions.ts';
import { listBreakers } from '../../src/storage/collect/breakers.ts';
import { collectOn, morning, readyAt } from '../support/collecting.ts';
import { SHORT_ANSWER } from '../support/engine-bodies.ts';
import { fixture } from '../support/engines.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { type StubReply, stubsOfSuite } from '../support/stub-engine.ts';
import { acmeFile, type Clock, HOUR_MS, MINUTE_MS, pipelineOn, random } from '../support/world.ts';

const REFUSED = { status: 401, body: fixture('chatgpt', 'err401') };
const SPENT = { status: 429, body: fixture('chatgpt', 'err429_quota') };
const GONE = { status: 404, body: fixture('chatgpt', 'err404_model') };
const OK = { body: SHORT_ANSWER };

type Answer = (status: number) => void;

/**
 * Answers requests in rounds: each round replies after the given number of requests is in flight and, below full
 * concurrency, after idle workers have polled often enough to have sent another.
 */
class HeldRequests {
  readonly #rounds: readonly number[];
  readonly #onRound: (round: number, requests: readonly Answer[]) => void;
  readonly #held: Answer[] = [];
  readonly atOnce: number[] = [];
  #looks = 0;

  constructor(rounds: readonly number[], onRound: (round: number, requests: readonly Answer[]) => void) {
    this.#rounds = rounds;
    this.#onRound = onRound;
  }

  readonly fetch = (): Promise<Response> => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    this.#held.push((status) => resolve(new Response(OK.body, { status })));
    this.#looks = 0;
    this.#look();
    return promise;
  };

  readonly sleep = async (): Promise<void> => {
    this.#looks += 1;
    this.#look();
    await turn();
  };

  #look(): void {
    const enough = this.#rounds[this.atOnce.length] ?? 0;
    const isAll = this.#held.length >= Math.max(...this.#rounds);
    if (this.#held.length === 0 || this.#held.length < enough || !(isAll || this.#looks > 30)) return;
    const requests = this.#held.splice(0);
    this.atOnce.push(requests.length);
    this.#onRound(this.atOnce.length, requests);
  }
}

onReusedStore('an engine that goes wrong', (fresh) => {
  const stubOf = stubsOfSuite();

  async function world(adapter: EngineAdapter, prompts: readonly string[], clock = morning()) {
    const store = await fresh();
    await apply(store, adapter, prompts, clock);
    return { store, clock };
  }

  async function apply(store: TestStore, { slug }: EngineAdapter, prompts: readonly string[], clock: Clock) {
    const brand = { id: 'acme', name: 'Tandemly', configured: true, engines: [slug] };
    await pipelineOn(store, clock).apply(
      acmeFile([{ ...brand, prompts: prompts.map((text) => ({ text })) }]),
    );
  }

  const ten = Array.from({ length: 10 }, (_, index) => `prompt ${index}`);

  async function rows(store: TestStore) {
    const found = await store.main.selectFrom('collections').select(['outcome', 'detail']).execute();
    return found.map(({ outcome, detail }) => `${outcome} ${detail}`);
  }

  for (const [what, refusal, detail] of [
    ['a bad key', REFUSED, 'invalid_api_key'],
    ['no money', SPENT, 'insufficient_quota'],
    ['a model that is none', GONE, 'model_not_found'],
  ] as const) {
    test(`${what} stops it after one question; an hour later there is one try, and success starts it`, async () => {
      const { store, clock } = await world(chatgpt, ten);
      let reply: StubReply = refusal;
      const stub = await stubOf(() => reply);
      const engines = [readyAt(chatgpt, stub.baseUrl, { concurrency: 4 })];
      const first = await collectOn(store, [readyAt(chatgpt, stub.baseUrl)], {
        clock,
        patienceMs: MINUTE_MS,
      });
      assert.deepEqual([stub.requests.length, first.breakers], [1, [`chatgpt: ${detail}`]]);
      assert.deepEqual(first.collected, [{ engine: 'chatgpt', result: 'retried', detail }]);
      const since = clock.at;
      clock.at += HOUR_MS - 1;
      await collectOn(store, engines, { clock, patienceMs: 0, isPlanned: true });
      assert.equal(stub.requests.length, 1);
      clock.at += 1;
      await collectOn(store, engines, { clock, patienceMs: 0, isPlanned: true });
      assert.equal(stub.requests.length, 2);
      const [breaker] = await listBreakers(store.main);
      assert.deepEqual([breaker?.detail, breaker?.openedAt], [detail, since]);
      reply = OK;
      clock.at += HOUR_MS;
      await collectOn(store, [readyAt(chatgpt, stub.baseUrl)], { clock, isPlanned: true });
      assert.equal(stub.requests.length, 12);
      assert.deepEqual(new Set(await rows(store)), new Set(['ok null']));
      assert.deepEqual(await listBreakers(store.main), []);
    });
  }

  test('the operator has it asked again immediately', async () => {
    const { store, clock } = await world(chatgpt, ten);
    let reply: StubReply = REFUSED;
    const stub = await stubOf(() => reply);
    await collectOn(store, [readyAt(chatgpt, stub.baseUrl)], { clock, patienceMs: MINUTE_MS });
    reply = OK;
    await collectOn(store, [readyAt(chatgpt, stub.baseUrl)], { clock, patienceMs: MINUTE_MS });
    // The refused one returns at its own time.
    assert.ok((await rows(store)).length >= 9);
  });

  test('the questions that it missed are stored as failed when the day is over', async () => {
    const { store, clock } = await world(chatgpt, ten);
    const stub = await stubOf(() => REFUSED);
    await collectOn(store, [readyAt(chatgpt, stub.baseUrl)], { clock, patienceMs: MINUTE_MS });
    const tomorrow = morning(1);
    await collectOn(store, [readyAt(chatgpt, stub.baseUrl)], { clock: tomorrow, isPlanned: true });
    assert.equal(stub.requests.length, 1);
    assert.deepEqual(await rows(store), Array(10).fill('error invalid_api_key'));
  });

  test('a refusal in the last hour of the day stops it too', async () => {
    const { store, clock } = await world(chatgpt, ten);
    clock.at += 22 * HOUR_MS + 30 * MINUTE_MS;
    const stub = await stubOf(() => REFUSED);
    const { breakers } = await collectOn(store, [readyAt(chatgpt, stub.baseUrl)], { clock, patienceMs: 0 });
    assert.deepEqual([breakers, stub.requests.length], [['chatgpt: invalid_api_key'], 1]);
  });

  test('a task in progress starts it again', async () => {
    const { store, clock } = await world(googleAiMode, ['a', 'b']);
    let isRefused = true;
    const stub = await stubOf(({ method }) => {
      if (isRefused) return { status: 401, body: fixture('google_ai_mode', 'http_401') };
      const name = method === 'POST' ? 'task_post' : 'task_in_queue';
      return { body: fixture('chatgpt_app', name) };
    });
    const ready = readyAt(googleAiMode, stub.baseUrl);
    const engines = [{ ...ready, access: { ...ready.access, settings: { mode: 'queue' } } }];
    await collectOn(store, engines, { clock, patienceMs: 1000 });
    isRefused = false;
    clock.at += HOUR_MS;
    await collectOn(store, engines, { clock, patienceMs: 1000, isPlanned: true });
    assert.equal(stub.requests.filter(({ method }) => method === 'POST').length, 3);
    assert.deepEqual(await listBreakers(store.main), []);
  });

  test('after a rate error, it gets half as many concurrent calls for five minutes', async () => {
    const { store, clock } = await world(
      chatgpt,
      Array.from({ length: 60 }, (_, index) => `prompt ${index}`),
    );
    await planNow(store.main, clock.now());
    const stopping = new AbortController();
    const rounds = [6, 3, 3, 3, 3, 6];
    const held = new HeldRequests(rounds, (round, requests) => {
      if (round === 5) clock.at += 6 * MINUTE_MS;
      if (round === 6) stopping.abort();
      for (const answer of requests) answer(round === 1 ? 429 : 200);
    });
    await collect(
      { db: store.main, now: clock.now, random, fetch: held.fetch, sleep: held.sleep },
      {
        engines: [readyAt(chatgpt, 'http://127.0.0.1:1', { concurrency: 6 })],
        stop: stopping.signal,
        patienceMs: HOUR_MS,
        onCollected: () => {},
        onBreaker: () => {},
      },
    );
    assert.deepEqual(held.atOnce, rounds);
  });

  test('a continued turn extends its lease by the same time', async () => {
    const { store, clock } = await world(claude, ['a']);
    const held: Promise<number>[] = [];
    const stub = await stubOf(() => {
      clock.at += 50_000;
      const at = clock.at;
      const query = store.main.selectFrom('jobs').select('next_at').executeTakeFirstOrThrow();
      held.push(query.then(({ next_at }) => (next_at ?? 0) - at));
      return { body: fixture('claude', held.length < 5 ? 'pause_turn' : 'ok'), delayMs: 30 };
    });
    await collectOn(store, [readyAt(claude, stub.baseUrl, { deadlineMs: 20_000 })], { clock });
    assert.equal(stub.requests.length, 5);
    for (const left of await Promise.all(held)) assert.ok(left >= 20_000, `${left} ms are left`);
    assert.deepEqual(await rows(store), ['ok null']);
  });

  test('does not send a prompt that is too long for it, and stops nothing', async () => {
    const { store, clock } = await world(googleAiMode, ['ä'.repeat(701), '🛠'.repeat(700)]);
    const stub = await stubOf(() => ({ body: fixture('google_ai_mode', 'ok') }));
    const { breakers } = await collectOn(store, [readyAt(googleAiMode, stub.baseUrl)], { clock });
    assert.deepEqual((await rows(store)).sort(), ['error prompt_too_long', 'ok null']);
    assert.deepEqual([stub.requests.length, breakers], [1, []]);
  });

  test('when stopped, it finishes the paid calls in progress, and begins no new ones', async () => {
    const { store, clock } = await world(chatgpt, ['a', 'b']);
    const stopping = new AbortController();
    const stub = await stubOf(() => {
      stopping.abort();
      return { ...OK, delayMs: 50 };
    });
    const ready = [readyAt(chatgpt, stub.baseUrl, { deadlineMs: 20_000 })];
    const { collected } = await collectOn(store, ready, { clock, stop: stopping.signal });
    assert.deepEqual([collected.length, stub.requests.length], [1, 1]);
    assert.equal((await rows(store)).length, 1);
  });

  test('no report about it contains the key or a prompt', async () => {
    const key = 'sk-Q7secretQ7';
    const prompt = 'Q8 which tool Q8?';
    const { store, clock } = await world(chatgpt, [prompt]);
    const echo = JSON.stringify({
      error: { message: `Bad key ${key} for ${prompt}`, code: 'invalid_api_key' },
    });
    const replies: StubReply[] = [
      { status: 500, body: `${key} ${prompt}` },
      { status: 502, body: echo },
      { body: echo },
      { status: 401, body: echo, headers: { 'x-echo': key } },
    ];
    for (const [day, reply] of replies.entries()) {
      const stub = await stubOf(() => reply);
      const ready = readyAt(chatgpt, stub.baseUrl);
      const engines = [{ ...ready, access: { ...ready.access, key } }];
      clock.at = morning(day).at;
      const told = await collectOn(store, engines, { clock, patienceMs: 8 * HOUR_MS });
      const shown = [
        await listBreakers(store.main),
        await store.main.selectFrom('collections').selectAll().execute(),
      ];
      const everything = JSON.stringify([told, shown]);
      assert.ok(!everything.includes('Q7') && !everything.includes('Q8'), everything);
      const { headers = '' } = stub.requests[0] ?? {};
      assert.ok(JSON.stringify(headers).includes(key));
    }
  });
});
