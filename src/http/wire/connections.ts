import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long to keep reading from a client after its last response, so that the response is not lost. */
const LINGER_MS = 2000;

/** The time to answer earlier requests on a connection before its error response. */
const EARLIER_ANSWERS_MS = 15_000;

/** A client with this many pipelined requests is not read any further. */
const MOST_WAITING = 1000;

interface Connection {
  /** Unanswered requests, in order; the first is in progress. */
  readonly waiting: (() => void)[];
  /** The last request. */
  request: IncomingMessage | null;
  isFull: boolean;
  /** Called once every request is answered. */
  onAnswered: (() => void) | null;
}

/**
 * Every open connection of the server, including those that Node hands over and forgets (CONNECT) or has stopped
 * reading, so that each has an error listener and a deadline.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  /** Called once no connection has a waiting request. */
  #onAllAnswered: (() => void) | null = null;

  add(socket: Socket): void {
    this.#open.set(socket, { waiting: [], request: null, isFull: false, onAnswered: null });
    socket.once('close', () => {
      this.#open.delete(socket);
      this.#checkAllAnswered();
    });
  }

  /**
   * Answers a request after the earlier ones on its connection, so a client that sends many and reads nothing has one
   * response in memory. Too many end the connection with an error.
   */
  answerInTurn(
    request: IncomingMessage,
    response: ServerResponse,
    answer: () => void,
    refuse: () => void,
  ): void {
    const { socket } = request;
    const connection = this.#open.get(socket);
    if (!connection || connection.isFull) return;
    const { waiting } = connection;
    connection.request = request;
    connection.isFull = waiting.length === MOST_WAITING;
    const turn = connection.isFull ? refuse : answer;
    waiting.push(() => {
      response.once('close', () => {
        endTurn(socket, connection);
        this.#checkAllAnswered();
      });
      turn();
    });
    if (waiting.length === 1) waiting[0]?.();
  }

  /**
   * Ends a connection with one more response, after the responses to its earlier requests. Only the first call counts:
   * a failed parser fails again with every byte.
   */
  giveUp(socket: Socket, lastAnswer: () => string): void {
    const connection = this.#open.get(socket);
    if (!connection || !socket.writable) {
      socket.destroy();
      return;
    }
    if (connection.onAnswered) return;
    socket.on('error', () => socket.destroy());
    const late = destroyAfter(socket, EARLIER_ANSWERS_MS);
    // A request with a failed body already has its response; a second would look like the next request's.
    const isAnswered = connection.request?.complete === false;
    // A request whose body is still arriving gets its response now.
    if (isAnswered) endBody(connection.request);
    connection.onAnswered = () => {
      clearTimeout(late);
      socket.end(isAnswered ? '' : lastAnswer());
      socket.resume();
      destroyAfter(socket, LINGER_MS);
    };
    if (connection.waiting.length === 0) connection.onAnswered();
  }

  /** Calls back once this process has sent every response completely; immediately if none is pending. */
  whenAllAnswered(callback: () => void): void {
    this.#onAllAnswered = callback;
    this.#checkAllAnswered();
  }

  #checkAllAnswered(): void {
    if (this.#onAllAnswered === null) return;
    for (const { waiting } of this.#open.values()) if (waiting.length > 0) return;
    const callback = this.#onAllAnswered;
    this.#onAllAnswered = null;
    callback();
  }

  /** Closes connections that never received anything; nobody expects a response on them. */
  closeSilent(): void {
    for (const socket of this.#open.keys()) if (socket.bytesRead === 0) socket.destroy();
  }

  closeAll(): void {
    for (const socket of this.#open.keys()) socket.destroy();
  }
}

/** Requests with an incomplete body. */
const broken = new WeakSet<IncomingMessage>();

export function isBroken(request: IncomingMessage): boolean {
  return broken.has(request);
}

/** Ends the body for its reader, which Node does not do if parsing fails. */
function endBody(request: IncomingMessage | null): void {
  if (!request || request.readableEnded || request.destroyed) return;
  broken.add(request);
  // Otherwise Node destroys the connection with the end of the body, and the error response with it.
  request.complete = true;
  request.push(null);
}

/** Starts the next request, unless the last response ended the connection. */
function endTurn(socket: Socket, connection: Connection): void {
  if (!socket.writable) return;
  connection.waiting.shift();
  if (connection.waiting.length > 0) connection.waiting[0]?.();
  else connection.onAnswered?.();
}

function destroyAfter(socket: Socket, milliseconds: number): NodeJS.Timeout {
  const timer = setTimeout(() => socket.destroy(), milliseconds);
  socket.once('close', () => clearTimeout(timer));
  return timer;
}
