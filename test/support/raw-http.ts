import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { STATUS } from '../../src/http/problem.ts';

/** A response from the wire. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded; empty for HEAD and 304. */
  readonly text: string;
}

/** A server's port on 127.0.0.1. Starts listening if it did not yet. */
export async function portOf(app: FastifyInstance): Promise<number> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as { port: number }).port;
}

/** A connection that ignores errors, because a server may reset it. */
export function open(port: number): Socket {
  return connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
}

/** Whether a server takes another connection. */
export async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const accepted = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return accepted;
}

/** All bytes until the server closes its side. */
export async function received(socket: Socket): Promise<Buffer> {
  const pieces: Buffer[] = [];
  socket.on('data', (piece) => pieces.push(piece));
  await new Promise((resolve) => socket.once('end', resolve).once('close', resolve));
  socket.destroy();
  return Buffer.concat(pieces);
}

/**
 * Reads responses strictly: no bytes may lie between or after them.
 *
 * @param methods the requests' methods, in order; missing ones are not HEAD
 */
export function responsesIn(bytes: Buffer, methods: readonly string[] = []): RawResponse[] {
  const responses: RawResponse[] = [];
  let rest = bytes.toString('latin1');
  while (rest !== '') {
    // Only a request whose body the server wants gets one.
    rest = rest.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
    const [response, length] = firstResponse(rest, methods[responses.length] === 'HEAD');
    responses.push(response);
    rest = rest.slice(length);
  }
  return responses;
}

function firstResponse(text: string, isHead: boolean): [RawResponse, number] {
  const headLength = text.indexOf('\r\n\r\n') + 4;
  assert.ok(headLength > 4, `no head: ${JSON.stringify(text.slice(0, 200))}`);
  const [first = '', ...fields] = text.slice(0, headLength - 4).split('\r\n');
  const status = Number(/^HTTP\/1\.1 ([1-5]\d\d) [\w '-]+$/.exec(first)?.[1] ?? assert.fail(first));
  const headers: Record<string, string> = {};
  for (const field of fields) {
    const [, name = '', value = ''] = /^([\w-]+): ([\x20-\x7e]*)$/.exec(field) ?? assert.fail(field);
    assert.equal(headers[name.toLowerCase()], undefined, `${name} twice`);
    headers[name.toLowerCase()] = value;
  }
  const [body, length] = isHead || status === 304 ? ['', 0] : bodyOf(text.slice(headLength), headers);
  return [{ status, headers, text: decoded(body, headers['content-encoding']) }, headLength + length];
}

function bodyOf(text: string, headers: Readonly<Record<string, string>>): [string, number] {
  if (headers['transfer-encoding'] === 'chunked') return chunkedBody(text);
  const length = Number(headers['content-length']);
  assert.ok(Number.isSafeInteger(length), 'a response has a Content-Length');
  assert.ok(text.length >= length, 'the body is complete');
  return [text.slice(0, length), length];
}

function chunkedBody(text: string): [string, number] {
  let body = '';
  let at = 0;
  for (;;) {
    const size = /^([0-9a-f]+)\r\n/i.exec(text.slice(at, at + 12)) ?? assert.fail('a chunk has its size');
    const length = Number.parseInt(size[1] ?? '', 16);
    const end = at + size[0].length + length;
    assert.equal(text.slice(end, end + 2), '\r\n', 'the chunk has its end');
    body += text.slice(at + size[0].length, end);
    at = end + 2;
    if (length === 0) return [body, at];
  }
}

function decoded(body: string, encoding: string | undefined): string {
  const bytes = Buffer.from(body, 'latin1');
  if (body === '' || encoding === undefined) return bytes.toString('utf8');
  return (encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString('utf8');
}

/** Checks for every response to any input: no server error, and errors in their one format. */
export function assertValidResponse({ status, headers, text }: RawResponse, isHead = false): void {
  assert.ok(status < 500, `${status} ${text}`);
  assert.equal(headers['x-ratelimit-limit'], '300');
  assert.match(headers['x-ratelimit-remaining'] ?? '', /^(\d|[1-9]\d|[12]\d\d|300)$/);
  assert.match(headers['x-ratelimit-reset'] ?? '', /^[1-9]\d{0,3}$/);
  assert.match(headers['x-request-id'] ?? '', /^[\w-]{36}$/);
  assert.equal(headers['retry-after'] !== undefined, status === 429);
  if (status < 400 || isHead) return;
  assert.doesNotMatch(text, /node_modules|FST_|HPE_|Error:/);
  // Browsers get a page as a refusal.
  if (headers['content-type']?.startsWith('text/html')) return;
  const body = JSON.parse(text);
  // MCP has its own shape: its error has a number, and our refusals have their code beside it.
  const { code } = body.jsonrpc === '2.0' ? (body.error.data ?? {}) : body.error;
  const found = Object.keys(body).filter((name) => name !== 'jsonrpc' && name !== 'id');
  assert.deepEqual(found, ['error']);
  assert.deepEqual(Object.keys(body.error).slice(0, 2), ['code', 'message']);
  if (code !== undefined) assert.equal(STATUS[code as keyof typeof STATUS], status, text);
}
