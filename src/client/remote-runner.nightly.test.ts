import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { SightlineError } from '../domain/errors.ts';
import type { Fetch } from './http-get.ts';
import { remoteRunner } from './remote-runner.ts';

const KEY = 'sl_live_Q7Q7Q7Q7Q7Q7Q7Q7Q7Q7Q7Q7Q7Q7Q7Q7Q7Q7Q7Q7';
const SERVER = 'https://sightline.example.com/tools';
const ENVELOPE = {
  data: [{ domain: 'example.org' }],
  meta: { generated_at: '2026-11-20T13:37:21.123Z', brand: { id: 'acme', name: 'Acme' }, note: 'Note.' },
};

const runnerWith = (fetch: Fetch, silenceMs?: number) =>
  remoteRunner({ server: SERVER, key: KEY, fetch, version: '1.2.3', ...(silenceMs && { silenceMs }) });

const respond = (body: object | string, init: ResponseInit = {}): Fetch => {
  const isObject = Object.getPrototypeOf(body) === Object.prototype;
  return async () => new Response(isObject ? JSON.stringify(body) : (body as ReadableStream), init);
};

/** A report's refusal, which never contains the key. */
async function refusalOf(fetch: Fetch, silenceMs?: number): Promise<SightlineError> {
  const error = await runnerWith(fetch, silenceMs)('sources', { days: '7' }).then(
    () => assert.fail('refused'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof SightlineError, String(error));
  assert.doesNotMatch(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`, /Q7/);
  return error;
}

test('requests a report by its path and parameters, with the key in a header, and returns its envelope', async () => {
  const asked: { url: string; init: RequestInit }[] = [];
  const run = runnerWith(async (url, init) => {
    asked.push({ url, init });
    return Response.json(ENVELOPE);
  });
  assert.deepEqual(
    await run('sources', { days: 7, brand: 'Acme & Söhne', full: true, until: undefined }),
    ENVELOPE,
  );
  await run('questions', { tag: ['a', 'b&c'], tag_not: [] });
  await run('me', {});
  assert.deepEqual(
    asked.map(({ url }) => url),
    [
      `${SERVER}/api/v1/sources?days=7&brand=Acme+%26+S%C3%B6hne&full=true`,
      `${SERVER}/api/v1/questions?tag=a&tag=b%26c`,
      `${SERVER}/api/v1/me`,
    ],
  );
  const { headers, redirect } = asked[0]?.init ?? {};
  assert.deepEqual(headers, {
    accept: 'application/json',
    'x-api-key': KEY,
    'user-agent': 'sightline/1.2.3',
  });
  assert.equal(redirect, 'manual');
});

describe('a refusal of the server', () => {
  test('has its code, message and Retry-After', async () => {
    const body = { error: { code: 'rate_limited', message: 'The quota is used up.' } };
    const error = await refusalOf(respond(body, { status: 429, headers: { 'retry-after': '17' } }));
    assert.deepEqual(
      [error.code, error.message, error.retryAfterSeconds],
      ['rate_limited', 'The quota is used up.', 17],
    );
  });

  test('never shows a key, even if the server quotes it', async () => {
    const body = { error: { code: 'unauthorized', message: `No such key: ${KEY}` } };
    assert.equal((await refusalOf(respond(body, { status: 401 }))).code, 'unauthorized');
  });

  for (const [status, code] of [
    [409, 'invalid_request'],
    [507, 'internal_error'],
  ] as const) {
    test(`with status ${status} and a code that this version does not know is ${code}, and quotes the code`, async () => {
      const body = { error: { code: 'brand_frozen', message: 'It is frozen.' } };
      const error = await refusalOf(respond(body, { status }));
      assert.deepEqual([error.code, error.message], [code, 'It is frozen. (brand_frozen)']);
    });
  }

  test('of an unknown report suggests an older version', async () => {
    const body = { error: { code: 'not_found', message: 'There is nothing at this path.' } };
    const error = await refusalOf(respond(body, { status: 404 }));
    assert.equal(error.code, 'not_found');
    assert.match(error.message, /has no report `sources`: it runs an older version/);
  });
});

describe('an address without a Sightline server', () => {
  const html = { headers: { 'content-type': 'text/html; charset=utf-8' } };
  for (const [what, fetch, reason] of [
    ['a page', respond('<html>', html), /status 200 and text\/html/],
    ["a proxy's 404", respond('<html>', { ...html, status: 404 }), /status 404 and text\/html/],
    ["a proxy's 401", respond('Log in', { ...html, status: 401 }), /status 401/],
    ['other JSON', respond({ ok: true }), /status 200/],
    ['JSON that is no object', respond('null'), /status 200/],
    ['other JSON with a 404', respond({ error: 'no' }, { status: 404 }), /status 404/],
    ['an envelope without its brand', respond({ ...ENVELOPE, meta: { note: '' } }), /status 200/],
    ['an empty response', respond('', { headers: { 'content-type': '' } }), /no content type/],
    ['half an envelope', respond(JSON.stringify(ENVELOPE).slice(0, 40)), /status 200/],
  ] as const) {
    test(`is refused, with the tried address: ${what}`, async () => {
      const error = await refusalOf(fetch);
      assert.equal(error.code, 'bad_server');
      assert.match(error.message, reason);
      assert.match(error.message, /https:\/\/sightline\.example\.com\/tools\/api\/v1\/sources:/);
    });
  }
});

for (const [location, shown] of [
  [
    'https://other.example/api/v1/sources?days=7',
    /redirects to https:\/\/other\.example\/api\/v1\/sources\./,
  ],
  ['/login?next=sources', /redirects to https:\/\/sightline\.example\.com\/login\./],
  ['http://[', /redirects elsewhere\./],
  [undefined, /redirects to/],
] as const) {
  test(`does not follow a redirect (${location}), nor send the key on`, async () => {
    let asked = 0;
    const error = await refusalOf(async () => {
      asked += 1;
      return new Response(null, { status: 302, ...(location && { headers: { location } }) });
    });
    assert.equal(asked, 1);
    assert.equal(error.code, 'bad_server');
    assert.match(error.message, shown);
  });
}

for (const status of [500, 502, 503, 504]) {
  test(`a ${status} without the server's text is unavailable, with the proxy's Retry-After`, async () => {
    const error = await refusalOf(respond('<html>', { status, headers: { 'retry-after': '3' } }));
    assert.deepEqual([error.code, error.retryAfterSeconds], ['unavailable', 3]);
    assert.match(error.message, new RegExp(`status ${status}`));
  });
}

test("a proxy's 429 is rate_limited", async () => {
  const error = await refusalOf(respond('slow down', { status: 429, headers: { 'retry-after': 'soon' } }));
  assert.deepEqual([error.code, error.retryAfterSeconds], ['rate_limited', undefined]);
});

describe('a failed request', () => {
  const failing = (code: string): Fetch => {
    const cause = Object.assign(new Error(`${code} ${KEY}`), { code });
    return async () => {
      throw new TypeError(`fetch failed ${KEY}`, { cause });
    };
  };
  for (const [code, expected, reason] of [
    ['ECONNREFUSED', 'unavailable', /the connection was refused; is the server running\?$/],
    ['ENOTFOUND', 'unavailable', /there is no host of that name\.$/],
    ['UND_ERR_SOCKET', 'unavailable', /closed before the response was complete\.$/],
    ['UND_ERR_CONNECT_TIMEOUT', 'unavailable', /nothing answers there\.$/],
    ['EWHATEVER', 'unavailable', /: EWHATEVER\.$/],
    [`no code ${KEY}`, 'unavailable', /the request could not be sent\.$/],
    ['CERT_HAS_EXPIRED', 'bad_server', /its certificate has expired\.$/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'bad_server', /NODE_EXTRA_CA_CERTS/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'bad_server', /for another host\.$/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'bad_server', /is it http:\/\/ instead\?$/],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'bad_server', /ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION/],
    ['HPE_INVALID_CONSTANT', 'bad_server', /does not speak HTTP/],
  ] as const) {
    test(`${code.slice(0, 40).replace(KEY, '')} says why, and never what was sent`, async () => {
      const error = await refusalOf(failing(code));
      assert.equal(error.code, expected);
      assert.match(error.message, reason);
    });
  }

  test('a body that breaks off is unavailable', async () => {
    const broken = new ReadableStream({
      pull: (controller) => {
        controller.error(new TypeError('terminated', { cause: { code: 'UND_ERR_SOCKET' } }));
      },
    });
    assert.equal((await refusalOf(respond(broken))).code, 'unavailable');
  });

  test('half a response that ends as usual is unavailable', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const error = await refusalOf(respond(JSON.stringify(ENVELOPE).slice(0, 40), { headers }));
    assert.deepEqual(
      [error.code, error.message],
      ['unavailable', 'The response of https://sightline.example.com/tools is not complete.'],
    );
  });

  test('does not wait for a silent server', async () => {
    const silent: Fetch = (_url, { signal }) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    const error = await refusalOf(silent, 5);
    assert.equal(error.code, 'unavailable');
    assert.match(error.message, /nothing arrived for 0\.005 seconds/);
  });

  test('gives up an endless body once it is too large', async () => {
    const chunk = new Uint8Array(16_000_000);
    const endless = new ReadableStream({
      pull: async (controller) => {
        await turn();
        controller.enqueue(chunk);
      },
    });
    assert.match((await refusalOf(respond(endless))).message, /too large/);
  });
});

describe('over a real connection', () => {
  const body = JSON.stringify({ ...ENVELOPE, data: Array.from({ length: 9000 }, (_, n) => ({ n })) });
  const zipped = gzipSync(body);
  const JSON_TYPE = { 'content-type': 'application/json' };

  /** The code of the refusal for a server with this answer. */
  async function codeFrom(answer: RequestListener, scheme = 'http'): Promise<SightlineError> {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const run = remoteRunner({ server: `${scheme}://127.0.0.1:${port}`, key: KEY, fetch, version: '1' });
    try {
      const error = await run('sources', {}).then(
        () => assert.fail('refused'),
        (reason: unknown) => reason,
      );
      assert.ok(error instanceof SightlineError, String(error));
      return error;
    } finally {
      server.close();
      server.closeAllConnections();
    }
  }

  const cut = (headers: OutgoingHttpHeaders, bytes: string | Buffer): RequestListener => {
    return (_request, response) => {
      response.writeHead(200, { ...JSON_TYPE, ...headers });
      response.write(bytes.slice(0, bytes.length / 2), () => response.destroy());
    };
  };
  for (const [what, answer] of [
    ['a body of a known length', cut({ 'content-length': body.length }, body)],
    ['a body in chunks', cut({}, body)],
    ['a compressed body', cut({ 'content-encoding': 'gzip' }, zipped)],
    ['nothing at all', (request: IncomingMessage) => request.socket.destroy()],
    [
      'half a compressed body that ends as usual',
      (_: IncomingMessage, response: ServerResponse) => {
        response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' });
        response.end(zipped.subarray(0, zipped.length / 2));
      },
    ],
  ] as const) {
    test(`a connection cut after ${what} is unavailable`, async () => {
      const { code, message } = await codeFrom(answer);
      assert.equal(code, 'unavailable', message);
      assert.match(message, /before the response was complete\.$|is not complete\.$/);
    });
  }

  test('does not trust https:// to a server without TLS', async () => {
    const { code, message } = await codeFrom(() => assert.fail('nothing is understood'), 'https');
    assert.equal(code, 'bad_server', message);
    assert.match(message, /is it http:\/\/ instead\?/);
  });
});
