import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { SightlineError } from '../domain/errors.ts';
import { fullQuota } from '../domain/quota.ts';
import { problemOf } from './problem.ts';
import { quotaHeaders } from './quota.ts';

/** The request line and headers together may not be larger. */
export const MAX_HEADER_BYTES = 16 * 1024;

interface Deps {
  readonly now: () => number;
  readonly requestId: () => string;
}

/** What every response carries, before anything is known of its key. */
export function commonHeaders(requestId: string, now: number): Record<string, string> {
  return { 'x-request-id': requestId, 'x-content-type-options': 'nosniff', ...quotaHeaders(fullQuota(now)) };
}

/** Answers, in the contract's shape, what Node's parser could not make a request of. */
export function answerUnreadable(deps: Deps, error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(rawResponse(deps, refusalOf(error.code)));
}

/** Keeps Node from answering odd requests by itself, without a body: `Expect` is passed over, CONNECT refused. */
export function answerOddRequests(server: Server, deps: Deps): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.end(
      rawResponse(
        deps,
        new SightlineError('method_not_allowed', 'This is not a proxy.'),
        'Allow: GET, HEAD\r\n',
      ),
    );
  });
}

function refusalOf(code: string | undefined): SightlineError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const kilobytes = MAX_HEADER_BYTES / 1024;
    return new SightlineError(
      'headers_too_large',
      `The request line and headers may have ${kilobytes} KB together.`,
    );
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new SightlineError('invalid_request', 'The request did not arrive in time.');
  }
  return new SightlineError('invalid_request', 'This is not a well-formed HTTP request.');
}

function rawResponse(deps: Deps, refusal: SightlineError, extra = ''): string {
  const { status, headers, body } = problemOf(refusal);
  const all = { ...commonHeaders(deps.requestId(), deps.now()), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}${extra}` +
    `connection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}
