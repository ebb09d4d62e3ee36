import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { SightlineError } from '../domain/errors.ts';
import { MAX_HEADER_BYTES, type RefusalDeps, rawResponse, refusalOf, sendRefusal } from './malformed.ts';
import { Connections } from './wire/connections.ts';
import { createServer, METHODS } from './wire/node-http.ts';

/** A request must arrive whole within this time. */
export const REQUEST_MS = 30_000;

/** Time limit for uploads: on a slow line, tens of megabytes take minutes. */
const UPLOAD_MS = 20 * 60_000;

const CHECK_MS = 5000;

const KEEP_ALIVE_MS = 65_000;

/** A connection without traffic closes after this long, even if its client has not read the response. */
const INACTIVE_MS = 60_000;

/**
 * The Node server under the framework. It gives the contract's errors for requests that never reach the framework:
 * unparsable ones, CONNECT, and methods of other protocols that Node's parser knows.
 */
export function httpServer(
  deps: RefusalDeps,
  handle: RequestListener,
): { server: Server; connections: Connections } {
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    requireHostHeader: false,
    headersTimeout: REQUEST_MS,
    requestTimeout: UPLOAD_MS,
    connectionsCheckingInterval: CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  server.timeout = INACTIVE_MS;
  allowHalfOpen(server);
  const connections = new Connections();
  server.on('connection', (socket) => connections.add(socket));
  const answer = answering(deps, connections, handle);
  server.on('request', answer);
  // No route needs a body before its headers are checked, so no client gets `100 Continue`. Node would answer an
  // unknown expectation without a body, and write its `100 Continue` into the middle of an earlier response.
  server.on('checkContinue', answer);
  server.on('checkExpectation', answer);
  refuseTheUnreadable(deps, server, connections);
  spareReaders(server, connections);
  return { server, connections };
}

function answering(deps: RefusalDeps, connections: Connections, handle: RequestListener): RequestListener {
  return (request, response) => {
    const answer = () => {
      if (METHODS.includes(request.method ?? '')) handle(request, response);
      else sendRefusal(deps, response, new SightlineError('invalid_request', 'This is not an HTTP method.'));
    };
    connections.answerInTurn(request, response, answer, () => sendRefusal(deps, response, tooMany()));
  };
}

function tooMany(): SightlineError {
  return new SightlineError(
    'invalid_request',
    'Too many requests are waiting for an answer on this connection.',
  );
}

function refuseTheUnreadable(deps: RefusalDeps, server: Server, connections: Connections): void {
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    const refusal = new SightlineError('method_not_allowed', 'This is not a proxy.');
    connections.giveUp(socket, () => rawResponse(deps, refusal, { allow: 'GET, HEAD' }));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else connections.giveUp(socket, () => rawResponse(deps, refusalOf(error.code)));
  });
}

/**
 * Node considers a connection idle once its response is in memory. Closing it then would truncate a long response for a
 * client that is still reading.
 */
function spareReaders(server: Server, connections: Connections): void {
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => connections.whenAllAnswered(closeIdle);
}

/** A client that closed its side after a request (`nc -N`) still gets the response. Node's types lack this property. */
function allowHalfOpen(server: Server): void {
  Object.assign(server, { httpAllowHalfOpen: true });
}
