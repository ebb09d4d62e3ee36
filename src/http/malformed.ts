import type { ServerResponse } from 'node:http';
import { fullQuota } from '../domain/access/quota.ts';
import { SightlineError } from '../domain/errors.ts';
import { problemOf } from './problem.ts';
import { quotaHeaders } from './quota.ts';
import { STATUS_CODES } from './wire/node-http.ts';

/** The limit for the request line and headers together. */
export const MAX_HEADER_BYTES = 16 * 1024;

export interface RefusalDeps {
  readonly now: () => number;
  readonly requestId: () => string;
}

/** Headers for every response, before authentication. */
export function commonHeaders(requestId: string, now: number): Record<string, string> {
  return { 'x-request-id': requestId, 'x-content-type-options': 'nosniff', ...quotaHeaders(fullQuota(now)) };
}

/** The error for bytes that Node's parser rejects, by its error code. */
export function refusalOf(code: string | undefined): SightlineError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const kilobytes = MAX_HEADER_BYTES / 1024;
    return new SightlineError(
      'headers_too_large',
      `The request line and headers may have at most ${kilobytes} KB together.`,
    );
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new SightlineError('invalid_request', 'The request did not arrive in time.');
  }
  return new SightlineError('invalid_request', 'This is not a well-formed HTTP request.');
}

/** A whole response as bytes for a socket, which closes after it. */
export function rawResponse(
  deps: RefusalDeps,
  refusal: SightlineError,
  extra: Readonly<Record<string, string>> = {},
): string {
  const { status, headers, body } = closingResponse(deps, refusal);
  const lines = Object.entries({ ...headers, ...extra }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

/** Rejects a request that the framework does not see. */
export function sendRefusal(deps: RefusalDeps, response: ServerResponse, refusal: SightlineError): void {
  const { status, headers, body } = closingResponse(deps, refusal);
  response.writeHead(status, headers).end(body);
}

function closingResponse(deps: RefusalDeps, refusal: SightlineError) {
  const { status, headers, body } = problemOf(refusal);
  const all = {
    ...commonHeaders(deps.requestId(), deps.now()),
    ...headers,
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
  };
  return { status, headers: all, body };
}
