import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { perplexity } from '../../src/engines/perplexity/adapter.ts';
import { REFUSALS_TO_BREAK } from '../../src/pipeline/collect/job/retry.ts';
import { listBreakers } from '../../src/storage/collect/breakers.ts';
import { listLeftOutFields } from '../../src/storage/collect/left-out-fields.ts';
import { collectOn, morning, readyAt } from '../support/collecting.ts';
import { SHORT_ANSWER } from '../support/engine-bodies.ts';
import { fixture } from '../support/engines.ts';
import { pluck } from '../support/pluck.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { type Stub, type StubReply, stubsOfSuite } from '../support/stub-engine.ts';
import { acmeFile, type Clock, HOUR_MS, MINUTE_MS, pipelineOn } from '../support/world.ts';

const REFUSED: StubReply = {
  status: 400,
  body: JSON.stringify({ error: { message: 'This tool is not supported.', code: 'some_code_of_its_own' } }),
};
const OK: StubReply = { body: SHORT_ANSWER };

onReusedStore('a request that an engine refuses with 400', (fresh) => {
  const stubOf = stubsOfSuite();

  async function world(engine: string, prompts: readonly string[], samples = 1) {
    const store = await fresh();
    const clock = morning();
    const brand = { id: 'acme', name: 'Tandemly', configured: true, engines: [engine] };
    await pipelineOn(store, clock).apply(
      acmeFile([{ ...brand, samples_per_day: samples, prompts: prompts.map((text) => ({ text })) }]),
    );
    return { store, clock };
  }

  const rows = async (store: TestStore) => {
    const found = await store.main.selectFrom('collections').select(['outcome', 'detail']).execute();
    return found.map(({ outcome, detail }) => `${outcome} ${detail}`).sort();
  };

  const numbered = (count: number, word: string) =>
    Array.from({ length: count }, (_, index) => `${word} ${index}`);

  async function collectAll(store: TestStore, clock: Clock, stub: Stub, patienceMs = 8 * HOUR_MS) {
    return await collectOn(store, [readyAt(chatgpt, stub.baseUrl)], { clock, patienceMs });
  }

  test('for one question does not stop the engine: it is retried once and stored as failed', async () => {
    const { store, clock } = await world('chatgpt', ['bad', ...numbered(5, 'good')]);
    const stub = await stubOf(({ body }) => (body.input === 'bad' ? REFUSED : OK));
    const { breakers } = await collectAll(store, clock, stub);
    assert.deepEqual(breakers, []);
    assert.deepEqual(await rows(store), ['error some_code_of_its_own', ...Array(5).fill('ok null')]);
    assert.equal(stub.requests.filter(({ body }) => body.input === 'bad').length, 2);
  });

  test('for several samples of one prompt is still about one question', async () => {
    const { store, clock } = await world('chatgpt', ['bad'], 5);
    const stub = await stubOf(() => REFUSED);
    const { breakers } = await collectAll(store, clock, stub);
    assert.deepEqual([breakers, stub.requests.length], [[], 10]);
  });

  test(`for ${REFUSALS_TO_BREAK} different questions in a row stops it, and it gets no more`, async () => {
    const { store, clock } = await world('chatgpt', numbered(20, 'any'));
    const stub = await stubOf(() => REFUSED);
    const { breakers } = await collectAll(store, clock, stub, MINUTE_MS);
    assert.deepEqual(breakers, ['chatgpt: some_code_of_its_own']);
    assert.equal(stub.requests.length, REFUSALS_TO_BREAK);
  });

  test('for every prompt of one brand does not stop the engine for another; for both it does', async () => {
    const { store, clock } = await world('chatgpt', numbered(REFUSALS_TO_BREAK + 3, 'bad'));
    const other = { id: 'bolt', name: 'Bolt', configured: true, engines: ['chatgpt'] };
    await pipelineOn(store, clock).apply(
      acmeFile([{ ...other, prompts: numbered(2, 'good').map((text) => ({ text })) }]),
    );
    const stub = await stubOf(({ body }) => (body.input.startsWith('bad') ? REFUSED : OK));
    const { breakers } = await collectAll(store, clock, stub, MINUTE_MS);
    assert.deepEqual(breakers, []);
    assert.deepEqual(await rows(store), ['empty null', 'empty null'], 'no other name is in them');
    const tomorrow = morning(1);
    const broken = await stubOf(() => REFUSED);
    const again = await collectAll(store, tomorrow, broken, MINUTE_MS);
    assert.deepEqual(again.breakers, ['chatgpt: some_code_of_its_own']);
    assert.equal(broken.requests.length, REFUSALS_TO_BREAK, 'the brands take turns');
  });

  test('for many questions with answers between does not stop it', async () => {
    const { store, clock } = await world('chatgpt', numbered(20, 'any'));
    let turn = 0;
    const stub = await stubOf(() => {
      turn += 1;
      return turn % REFUSALS_TO_BREAK === 0 ? OK : REFUSED;
    });
    const { breakers } = await collectAll(store, clock, stub, MINUTE_MS);
    assert.deepEqual([breakers, stub.requests.length], [[], 20]);
  });

  test('collecting again restarts the count', async () => {
    const { store, clock } = await world('chatgpt', numbered(REFUSALS_TO_BREAK, 'any'));
    const stub = await stubOf(() => REFUSED);
    await collectAll(store, clock, stub, MINUTE_MS);
    assert.equal((await listBreakers(store.main)).length, 1);
    const engines = [readyAt(chatgpt, (await stubOf(() => OK)).baseUrl)];
    await collectOn(store, engines, { clock, patienceMs: 2 * HOUR_MS });
    assert.deepEqual(await rows(store), Array(REFUSALS_TO_BREAK).fill('ok null'));
    assert.deepEqual(await store.main.selectFrom('refusals').selectAll().execute(), []);
  });

  test('costs nothing, and neither does a rate error: the call counts, and its dollars are returned', async () => {
    const { store, clock } = await world('chatgpt', ['a']);
    const replies: StubReply[] = [{ status: 429 }, REFUSED, { status: 500 }, OK];
    const stub = await stubOf(() => replies.shift() ?? OK);
    await collectAll(store, clock, stub);
    assert.deepEqual(await rows(store), ['ok null']);
    const [spent] = await store.main.selectFrom('spending').select(['calls', 'micros']).execute();
    // A server error's cost is unknown.
    assert.deepEqual({ ...spent }, { calls: 4, micros: 20_000 });
  });

  test('for an optional field is retried without it, from then on, and the engine continues', async () => {
    const { store, clock } = await world('perplexity', ['a', 'b', 'c']);
    const message = 'invalid request body: json: unknown field "tool_choice"';
    const refusal = { status: 400, body: JSON.stringify({ error: { message, type: 'invalid_request' } }) };
    const stub = await stubOf(({ body }) =>
      'tool_choice' in body ? refusal : { body: fixture('perplexity', 'ok') },
    );
    const told: string[] = [];
    const engines = [readyAt(perplexity, stub.baseUrl)];
    const onLeftOut = (engine: string, field: string) => told.push(`${engine} ${field}`);
    const { breakers, collected } = await collectOn(store, engines, { clock, onLeftOut });
    assert.deepEqual([breakers, told], [[], ['perplexity tool_choice']]);
    assert.deepEqual(pluck(collected, 'result'), ['ok', 'ok', 'ok']);
    const listed = stub.requests.map(({ body }) => 'tool_choice' in body);
    assert.deepEqual(listed, [true, false, false, false]);
    const [spent] = await store.main.selectFrom('spending').select(['calls', 'micros']).execute();
    const paid = JSON.parse(fixture('perplexity', 'ok')).usage.cost.total_cost * 1_000_000;
    assert.deepEqual({ ...spent }, { calls: 4, micros: Math.round(3 * paid) });
    const leftOut = await listLeftOutFields(store.main);
    assert.deepEqual(pluck(leftOut, 'engine', 'model', 'field'), [['perplexity', 'model', 'tool_choice']]);
    const tomorrow = morning(1);
    await collectOn(store, engines, { clock: tomorrow, onLeftOut });
    assert.equal(stub.requests.filter(({ body }) => 'tool_choice' in body).length, 1);
    assert.equal(told.length, 1);
  });
});
