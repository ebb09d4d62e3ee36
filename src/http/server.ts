import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { SightlineError } from '../domain/errors.ts';
import { Connections } from './connections.ts';
import { MAX_HEADER_BYTES, type RefusalDeps, rawResponse, refusalOf, sendRefusal } from './malformed.ts';
import { createServer, METHODS } from './node-http.ts';

/** A request must arrive whole within this time. */
export const REQUEST_MS = 30_000;

/** One that brings a file: over a slow line, tens of megabytes take minutes. */
const UPLOAD_MS = 20 * 60_000;

/** How often that is checked. */
const CHECK_MS = 5000;

const KEEP_ALIVE_MS = 65_000;

/** A connection on which no byte moves for this long is closed, even if its client has not read its answer. */
const INACTIVE_MS = 60_000;

/**
 * The Node server under the framework, which answers in the contract's shape what never reaches the framework: what
 * cannot be read as a request, CONNECT, and methods of other protocols that Node's parser knows.
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
  // No body is ever wanted, so no client is told to send one. Node would answer an unknown expectation without a
  // body, and write its `100 Continue` into the middle of an answer to an earlier request.
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
 * Node takes a connection for idle once its answer lies in memory. Closed then, it would cut a long answer off for
 * a client that is still reading it.
 */
function spareReaders(server: Server, connections: Connections): void {
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => connections.whenAllAnswered(closeIdle);
}

/** A client that has closed its side after a request (`nc -N`) still gets the answer. Node's types lack this property. */
function allowHalfOpen(server: Server): void {
  Object.assign(server, { httpAllowHalfOpen: true });
}
