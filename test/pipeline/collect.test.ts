import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { storeUnavailable } from '../../src/domain/errors.ts';
import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { collectOn, morning, readyAt } from '../support/collecting.ts';
import { fixture } from '../support/engines.ts';
import { failingStore, isOn } from '../support/failing-store.ts';
import { pluck } from '../support/pluck.ts';
import { scriptedFetch } from '../support/scripted-fetch.ts';
import { storedBody } from '../support/stored-reply.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { type Stub, type StubReply, startStub } from '../support/stub-engine.ts';
import { visibilityOf } from '../support/tables.ts';
import { acmeFile, DAY_MS, pipelineOn } from '../support/world.ts';

const TANDEMLY = {
  id: 'tandemly',
  name: 'Tandemly',
  domain: 'tandemly.example',
  configured: true,
  market: { location_code: 2826, language_code: 'en' },
  engines: ['chatgpt'],
  competitors: [{ name: 'Kestrel Boards', domain: 'kestrelboards.example' }],
  prompts: [{ text: 'best project management software for a 5 person agency' }],
};

const OK = fixture('chatgpt', 'ok');

onReusedStore('asking the engines', (fresh) => {
  const stubs: Stub[] = [];
  after(async () => {
    for (const stub of stubs) await stub.stop();
  });

  /** A stub that replies with these in turn, then repeats the last. */
  async function stubOf(...replies: StubReply[]): Promise<Stub> {
    let turn = 0;
    const stub = await startStub(() => {
      const reply = replies[Math.min(turn, replies.length - 1)] ?? {};
      turn += 1;
      return reply;
    });
    stubs.push(stub);
    return stub;
  }

  async function tandemlyOn(store: TestStore, brand: object = {}): Promise<TestStore> {
    await pipelineOn(store).apply(acmeFile([{ ...TANDEMLY, ...brand }]));
    return store;
  }

  async function stored(store: TestStore) {
    return await store.main.selectFrom('collections').selectAll().orderBy('id').execute();
  }

  test('asks for an answer once, and retains, reads, and counts it', async () => {
    const store = await tandemlyOn(await fresh());
    const stub = await stubOf({ body: OK });
    const { collected } = await collectOn(store, [readyAt(chatgpt, stub.baseUrl)]);
    assert.deepEqual(collected, [{ engine: 'chatgpt', result: 'ok', detail: null }]);
    assert.equal(stub.requests.length, 1);
    const [request] = stub.requests;
    assert.deepEqual(
      [request?.method, request?.path, request?.headers.authorization],
      ['POST', '/v1/responses', 'Bearer key'],
    );
    assert.equal(request?.body.input, TANDEMLY.prompts[0]?.text);
    const [row] = await stored(store);
    assert.deepEqual([row?.outcome, row?.detail, row?.model], ['ok', null, 'gpt-5.6-terra']);
    const replies = await store.main.selectFrom('replies').select(['status', 'body']).execute();
    const found = replies.map((reply) => [reply.status, storedBody(reply)]);
    assert.deepEqual(found, [[200, OK]]);
    const [answer] = await store.main.selectFrom('answers').select(['text', 'location_code']).execute();
    assert.equal(answer?.text, JSON.parse(OK).output.at(-1).content[0].text);
    assert.equal(answer?.location_code, 2826);
    const citations = await store.main
      .selectFrom('citations')
      .select(['position', 'host'])
      .orderBy('position')
      .execute();
    const told = citations.map((each) => ({ ...each }));
    assert.deepEqual(told, [
      { position: 1, host: 'studiotools.example' },
      { position: 2, host: 'forum.agencyowners.example' },
      { position: 3, host: 'tandemly.example' },
    ]);
    const again = await collectOn(store, [readyAt(chatgpt, stub.baseUrl)]);
    assert.deepEqual([again.collected, stub.requests.length], [[], 1]);
  });

  for (const [what, replies, expected, asked] of [
    [
      'a server error that passes',
      [{ status: 500, body: fixture('chatgpt', 'err500') }, { body: OK }],
      ['ok', null],
      2,
    ],
    [
      'a server error that stays',
      [{ status: 500, body: fixture('chatgpt', 'err500') }],
      ['error', 'server_error'],
      6,
    ],
    [
      'an overloaded gateway in HTML',
      [{ status: 502, body: '<html></html>' }, { body: OK }],
      ['ok', null],
      2,
    ],
    ['a failed run with status 200', [{ body: fixture('chatgpt', 'failed') }, { body: OK }], ['ok', null], 2],
    [
      'an answer cut short',
      [{ body: fixture('chatgpt', 'incomplete_max_tokens') }],
      ['error', 'truncated:max_output_tokens'],
      2,
    ],
    ['a refusal', [{ body: fixture('chatgpt', 'refusal') }], ['empty', 'refusal'], 1],
    ['truncated JSON', [{ body: OK.slice(0, 500) }], ['error', 'parse'], 1],
    [
      'HTML with status 200',
      [{ body: '<html>sorry</html>', headers: { 'content-type': 'text/html' } }],
      ['error', 'parse'],
      1,
    ],
    ['a reset in the middle of the body', [{ body: OK, fault: 'reset' }, { body: OK }], ['ok', null], 2],
  ] as const) {
    test(`${what}: ${expected[0]}${expected[1] === null ? '' : `, ${expected[1]}`}, asked ${asked} times`, async () => {
      const store = await tandemlyOn(await fresh());
      const stub = await stubOf(...replies);
      await collectOn(store, [readyAt(chatgpt, stub.baseUrl)], { patienceMs: DAY_MS, clock: morning() });
      assert.deepEqual(pluck(await stored(store), 'outcome', 'detail'), [expected]);
      assert.equal(stub.requests.length, asked);
      const counted = await visibilityOf(store.main, 1);
      assert.equal(counted.length > 0, expected[0] === 'ok' || expected[0] === 'empty');
    });
  }

  for (const [what, script, expected, asked] of [
    ['a reply that hangs, then answers', ['hang', { body: OK }], ['ok', null], 2],
    ['a reply that hangs twice', ['hang'], ['timeout', 'deadline'], 2],
    ['a slow trickle', ['trickle'], ['timeout', 'deadline'], 2],
    ['50 MB', [{ bytes: 50_000_000 }], ['error', 'too_large'], 1],
  ] as const) {
    test(`${what}: ${expected.filter((each) => each !== null).join(', ')}, asked ${asked} times`, async () => {
      const store = await tandemlyOn(await fresh());
      const scripted = scriptedFetch(...script);
      const isEndless = script.some((each) => typeof each === 'string');
      const engines = [readyAt(chatgpt, 'http://127.0.0.1:1', isEndless ? { deadlineMs: 50 } : {})];
      await collectOn(store, engines, { patienceMs: DAY_MS, clock: morning(), fetch: scripted.fetch });
      assert.deepEqual(pluck(await stored(store), 'outcome', 'detail'), [expected]);
      assert.equal(scripted.asked, asked);
    });
  }

  test('stores a reply that came during an outage once the store is back, without a retry', async () => {
    const store = await tandemlyOn(await fresh());
    const stub = await stubOf({ body: OK });
    let away = 3;
    const shaky = failingStore(store, (node) => {
      if (away === 0 || !isOn(node, 'InsertQueryNode', 'replies')) return null;
      away -= 1;
      return storeUnavailable(new Error('away'));
    });
    const { collected } = await collectOn(shaky, [readyAt(chatgpt, stub.baseUrl)]);
    assert.deepEqual(collected, [{ engine: 'chatgpt', result: 'ok', detail: null }]);
    assert.deepEqual([away, stub.requests.length], [0, 1]);
  });

  test('does not follow a redirect, which stops the engine until somebody changes something', async () => {
    const store = await tandemlyOn(await fresh());
    const target = await stubOf({ body: OK });
    const stub = await stubOf({ status: 302, headers: { location: `${target.baseUrl}/v1/responses` } });
    const { collected, breakers } = await collectOn(store, [readyAt(chatgpt, stub.baseUrl)], {
      patienceMs: 1000,
    });
    assert.deepEqual(collected, [{ engine: 'chatgpt', result: 'retried', detail: 'http_302' }]);
    assert.deepEqual([breakers, target.requests.length], [['chatgpt: http_302'], 0]);
  });

  test('retries a refused connection, and stores a failure in the end', async () => {
    const store = await tandemlyOn(await fresh());
    const gone = await stubOf();
    await gone.stop();
    stubs.pop();
    await collectOn(store, [readyAt(chatgpt, gone.baseUrl)], { patienceMs: DAY_MS, clock: morning() });
    const [row] = await stored(store);
    assert.deepEqual([row?.outcome, row?.detail], ['error', 'network:ECONNREFUSED']);
  });
});
