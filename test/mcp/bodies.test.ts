import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { type Api, type ApiResponse, apiOn, responseOf } from '../support/api.ts';
import { callTool, codeOf, ERAS, MODERN, messageOf, post } from '../support/mcp.ts';
import { pluck } from '../support/pluck.ts';
import { open, portOf, received, responsesIn } from '../support/raw-http.ts';
import { assertQuotaHeaders } from '../support/refusals.ts';
import { makeStore, type TestStore } from '../support/stores.ts';
import { acmeFile, line, pipelineOn } from '../support/world.ts';

describe('bodies posted to /mcp', () => {
  let store: TestStore;
  let remove: () => Promise<void>;
  let api: Api;
  let key: string;

  before(async () => {
    ({ store, remove } = await makeStore('sqlite'));
    await pipelineOn(store).apply(acmeFile());
    await pipelineOn(store).importLines([line()]);
    key = (await pipelineOn(store).createKey()).key;
    api = apiOn(store);
  });
  after(async () => {
    await api.app.close();
    await remove();
  });

  const send = (body: object | string, headers: Record<string, string> = {}) =>
    post(api, body, { 'x-api-key': key, accept: 'application/json, text/event-stream', ...headers });

  /** A JSON-RPC refusal without internal details. */
  const assertRpcError = ({ status, body, text, headers }: ApiResponse, code: number, httpStatus: number) => {
    assert.deepEqual([status, body?.error?.code], [httpStatus, code], text);
    assert.equal(body.jsonrpc, '2.0');
    assert.match(body.error.message, /\S/);
    assert.doesNotMatch(text, /node_modules|at .*\.[mt]s:|[a-z]Error:/);
    assertQuotaHeaders({ status, body, text, headers });
  };

  for (const era of ERAS) {
    for (const [method, params, field] of [
      ['tools/call', { name: 5 }, 'params.name'],
      ['tools/call', { name: 'me', arguments: 3 }, 'params.arguments'],
      ['resources/read', {}, 'params.uri'],
      ['tools/list', { cursor: 4 }, 'params.cursor'],
    ] as const) {
      test(`${era}: ${method} with ${JSON.stringify(params)} names \`${field}\` in a sentence`, async () => {
        const { headers, body } = messageOf(era, method, params);
        const refused = await send(body, headers);
        assertRpcError(refused, -32602, 200);
        const { message } = refused.body.error;
        assert.ok(message.startsWith(`\`${field}\` is refused. `), message);
        assert.doesNotMatch(message, /[\n[{]/);
      });
    }
  }

  for (const [what, body, code] of [
    ['nothing', '', -32700],
    ['text', 'hello', -32700],
    ['half of a message', '{"jsonrpc":"2.0","id":1,"method":', -32700],
    ['bytes that are not UTF-8', Buffer.from([0xff, 0xfe, 0x7b]).toString('latin1'), -32700],
    ['null', 'null', -32600],
    ['a number', '1', -32600],
    ['an empty object', '{}', -32600],
    ['another version of JSON-RPC', '{"jsonrpc":"1.0","id":1,"method":"tools/list"}', -32600],
    ['a method that is no text', '{"jsonrpc":"2.0","id":1,"method":5}', -32600],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"tools/list"}', -32600],
    ['very deep brackets', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, -32600],
    ['very deep objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, -32600],
    ['an empty batch', '[]', -32600],
    [
      'a batch',
      JSON.stringify([
        { jsonrpc: '2.0', id: 1, method: 'tools/list' },
        { jsonrpc: '2.0', id: 2, method: 'tools/list' },
      ]),
      -32600,
    ],
  ] as const) {
    test(`${what} is 400, in the shape of JSON-RPC`, async () => assertRpcError(await send(body), code, 400));
  }

  test('a body without a JSON type is 415, and a client that takes no JSON gets 406', async () => {
    for (const era of ERAS) {
      const { headers, body } = messageOf(era, 'tools/list');
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/json']) {
        assertRpcError(await send(body, { ...headers, 'content-type': type }), -32000, 415);
      }
    }
    const { headers, body } = messageOf('legacy', 'tools/list');
    assertRpcError(await send(body, { ...headers, accept: 'text/html' }), -32000, 406);
  });

  test('a version that does not exist is 400, in both eras', async () => {
    const legacy = messageOf('legacy', 'tools/list');
    const old = { ...legacy.headers, 'mcp-protocol-version': '1999-01-01' };
    assertRpcError(await send(legacy.body, old), -32000, 400);
    const modern = messageOf('modern', 'tools/list');
    const body = JSON.parse(JSON.stringify(modern.body).replaceAll(MODERN, '2999-01-01')) as object;
    const headers = { ...modern.headers, 'mcp-protocol-version': '2999-01-01' };
    assertRpcError(await send(body, headers), -32022, 400);
  });

  test('headers that say something else than the message are 400', async () => {
    const { headers, body } = messageOf('modern', 'tools/call', { name: 'me', arguments: {} });
    const { 'mcp-method': _, ...unnamed } = { 'mcp-method': '', ...headers };
    for (const odd of [
      { ...headers, 'mcp-method': 'tools/list' },
      { ...headers, 'mcp-name': 'brands' },
      { ...headers, 'mcp-protocol-version': '2025-11-25' },
      unnamed,
    ]) {
      assertRpcError(await send(body, odd), -32020, 400);
    }
  });

  test('a method, tool, or resource that does not exist is an error of the protocol', async () => {
    for (const era of ERAS) {
      const status = era === 'modern' ? 404 : 200;
      for (const [method, params, code, httpStatus] of [
        ['tools/destroy', {}, -32601, status],
        ['subscriptions/listen', { notifications: {} }, -32601, 404],
        ['sampling/createMessage', {}, -32601, status],
        ['tools/call', { name: 'nope', arguments: {} }, -32602, 200],
        ['tools/call', { name: 'constructor', arguments: {} }, -32602, 200],
        ['tools/call', { name: '__proto__', arguments: {} }, -32602, 200],
        ['prompts/list', {}, -32601, status],
        ['resources/read', { uri: 'sightline://nope' }, -32602, 200],
        ['resources/read', { uri: 'not a uri' }, -32602, 200],
        ['resources/read', { uri: 'file:///etc/passwd' }, -32602, 200],
        ['resources/read', { uri: 'sightline://answers/ans_000000000000' }, -32602, 200],
        ['resources/read', { uri: 'sightline://answers/%00' }, -32602, 200],
      ] as const) {
        const { headers, body } = messageOf(era, method, params);
        const response = await send(body, headers);
        assertRpcError(response, code, httpStatus);
        const { name } = params as { name?: string };
        if (name !== undefined) assert.match(response.body.error.message, /^There is no tool "/);
      }
    }
  });

  test('refuses an argument __proto__ instead of dropping it', async () => {
    for (const era of ERAS) {
      const given = { name: 'me', arguments: JSON.parse('{"__proto__":1}') as object };
      const { headers, body } = messageOf(era, 'tools/call', given);
      assertRpcError(await send(body, headers), -32602, 200);
    }
  });

  test('arguments that are no object are an error of the protocol', async () => {
    for (const era of ERAS) {
      for (const given of [[], 'days=7', 7]) {
        const { headers, body } = messageOf(era, 'tools/call', { name: 'me', arguments: given });
        const { status, body: answer } = await send(body, headers);
        assert.ok(status === 200 || status === 400, String(status));
        assert.ok([-32602, -32600, -32700].includes(answer.error.code), JSON.stringify(answer));
      }
    }
  });

  test('reads 64 KB, and answers 413 to a byte more', async () => {
    const { headers, body } = messageOf('modern', 'tools/call', { name: 'me', arguments: { x: '' } });
    const length = JSON.stringify(body).length;
    const sized = (bytes: number) =>
      JSON.stringify(body).replace('"x":""', `"x":"${'a'.repeat(bytes - length)}"`);
    const most = await send(sized(64 * 1024), headers);
    assert.equal(codeOf(most), 'invalid_parameter');
    assert.ok(most.text.length < 1000, 'the refusal does not repeat all of it');
    const more = await send(sized(64 * 1024 + 1), headers);
    assertRpcError(more, -32600, 413);
    assert.equal(codeOf(more), 'body_too_large');
  });

  test('every message with a key counts once, whatever its content; without a key none counts', async () => {
    const { key: fresh } = await pipelineOn(store).createKey();
    const left = async (response: Promise<ApiResponse>) =>
      Number((await response).headers['x-ratelimit-remaining']);
    assert.equal(await left(callTool(api, fresh, 'me')), 299);
    assert.equal(await left(callTool(api, fresh, 'visibility', { days: 0 })), 298);
    assert.equal(await left(post(api, 'hello', { 'x-api-key': fresh })), 297);
    assert.equal(
      await left(post(api, { jsonrpc: '2.0', method: 'notifications/initialized' }, { 'x-api-key': fresh })),
      296,
    );
    assert.equal(await left(post(api, 'hello')), 300);
    assert.equal((await api.get('/me', fresh)).headers['x-ratelimit-remaining'], '295');
  });

  test('without a key it is 401 with WWW-Authenticate, before reading the body', async () => {
    for (const headers of [{}, { 'x-api-key': 'no' }, { authorization: 'Basic YTpi' }] as Record<
      string,
      string
    >[]) {
      const response = await post(api, 'a'.repeat(100_000), headers);
      assertRpcError(response, -32000, 401);
      assert.equal(codeOf(response), 'unauthorized');
      assert.match(String(response.headers['www-authenticate']), /^Bearer/);
    }
    const { headers, body } = messageOf('modern', 'tools/list');
    assert.equal((await post(api, body, { ...headers, authorization: `Bearer ${key}` })).status, 200);
  });

  test('other methods are 405, and no other path takes a body', async () => {
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const) {
      const response = responseOf(
        await api.app.inject({ method, url: '/mcp', headers: { 'x-api-key': key } }),
      );
      assert.deepEqual([response.status, response.headers.allow], [405, 'POST']);
      if (method !== 'HEAD') assertRpcError(response, -32000, 405);
    }
    for (const [url, status] of [
      ['/mcp/', 404],
      ['/MCP', 404],
      ['/api/v1/mcp', 404],
      ['/api/v1/me', 405],
      ['/healthz', 405],
    ] as const) {
      const { statusCode } = await api.app.inject({ method: 'POST', url, payload: '{}' });
      assert.equal(statusCode, status, url);
    }
  });

  test('refuses pages from other origins before checking their key; allows programs and our own pages', async () => {
    const { headers, body } = messageOf('modern', 'tools/list');
    const statusFrom = async (
      origin: string | undefined,
      host: string,
      more: Record<string, string> = {},
      on = api,
    ) =>
      (await post(on, body, { 'x-api-key': key, ...headers, host, ...(origin && { origin }), ...more }))
        .status;
    assert.equal(await statusFrom(undefined, 'anything.example'), 200);
    assert.equal(await statusFrom('http://localhost:8080', 'localhost:8080'), 200);
    assert.equal(await statusFrom('http://127.0.0.1:8080', '127.0.0.1:8080'), 200);
    assert.equal(await statusFrom('http://[::1]:8080', '[::1]:8080'), 200);
    for (const origin of [
      'https://evil.example',
      'http://localhost:9999',
      'null',
      'localhost:8080',
      'chrome-extension://x',
      '',
    ]) {
      if (origin !== '') assert.equal(await statusFrom(origin, 'localhost:8080'), 403, origin);
    }
    // A name that an attacker points to this machine.
    assert.equal(await statusFrom('http://evil.example:8080', 'evil.example:8080'), 403);
    const behindProxy = apiOn(store, { trustProxy: 'loopback' });
    assert.equal(await statusFrom('https://reports.example', 'reports.example', {}, behindProxy), 200);
    assert.equal(await statusFrom('https://evil.example', 'reports.example', {}, behindProxy), 403);
    const { key: fresh } = await pipelineOn(store).createKey();
    const refused = await post(api, body, { 'x-api-key': fresh, ...headers, origin: 'https://evil.example' });
    assert.equal(codeOf(refused), 'forbidden_origin');
    assert.equal(refused.headers['x-ratelimit-remaining'], '300');
  });

  test('no logged line has a key or an internal error', async () => {
    assert.ok(api.log.length > 50);
    for (const each of api.log) {
      assert.ok(!each.includes(key));
      assert.ok(Number((JSON.parse(each) as { level: number }).level) < 50, each);
    }
  });

  describe('over a socket', () => {
    const message = JSON.stringify(messageOf('modern', 'tools/call', { name: 'me', arguments: {} }).body);
    const head = (...fields: string[]) => {
      const { headers } = messageOf('modern', 'tools/call', { name: 'me' });
      const own = Object.entries({ ...headers, 'content-type': 'application/json', 'x-api-key': key });
      const lines = [...own.map(([name, value]) => `${name}: ${value}`), 'Host: x', ...fields];
      return `POST /mcp HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
    };
    const length = `Content-Length: ${message.length}`;

    test('answers messages on one connection in order', async () => {
      const socket = open(await portOf(api.app));
      socket.write(`${head(length)}${message}${head(length, 'Connection: close')}${message}`);
      assert.deepEqual(pluck(responsesIn(await received(socket)), 'status'), [200, 200]);
    });

    test('tells a client that asks to send its body', async () => {
      const socket = open(await portOf(api.app));
      socket.write(head(length, 'Expect: 100-continue', 'Connection: close'));
      const [first] = (await once(socket, 'data')) as [Buffer];
      assert.equal(first.toString(), 'HTTP/1.1 100 Continue\r\n\r\n');
      const rest = received(socket);
      socket.write(message);
      assert.equal(responsesIn(await rest)[0]?.status, 200);
    });

    test('a broken or unreadable body is 400, and ends the connection', async () => {
      const chunked = head('Transfer-Encoding: chunked');
      for (const bytes of [`${chunked}5\r\n{"jso\r\nzz\r\n`, `${chunked}ffffffffffffffffff\r\n`]) {
        const socket = open(await portOf(api.app));
        socket.write(bytes);
        const [response, ...more] = responsesIn(await received(socket));
        assert.deepEqual([response?.status, more], [400, []]);
        assert.equal(JSON.parse(response?.text ?? '').error.data.code, 'invalid_request');
      }
      const leaving = open(await portOf(api.app));
      leaving.write(`${head(length)}{"json`);
      leaving.end();
      assert.ok(responsesIn(await received(leaving)).every(({ status }) => status === 400));
    });

    test('a chunked body that is too large is 413, and the next message on the connection is answered', async () => {
      const socket = open(await portOf(api.app));
      const bytes = received(socket);
      socket.write(head('Transfer-Encoding: chunked'));
      for (let sent = 0; sent < 50; sent += 1) socket.write(`4000\r\n${'a'.repeat(0x4000)}\r\n`);
      socket.write(`0\r\n\r\n${head(length, 'Connection: close')}${message}`);
      assert.deepEqual(pluck(responsesIn(await bytes), 'status'), [413, 200]);
    });
  });
});
