import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { oneOf, type Random, seeded } from '../../bench/random.ts';
import { openStore } from '../../src/storage/driver/database.ts';
import { type Api, apiOn } from './api.ts';
import { assertSound, open, portOf, received, responsesIn } from './raw-http.ts';
import { acmeFile, line, pipelineOn } from './world.ts';

export interface FuzzOptions {
  readonly seed: number;
  readonly seconds: number;
}

/** Connections that are open at the same time. */
const TOGETHER = 16;

/** Sends what a generator makes over raw sockets until the time is over. @returns how many connections it opened */
export async function fuzzHttp({ seed, seconds }: FuzzOptions): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-fuzz-'));
  const store = await openStore(`sqlite:${join(folder, 'store.db')}`);
  const { apply, createKey, importLines } = pipelineOn(store);
  await apply(acmeFile());
  await importLines(Array.from({ length: 9 }, () => line({ answer: 'Acme '.repeat(200) })));
  const { key } = await createKey();
  const api = apiOn(store, { trustProxy: 'loopback', hasPages: true });
  const until = performance.now() + seconds * 1000;
  let round = 0;
  try {
    const port = await portOf(api.app);
    for (; performance.now() < until; round += 1) {
      await fuzzRound(api, port, key, seed + round).catch((error: unknown) => {
        throw new Error(`run again with --seed ${seed + round}`, { cause: error });
      });
    }
    await assertAllClosed(api);
  } finally {
    await api.app.close();
    await store.close();
    await rm(folder, { recursive: true });
  }
  return round * TOGETHER;
}

