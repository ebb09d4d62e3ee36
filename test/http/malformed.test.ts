import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Api, apiOn } from '../support/api.ts';
import { assertQuotaHeaders, assertRefusal, rawRequest } from '../support/refusals.ts';
import { onAnyStore } from '../support/stores.ts';
import { pipelineOn, setUp } from '../support/world.ts';

onAnyStore('malformed requests', (fresh) => {
  let api: Api;
  let key: string;

  before(async () => {
    const { store } = await setUp(fresh);
    key = (await pipelineOn(store).createKey()).key;
    api = apiOn(store, { hasPages: true });
  });
  after(() => api.app.close());

  const request = (target: string, fields = '', method = 'GET') =>
    `${method} ${target} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n${fields}Connection: close\r\n\r\n`;

  test('giant headers and giant URLs are 431', async () => {
    const giant = 'a'.repeat(40_000);
    assertRefusal(await rawRequest(api, request('/api/v1/me', `X: ${giant}\r\n`)), 'headers_too_large');
    assertRefusal(await rawRequest(api, request(`/api/v1/me?${giant}`)), 'headers_too_large');
  });

  test('reads a URL just within 8 KB like any other', async () => {
    const response = await rawRequest(api, request(`/api/v1/me?${'a'.repeat(8000)}=1`));
    assertRefusal(response, 'invalid_parameter');
    assert.ok(response.text.length < 300, 'the refusal does not repeat all of it');
  });

  test('answers 400 to bytes that are not HTTP', async () => {
    const garbage = ['hello\r\n\r\n', '\x16\x03\x01\x02\x00\x01\x00', 'GET / HTTP/9.9\r\n\r\n'];
    for (const bytes of garbage) assertRefusal(await rawRequest(api, bytes), 'invalid_request');
  });

  test('bytes that are not UTF-8 are 4xx wherever they stand', async () => {
    for (const target of ['/api/v1/%ff', '/api/v1/me%', '/%c3%28']) {
      assertRefusal(await rawRequest(api, request(target)), 'invalid_request');
    }
    assertRefusal(await rawRequest(api, request('/api/v1/visibility?brand=%ff%fe')), 'no_such_brand');
    assertRefusal(await rawRequest(api, request('/api/v1/answers?cursor=%ff')), 'bad_cursor');
    assertRefusal(await rawRequest(api, request('/api/v1/visibility?days=%ff')), 'invalid_parameter');
    assertRefusal(await rawRequest(api, request('/api/v1/visibility?%ff=1')), 'invalid_parameter');
    const raw = Buffer.concat([
      Buffer.from('GET /api/v1/me?x='),
      Buffer.from([0xff, 0xfe]),
      Buffer.from(' HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
    ]);
    const { status } = await rawRequest(api, raw);
    assert.ok(status >= 400 && status < 500, String(status));
  });

  test('a body on a GET is 400, of known or unknown length', async () => {
    const known = `${request('/api/v1/me', 'Content-Length: 2\r\n')}{}`;
    const chunked = `${request('/api/v1/me', 'Transfer-Encoding: chunked\r\n')}2\r\n{}\r\n0\r\n\r\n`;
    assertRefusal(await rawRequest(api, known), 'invalid_request');
    assertRefusal(await rawRequest(api, chunked), 'invalid_request');
    assert.equal((await rawRequest(api, request('/api/v1/me', 'Content-Length: 0\r\n'))).status, 200);
    assertRefusal(
      await rawRequest(api, `${request('/healthz', 'Content-Length: 2\r\n')}{}`),
      'invalid_request',
    );
  });

  test('wrong methods are 405 with Allow, odd ones too, and an unknown path is 404 for every method', async () => {
    for (const method of [
      'POST',
      'PUT',
      'DELETE',
      'PATCH',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
      'SEARCH',
      'QUERY',
    ]) {
      const response = await rawRequest(api, request('/api/v1/me', '', method));
      assertRefusal(response, 'method_not_allowed');
      assert.equal(response.headers.allow, 'GET, HEAD');
      assertRefusal(await rawRequest(api, request('/api/v1/nope', '', method)), 'not_found');
    }
    assertRefusal(await rawRequest(api, request('example.org:443', '', 'CONNECT')), 'method_not_allowed');
  });

  test('a write with a body of any type is 405, unread', async () => {
    const fields = 'Content-Type: image/png\r\nContent-Length: 9\r\n';
    assertRefusal(
      await rawRequest(api, `${request('/api/v1/me', fields, 'POST')}not a png`),
      'method_not_allowed',
    );
  });

  test('a path is data, never a pattern', async () => {
    for (const path of ['/*a', '/api/v1/*/me', '/:a(', '/:a((a+)+$)', '/api/v1/:name', '/*', '*']) {
      assertRefusal(await rawRequest(api, request(path)), 'not_found');
      assertRefusal(await rawRequest(api, request(path, '', 'OPTIONS')), 'not_found');
    }
  });

  test('a path in absolute form or with escapes is the same path, for every method', async () => {
    for (const target of [
      'http://x/api/v1/me',
      'HTTPS://x:1/api/v1/me',
      '/api/v1/%6de',

      '/api/v1/me?',
    ]) {
      assert.equal((await rawRequest(api, request(target))).status, 200, target);
      assertRefusal(await rawRequest(api, request(target, '', 'POST')), 'method_not_allowed');
    }
    for (const target of ['ftp://x/api/v1/me', '/api/v1%2fme']) {
      assertRefusal(await rawRequest(api, request(target, '', 'POST')), 'not_found');
    }
  });

  test('request lines of other protocols are 400 with every header', async () => {
    const end = 'Host: x\r\nConnection: close\r\n\r\n';
    for (const line of [
      'PRI /x HTTP/1.1',
      'PRI * HTTP/2.0',
      'DESCRIBE rtsp://x/y RTSP/1.0',
      'SETUP * RTSP/1.0',
    ]) {
      assertRefusal(await rawRequest(api, `${line}\r\n${end}`), 'invalid_request');
    }
  });

  test('a request names one Host', async () =>
    assertRefusal(await rawRequest(api, request('/api/v1/me', 'Host: y\r\n')), 'invalid_request'));

  test('ignores HTTP features without a meaning here', async () => {
    for (const fields of ['Expect: nonsense\r\n', 'Upgrade: websocket\r\n']) {
      assertRefusal(await rawRequest(api, request('/api/v1/nope', fields)), 'not_found');
    }
    const withoutHost = await rawRequest(
      api,
      `GET /api/v1/me HTTP/1.1\r\nX-API-Key: ${key}\r\nConnection: close\r\n\r\n`,
    );
    assertRefusal(withoutHost, 'invalid_request');
    const other = 'GET /healthz HTTP/2.0\r\nHost: x\r\nConnection: close\r\n\r\n';
    assertRefusal(await rawRequest(api, other), 'invalid_request');
  });

  test('refuses quotes, NULs, and injections in a parameter without repeating them', async () => {
    for (const value of [
      "'",
      '"',
      "' or 1=1 --",
      '%00',
      'acme%00',
      '<script>',
      '\\',
      '{{7*7}}',
      '__proto__',
      '%0d%0aX: 1',
    ]) {
      const encoded = encodeURI(value).replaceAll('%25', '%');
      for (const [query, code] of [
        ['brand', 'no_such_brand'],
        ['days', 'invalid_parameter'],
      ] as const) {
        const response = await api.get(`/visibility?${query}=${encoded}`, key);
        assertRefusal(response, code);
        assert.ok(!response.text.includes('script'));
      }
    }
    for (const name of ['__proto__', 'constructor', 'toString', 'days%00', 'hasOwnProperty']) {
      assertRefusal(await api.get(`/visibility?${name}=1`, key), 'invalid_parameter');
    }
  });

  test('HEAD answers as GET does, without a body', async () => {
    const response = await api.app.inject({
      method: 'HEAD',
      url: '/api/v1/me',
      headers: { 'x-api-key': key },
    });
    assert.deepEqual([response.statusCode, response.payload], [200, '']);
    assertQuotaHeaders({ status: 200, headers: response.headers, body: undefined, text: '' });
  });
});
