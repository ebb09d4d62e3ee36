import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type StubReply, startStub } from '../../../../test/support/stub-engine.ts';
import type { EngineRequest } from '../../../engines/engine.ts';
import { send } from './transport.ts';

const KEY = 'sk-secret-0123456789';

/** Every reply is in time, even on a busy machine. */
const LONG_MS = 60_000;

async function sentTo(reply: StubReply, more: Partial<EngineRequest> = {}, deadlineMs = LONG_MS) {
  const stub = await startStub(() => reply);
  const sent = await send((url, init) => fetch(url, init), requestTo(stub.baseUrl, more), deadlineMs);
  await stub.stop();
  return { sent, requests: stub.requests };
}

function requestTo(baseUrl: string, more: Partial<EngineRequest> = {}): EngineRequest {
  return {
    method: 'POST',
    url: `${baseUrl}/x`,
    headers: { authorization: KEY },
    body: { input: 'ä?' },
    ...more,
  };
}

function detailOf({ sent }: Awaited<ReturnType<typeof sentTo>>) {
  assert.ok('failure' in sent);
  return [sent.failure.outcome, sent.failure.detail, sent.failure.fault];
}

describe('a request', () => {
  test('is sent as JSON with its headers', async () => {
    const { requests } = await sentTo({ body: '{}' });
    const { method, headers, body } = requests[0] ?? {};
    assert.deepEqual([method, body], ['POST', { input: 'ä?' }]);
    assert.deepEqual(
      [headers?.['content-type'], headers?.accept, headers?.authorization],
      ['application/json', 'application/json', KEY],
    );
  });

  test('without a body has no content type', async () => {
    const { requests } = await sentTo({ body: '{}' }, { method: 'GET', body: undefined });
    assert.equal(requests[0]?.headers['content-type'], undefined);
  });
});

describe('a reply', () => {
  test('keeps the response, with header names in lower case', async () => {
    const body = '{"text": "Büro – 例え 🛠\\n\\u0000"}\r\n ';
    const { sent } = await sentTo({ status: 418, body, headers: { 'Retry-After': '7' } });
    assert.ok('reply' in sent);
    assert.deepEqual(
      [sent.reply.status, sent.reply.body, sent.reply.headers['retry-after']],
      [418, body, '7'],
    );
  });

  test('is decompressed', async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"a": 1}'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const sent = await send((url, init) => fetch(url, init), requestTo(baseUrl), LONG_MS);
    server.close();
    assert.ok('reply' in sent);
    assert.equal(sent.reply.body, '{"a": 1}');
  });

  test('that is a decompression bomb is not an answer', async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(21_000_000)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const sent = await send((url, init) => fetch(url, init), requestTo(baseUrl), LONG_MS);
    server.closeAllConnections();
    server.close();
    assert.ok('failure' in sent && sent.failure.detail === 'too_large');
  });

  test('does not follow a redirect', async () => {
    const { sent, requests } = await sentTo({ status: 302, headers: { location: '/elsewhere' } });
    assert.ok('reply' in sent);
    assert.deepEqual(
      [sent.reply.status, sent.reply.headers.location, requests.length],
      [302, '/elsewhere', 1],
    );
  });

  for (const [bytes, isReply] of [
    [20_000_000, true],
    [20_000_001, false],
  ] as const) {
    test(`of ${bytes} bytes is ${isReply ? 'one' : 'none'}`, async () => {
      const { sent } = await sentTo({ body: 'x'.repeat(bytes) });
      assert.equal('reply' in sent, isReply);
      if ('failure' in sent)
        assert.deepEqual([sent.failure.detail, sent.failure.fault], ['too_large', 'final']);
    });
  }
});

describe('a request without a reply', () => {
  test('because the deadline passed, before the headers or after', async () => {
    assert.deepEqual(detailOf(await sentTo({ delayMs: 500 }, {}, 50)), ['timeout', 'deadline', 'timeout']);
    assert.deepEqual(detailOf(await sentTo({ fault: 'hang' }, {}, 50)), ['timeout', 'deadline', 'timeout']);
  });

  test('reports a cut connection', async () => {
    const cut = await sentTo({ body: 'x'.repeat(100), fault: 'reset' });
    assert.deepEqual(detailOf(cut), ['error', 'network:UND_ERR_SOCKET', 'transient']);
  });

  for (const [what, error] of [
    ['a message with the key and the prompt', new Error(`bad ${KEY} ä?`, { cause: { code: `E ${KEY}?` } })],
    ['no code', new TypeError(`bad ${KEY}`)],
    ['a code that is none', new Error('x', { cause: { code: { key: KEY } } })],
    ['nothing that is an error', KEY],
  ] as const) {
    test(`reports a code, never the request: ${what}`, async () => {
      const broken = () => Promise.reject(error);
      const sent = await send(broken, requestTo('http://127.0.0.1:1'), LONG_MS);
      assert.ok('failure' in sent);
      assert.match(sent.failure.detail, /^network(:[A-Z_0-9]+)?$/);
      assert.ok(!JSON.stringify(sent).includes(KEY));
    });
  }
});
