import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type Api, apiOn } from '../support/api.ts';
import { effort } from '../support/effort.ts';
import { pluck } from '../support/pluck.ts';
import { assertValidResponse, open, portOf, received, responsesIn } from '../support/raw-http.ts';
import { makeStore, type TestStore } from '../support/stores.ts';
import { acmeFile, pipelineOn } from '../support/world.ts';

const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
const LAST = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
/** Together longer than a socket's buffers. */
const PAGES = effort(40, 100);
const CONNECT = 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n';
/** A close that waited for it would never end, and neither would its test. */
const NEVER_MS = 2 ** 31 - 1;

describe('connections', () => {
  let store: TestStore;
  let remove: () => Promise<void>;
  const opened: Api[] = [];
  let api: Api;
  /** Lets the server answer the requests to /slow. */
  let release: () => void;
  let port: number;

  before(async () => {
    ({ store, remove } = await makeStore('sqlite'));
  });
  beforeEach(async () => {
    api = apiOn(store, { drainMs: 200, hasPages: true });
    opened.push(api);
    const { promise, resolve } = Promise.withResolvers<void>();
    release = resolve;
    api.app.get('/slow', async () => {
      await promise;
      return { slow: true };
    });
    port = await portOf(api.app);
  });
  after(async () => {
    for (const each of opened) await each.app.close();
    await remove();
  });

  async function sent(bytes: string): Promise<Socket> {
    const socket = open(port);
    await once(socket, 'connect');
    socket.write(bytes, 'latin1');
    return socket;
  }

  async function openConnections(): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    api.app.server.getConnections((_, count) => resolve(count));
    return await promise;
  }

  /** A connection that stays open ends the test by its time limit. */
  async function noneLeft(): Promise<void> {
    while ((await openConnections()) > 0) await wait(50);
  }

  test('CONNECT, and a reset during its refusal, break nothing', async () => {
    api.app.server.on('connect', (_request, socket) => socket.destroy(new Error('ECONNRESET')));
    for (let round = 0; round < 10; round += 1) (await sent(CONNECT)).resume();
    for (let round = 0; round < 50; round += 1) (await sent(CONNECT)).resetAndDestroy();
    const [response] = responsesIn(await received(await sent(LAST)));
    assert.equal(response?.status, 200);
    await noneLeft();
  });

  test('cuts off a client that keeps a refused connection open', async () => {
    const refused = [CONNECT, 'GARBAGE\r\n\r\n', `GET / HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`];
    const sockets = await Promise.all(refused.map(sent));
    for (const socket of sockets) socket.resume();
    while ((await openConnections()) < refused.length) await wait(10);
    await noneLeft();
  });

  test('closes within its limit with anything open', async () => {
    const upload = 'POST /nope HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx';
    const states = [
      '',
      HEALTH,
      'GET /he',
      CONNECT,
      upload,
      `${HEALTH.replace('healthz', 'slow')}GARBAGE\r\n\r\n`,
    ];
    const sockets = await Promise.all([...states, ...states].map(sent));
    while ((await openConnections()) < sockets.length) await wait(10);
    await api.app.close();
    assert.equal(await openConnections(), 0);
    for (const socket of sockets) socket.destroy();
  });

  test('silent connections keep nobody waiting', async () => {
    const silent = await Promise.all(Array.from({ length: 20 }, () => sent('')));
    while ((await openConnections()) < silent.length) await wait(10);
    const patient = apiOn(store, { drainMs: NEVER_MS });
    const quiet = open(await portOf(patient.app));
    await once(quiet, 'connect');
    await patient.app.close();
    for (const socket of [...silent, quiet]) socket.destroy();
  });

  test('closing cuts off nobody who is still reading a long answer', async () => {
    const body = Buffer.alloc(effort(12, 32) * 1024 * 1024, 'a');
    const patient = apiOn(store, { drainMs: 60_000 });
    patient.app.get('/long', async (_, reply) => reply.type('application/octet-stream').send(body));
    const reader = open(await portOf(patient.app));
    const idle = open(await portOf(patient.app));
    idle.write(HEALTH);
    await once(idle, 'data');
    reader.write(HEALTH.replace('healthz', 'long'));
    await once(reader, 'readable');
    const closed = patient.app.close();
    await wait(50);
    const [response] = responsesIn(await received(reader));
    assert.equal(response?.text.length, body.length);
    await closed;
    idle.destroy();
  });

  for (const [what, last, status] of [
    ['bytes that are no request', 'GARBAGE\r\n\r\n', 400],
    ['CONNECT', CONNECT, 405],
  ] as const) {
    test(`the refusal of ${what} comes after the answers to the requests before`, async () => {
      const socket = await sent(`${HEALTH.replace('healthz', 'slow')}${HEALTH}${last}`);
      const bytes = received(socket);
      await wait(50);
      release();
      const responses = responsesIn(await bytes);
      assert.deepEqual(pluck(responses, 'status'), [200, 200, status]);
      assert.equal(responses[0]?.text, '{"slow":true}');
    });
  }

  test('sends no second answer to an unreadable body', async () => {
    const framed = 'Host: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    for (const body of ['x\r\n', `1;${'a'.repeat(30_000)}\r\n`, `0\r\n${'a: b\r\n'.repeat(10_000)}\r\n`]) {
      const responses = responsesIn(await received(await sent(`POST /nope HTTP/1.1\r\n${framed}${body}`)));
      assert.deepEqual(pluck(responses, 'status'), [404]);
    }
  });

  test("answers a connection's requests in turn, and none after the last answer", async () => {
    const before = api.log.length;
    const responses = responsesIn(await received(await sent(`${HEALTH}${LAST}${HEALTH.repeat(20)}`)));
    assert.equal(responses.length, 2);
    assert.equal(api.log.slice(before).filter((each) => each.includes('"request"')).length, 2);
  });

  test('a long answer before CONNECT is whole', async () => {
    const page = 'GET /docs HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip;q=0\r\n\r\n';
    const responses = responsesIn(await received(await sent(`${page.repeat(PAGES)}${CONNECT}`)));
    assert.equal(responses.length, PAGES + 1);
    assert.equal(responses[PAGES]?.status, 405);
  });

  test('a client that closes its own side after the request still gets the answer', async () => {
    const socket = open(port);
    socket.end(HEALTH.replace('healthz', 'slow'));
    const bytes = received(socket);
    await wait(50);
    release();
    assert.equal(responsesIn(await bytes)[0]?.text, '{"slow":true}');
  });

  test('does not send 100-continue within a compressed answer to an earlier request', async () => {
    const compressed = 'GET /docs HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n';
    const expecting = 'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n';
    const bytes = await received(await sent(`${compressed}${expecting}${LAST}`));
    const [page, health] = responsesIn(bytes);
    assert.match(page?.text ?? '', /<\/html>\n$/);
    assert.equal(health?.text, '{"status":"ok"}');
  });

  test('queues 1,000 requests on one connection; refuses one more, which is the last', async () => {
    const one = HEALTH.replace('healthz', 'slow');
    const socket = await sent(one.repeat(3000));
    const bytes = received(socket);
    await wait(300);
    release();
    const responses = responsesIn(await bytes);
    assert.equal(responses.length, 1001);
    assert.ok(responses.slice(0, 1000).every(({ status }) => status === 200));
    assertValidResponse(responses[1000] ?? assert.fail());
    assert.equal(responses[1000]?.status, 400);
  });

  test('a report is not counted for a client that hung up', async () => {
    const { apply, createKey } = pipelineOn(store);
    await apply(acmeFile());
    const { key } = await createKey();
    const own = apiOn(store, { drainMs: 200 });
    opened.push(own);
    const status = Promise.withResolvers<number>();
    own.app.addHook('preHandler', async ({ raw }) => {
      client.resetAndDestroy();
      await new Promise((resolve) => raw.socket.once('close', resolve));
    });
    own.app.addHook('onSend', async (_, reply) => status.resolve(reply.statusCode));
    port = await portOf(own.app);
    const client = await sent(
      `GET /api/v1/visibility HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    );
    assert.equal(await status.promise, 400);
  });
});