async function fuzzRound(api: Api, port: number, key: string, seed: number): Promise<void> {
  const random = seeded(seed);
  // The quota of a minute comes back every third round, and the throttle of an hour now and then.
  api.clock.at += 20_000;
  const scripts = Array.from({ length: TOGETHER }, () => scriptFrom(random, key));
  await Promise.all(scripts.map((script) => play(script, port)));
  const [health] = responsesIn(
    await exchange(port, 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
  );
  assert.equal(health?.text, '{"status":"ok"}', 'the server is there for everybody else');
}

async function exchange(port: number, bytes: string): Promise<Buffer> {
  const socket = open(port);
  socket.write(bytes);
  return await received(socket);
}

/** Within a few seconds no connection is left, although clients left theirs open. */
async function assertAllClosed({ app }: Api): Promise<void> {
  const until = performance.now() + 5000;
  for (;;) {
    const { promise, resolve } = Promise.withResolvers<number>();
    app.server.getConnections((_, count) => resolve(count));
    if ((await promise) === 0) return;
    assert.ok(performance.now() < until, 'a connection stays open');
    await wait(20);
  }
}

interface Request {
  readonly method: string;
  readonly bytes: string;
}

interface Script {
  readonly requests: readonly Request[];
  /** Whether each request is one that a server must answer, and the last one says that it is. */
  readonly isClean: boolean;
  readonly bytes: Buffer;
  /** Where the bytes are cut into pieces. */
  readonly cuts: readonly number[];
  readonly ending: 'read' | 'half-close' | 'reset' | 'leave';
}

function scriptFrom(random: Random, key: string): Script {
  const isClean = random() < 0.5;
  const count = 1 + Math.floor(random() * 6);
  const requests = Array.from({ length: count }, (_, index) =>
    isClean ? cleanRequest(random, key, index === count - 1) : oddRequest(random, key),
  );
  const whole = Buffer.from(requests.map(({ bytes }) => bytes).join(''), 'latin1');
  const bytes = isClean || random() < 0.5 ? whole : mutated(whole, random);
  const pieces = Math.floor(random() * 4);
  const cuts = Array.from({ length: pieces }, () => Math.floor(random() * bytes.length)).sort(
    (a, b) => a - b,
  );
  const ending =
    isClean && random() < 0.8 ? 'read' : oneOf(['half-close', 'reset', 'leave'] as const, random);
  return { requests, isClean, bytes, cuts, ending };
}

async function play({ requests, isClean, bytes, cuts, ending }: Script, port: number): Promise<void> {
  const socket = open(port);
  await once(socket, 'connect');
  const answer = received(socket);
  let from = 0;
  for (const to of [...cuts, bytes.length]) {
    socket.write(bytes.subarray(from, to));
    from = to;
    await turn();
  }
  if (ending === 'reset') socket.resetAndDestroy();
  if (ending === 'half-close') socket.end();
  if (ending === 'leave') {
    await turn();
    socket.destroy();
  }
  const got = await answer;
  if (ending === 'read' || ending === 'half-close') assertAnswered(got, requests, isClean);
}

/** Clean requests are each answered, in order; of others, every answer is well-formed, and a refusal to continue is the last. */
function assertAnswered(got: Buffer, requests: readonly Request[], isClean: boolean): void {
  const methods = requests.map(({ method }) => method);
  const shown = () => JSON.stringify(requests.map(({ bytes }) => bytes)).slice(0, 2000);
  const responses = responsesIn(got, isClean ? methods : []);
  responses.forEach((response, index) => {
    assertSound(response, isClean && methods[index] === 'HEAD');
    const isLast = response.headers.connection === 'close';
    assert.ok(!isLast || index === responses.length - 1, `nothing follows the last: ${shown()}`);
  });
  if (isClean) assert.equal(responses.length, requests.length, shown());
}

const PATHS = [
  'me',
  'brands',
  'visibility',
  'answers',
  'sources',
  'competitors',
  'alerts',
  'comparisons',
  'openapi.json',
];
const QUERIES = [
  '',
  '?days=30',
  '?days=x',
  '?limit=1',
  '?cursor=%ff',
  '?brand=acme',
  '?brand=%00',
  '?a&a&&=',
  '?tag=price&tag=price&tag_not=price',
  '?tag=&branded=self&branded=none',
  '?market=us-en&by=tag',
  '?month=2026-11&from=2026-11-01',
  `?${'question=q_00000000000000000000&'.repeat(201)}`,
  '?model=%F0%9F%A7%AA&model=%ED%A0%80',
  '?#',
];
const ODD_PATHS = [
  ...[
    '/',
    '/docs',
    '/healthz',
    '/readyz',
    '/mcp',
    '/mcp',
    '/nope',
    '/*a',
    '/:a(',
    '/:a((a+)+$)',
    '/api/v1/*/me',
    '//api/v1/me',
    '*',
  ],
  ...[
    '/api/v1/%6de',
    '/api/v1/me%',
    '/%ff',
    '/../etc/passwd',
    'http://x/api/v1/me',
    'http://x',
    '/favicon.ico',
    '/\\',
  ],
];
const METHODS = [
  'GET',
  'GET',
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'QUERY',
  'PROPFIND',
];

function targetFrom(random: Random): string {
  if (random() < 0.6) return `/api/v1/${oneOf(PATHS, random)}${oneOf(QUERIES, random)}`;
  return oneOf(ODD_PATHS, random);
}

const HARMLESS = [
  ...[
    'Accept-Encoding: gzip',
    'Accept-Encoding: br, gzip;q=0',
    'Accept-Encoding: zstd, *;q=0',
    'Expect: 100-continue',
  ],
  ...[
    'If-None-Match: *',
    'If-None-Match: ,W/"x",',
    'X-Forwarded-For: 1.2.3.4:5',
    'X-Forwarded-For: é, [::1]:1',
  ],
  ...[
    'X-Request-Id: mine',
    'Upgrade: websocket',
    'Range: bytes=0-1',
    'Cookie: a=b',
    'Origin: null',
    'TE: trailers',
  ],
  ...[
    'Connection: keep-alive',
    'Accept: text/html;q=x',
    'Content-Length: 0',
    'If-Modified-Since: x',
    'Via: 1.0 x',
  ],
];

function keyFrom(random: Random, key: string): string[] {
  return oneOf([[`X-API-Key: ${key}`], [`Authorization: Bearer ${key}`], ['X-API-Key: no'], []], random);
}

function cleanRequest(random: Random, key: string, isLast: boolean): Request {
  const method = oneOf(METHODS, random);
  const fields = ['Host: x', ...keyFrom(random, key)];
  for (let more = Math.floor(random() * 4); more > 0; more -= 1) fields.push(oneOf(HARMLESS, random));
  const isExpecting = fields.some((field) => /^Expect/.test(field));
  // A client waiting for 100 Continue cannot be distinguished from one that sends a body, so the connection ends.
  const lasting = isLast ? fields : fields.filter((field) => !/^Expect/.test(field));
  const once = [...new Map(lasting.map((field) => [field.split(':')[0], field])).values()];
  if (isLast && !isExpecting) once.push('Connection: close');
  const all = isLast ? once.filter((field) => field !== 'Connection: keep-alive') : once;
  return { method, bytes: `${method} ${targetFrom(random)} HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n` };
}

const ODD_METHODS = [
  'GET',
  'GET',
  'POST',
  'CONNECT',
  'PRI',
  'DESCRIBE',
  'get',
  'GE\u0000T',
  'A'.repeat(300),
  '',
  'SOURCE',
];
const VERSIONS = [
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/2.0',
  'HTTP/0.9',
  'RTSP/1.0',
  'ICE/1.0',
  'HTTP/1.1 x',
  '',
];
const ODD_FIELDS = [
  ...[
    'Host: x',
    'Host: y',
    'Host:',
    'Content-Length: 5',
    'Content-Length: 5, 5',
    'Content-Length: -1',
    'Content-Length: 1e9',
  ],
  ...[
    'Content-Length: 99999999999999999999',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: xchunked',
    'Expect: no',
  ],
  ...[
    'Transfer-Encoding: gzip, chunked',
    'Transfer-Encoding : chunked',
    ' folded',
    'X:\u0000',
    'X: \u007f\u00ff',
    ': x',
    'X',
  ],
  ...[
    'Connection: close, keep-alive',
    'Connection: upgrade',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABkAAQAAP__',
    'Trailer: x',
  ],
  ...[
    `X: ${'a'.repeat(20_000)}`,
    Array.from({ length: 2500 }, () => 'a:').join('\r\n'),
    'X: a\rb',
    'X: a\nHost: b',
  ],
];
const BODIES = [
  '',
  '',
  'hello',
  '5\r\nhello\r\n0\r\n\r\n',
  '5;x=y\r\nhello\r\n0\r\na: b\r\n\r\n',
  'ffffffffffffffffff\r\n',
  '-1\r\n\r\n',
];
const ENDS = ['\r\n', '\r\n', '\r\n', '\n', '\r'];

function oddRequest(random: Random, key: string): Request {
  const method = oneOf(ODD_METHODS, random);
  const fields = ['Host: x', ...keyFrom(random, key)];
  for (let more = Math.floor(random() * 5); more > 0; more -= 1) {
    fields.push(oneOf(random() < 0.3 ? HARMLESS : ODD_FIELDS, random));
  }
  const target = random() < 0.1 ? `/${'a'.repeat(Math.floor(random() * 20_000))}` : targetFrom(random);
  const lines = [`${method} ${target} ${oneOf(VERSIONS, random)}`, ...fields, '', oneOf(BODIES, random)];
  return { method, bytes: lines.join(oneOf(ENDS, random)) };
}

/** The same bytes with a few of them changed, removed, doubled, or inserted. */
function mutated(bytes: Buffer, random: Random): Buffer {
  let result = bytes;
  for (let times = 1 + Math.floor(random() * 4); times > 0; times -= 1) {
    const at = Math.floor(random() * result.length);
    const length = Math.floor(random() * 8);
    const middle = oneOf(
      [
        Buffer.alloc(0),
        Buffer.from([random() * 256]),
        result.subarray(at, at + 2 * length),
        Buffer.from('\r\n'),
      ],
      random,
    );
    result = Buffer.concat([result.subarray(0, at), middle, result.subarray(at + length)]);
  }
  return result;
}
