import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { googleAiMode } from '../../src/engines/google_ai_mode/adapter.ts';
import { planNow } from '../../src/pipeline/collect/questions.ts';
import { reparse } from '../../src/pipeline/collect/reparse.ts';
import { insertReplies } from '../../src/storage/collect/replies.ts';
import { collectOn, morning, readyAt } from '../support/collecting.ts';
import { fixture } from '../support/engines.ts';
import { storedBody } from '../support/stored-reply.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { type StubReply, stubsOfSuite } from '../support/stub-engine.ts';
import { contentsOf } from '../support/tables.ts';
import { acmeWith, HOUR_MS, NOW, random, setUp } from '../support/world.ts';

const KEY = 'sk-Q7/sec+ret';
/** The middle of the key in Base64, at each of its three alignments. */
const IN_BASE64 = [0, 1, 2].map((shift) =>
  Buffer.from(' '.repeat(shift) + KEY)
    .toString('base64')
    .slice(8, 16),
);
const LOGIN = 'me@plotwise.example:pass"Q8word';
const PASSWORD = 'db-Q9-password';

onReusedStore('an engine that echoes its request', (fresh) => {
  const stubOf = stubsOfSuite();

  async function acmeOn(engine: string): Promise<TestStore> {
    const { store } = await setUp(fresh, acmeWith({ engines: [engine], prompts: [{ text: 'best anvils' }] }));
    return store;
  }

  /** A finished ChatGPT answer with this text. */
  const said = (text: string): string =>
    JSON.stringify({
      status: 'completed',
      output: [{ type: 'message', content: [{ type: 'output_text', text }] }],
    });

  for (const [what, reply] of [
    ['in an answer', { body: said(`Acme. authorization: Bearer ${KEY} ${PASSWORD}`) }],
    ['in a header', { body: fixture('chatgpt', 'ok'), headers: { 'x-echo': `Bearer ${KEY}` } }],
    ['in a reply that cannot be read', { body: `<html>${encodeURIComponent(KEY)} ${KEY}</html>` }],
    [
      'in JSON that a header of a redirect holds',
      { status: 302, headers: { location: `/?h=${encodeURIComponent(JSON.stringify({ key: KEY }))}` } },
    ],
    [
      'in Base64 within a reply',
      { body: said(Buffer.from(`{"authorization":"Bearer ${KEY}"}`).toString('base64')) },
    ],
    ['as the code of a failure', { status: 500, body: JSON.stringify({ error: { code: KEY } }) }],
  ] as const satisfies readonly (readonly [string, StubReply])[]) {
    test(`${what} leaves no key in the store`, async () => {
      const store = await acmeOn('chatgpt');
      const stub = await stubOf(() => reply);
      const ready = readyAt(chatgpt, stub.baseUrl);
      const engines = [{ ...ready, access: { ...ready.access, key: KEY } }];
      const told = await collectOn(store, engines, {
        clock: morning(),
        patienceMs: 8 * HOUR_MS,
        secrets: [PASSWORD],
      });
      const everything = JSON.stringify([told, await contentsOf(store.main)]);
      assert.ok(!/sec\+ret|sec%2|Q9-pass/.test(everything), everything);
      for (const inBase64 of IN_BASE64) assert.ok(!everything.includes(inBase64), everything);
      assert.ok(JSON.stringify(stub.requests[0]?.headers).includes(KEY));
    });
  }

  test('DataForSEO: neither the login and password in Base64 nor the password by itself', async () => {
    const store = await acmeOn('google_ai_mode');
    const body = JSON.parse(fixture('google_ai_mode', 'ok'));
    const basic = Buffer.from(LOGIN).toString('base64');
    body.tasks[0].data = { echo: `Basic ${basic}`, login: LOGIN };
    const stub = await stubOf(() => ({ body: JSON.stringify(body) }));
    const ready = readyAt(googleAiMode, stub.baseUrl);
    await collectOn(store, [{ ...ready, access: { ...ready.access, key: LOGIN } }], { clock: morning() });
    const [reply] = await store.main.selectFrom('replies').select('body').execute();
    const kept = reply ? storedBody(reply) : '';
    assert.ok(kept !== '' && !kept.includes(basic) && !kept.includes('Q8'));
    assert.deepEqual(JSON.parse(kept).tasks[0].data, { echo: 'Basic [secret]', login: '[secret]' });
    const [row] = await store.main.selectFrom('collections').select('outcome').execute();
    assert.equal(row?.outcome, 'empty', 'the reply was read');
  });

  test('a reply that an older version retained with the key before it died is read without it', async () => {
    const store = await acmeOn('chatgpt');
    await planNow(store.main, morning().at);
    const { brand_id, id } = await store.main
      .selectFrom('jobs')
      .select(['brand_id', 'id'])
      .executeTakeFirstOrThrow();
    const reply = { status: 200, headers: {}, body: said(`Acme ${KEY}`), askedAt: NOW, receivedAt: NOW };
    await insertReplies(store.main, { brandId: brand_id, id, attempt: 0 }, 0, [reply]);
    const ready = readyAt(chatgpt, 'http://127.0.0.1:1');
    const engines = [{ ...ready, access: { ...ready.access, key: KEY } }];
    await collectOn(store, engines, { clock: morning(), isPlanned: true });
    const [answer] = await store.main.selectFrom('answers').select('text').execute();
    assert.equal(answer?.text, 'Acme [secret]');
  });

  test('a reply that an older version retained with the key is read without it', async () => {
    const store = await acmeOn('chatgpt');
    const stub = await stubOf(() => ({ body: '<html>' }));
    await collectOn(store, [readyAt(chatgpt, stub.baseUrl)], { clock: morning() });
    await store.main
      .updateTable('replies')
      .set({ body: zstdCompressSync(said(`Acme ${KEY}`)) })
      .execute();
    await reparse({ db: store.main, random }, { secrets: [KEY] });
    const [answer] = await store.main.selectFrom('answers').select('text').execute();
    assert.equal(answer?.text, 'Acme [secret]');
  });
});
