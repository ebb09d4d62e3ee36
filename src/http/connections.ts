import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long to keep reading from a client after its last answer, so that the answer is not lost. */
const LINGER_MS = 2000;

/** How long requests before a refusal on the same connection have to be answered. */
const EARLIER_ANSWERS_MS = 15_000;

/** A client that has sent this many requests without waiting for an answer is not read any further. */
const MOST_WAITING = 1000;

interface Connection {
  /** The turns of the requests that are not answered yet; the first is in progress. */
  readonly waiting: (() => void)[];
  /** The request that came last. */
  request: IncomingMessage | null;
  isFull: boolean;
  /** What happens once every request is answered. */
  onAnswered: (() => void) | null;
}

/**
 * Every open connection of the server, including those that Node hands over and forgets (CONNECT) or has stopped reading,
 * so that each of them has an error listener and a deadline.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  /** What happens once no request waits on any connection. */
  #onAllAnswered: (() => void) | null = null;

  add(socket: Socket): void {
    this.#open.set(socket, { waiting: [], request: null, isFull: false, onAnswered: null });
    socket.once('close', () => {
      this.#open.delete(socket);
      this.#checkAllAnswered();
    });
  }

  /**
   * Answers a request after those before it on its connection, so a client that sends many and reads nothing has one answer
   * in memory. The first one too many is refused, which ends the connection.
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
   * Ends a connection with one more answer, sent after the answers to the requests before it. Only the first call for a
   * connection counts: a parser that failed fails again with every byte that follows.
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
    // A request whose body failed already has its answer; a second would be taken for that of the next request.
    const isAnswered = connection.request?.complete === false;
    // One whose body is still being read is answered now, as the next answer of its connection.
    if (isAnswered) endBody(connection.request);
    connection.onAnswered = () => {
      clearTimeout(late);
      socket.end(isAnswered ? '' : lastAnswer());
      socket.resume();
      destroyAfter(socket, LINGER_MS);
    };
    if (connection.waiting.length === 0) connection.onAnswered();
  }

  /** Calls back once every answer has left this process down to its last byte; immediately if none is owed. */
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

  /** Closes the connections that never received anything; nobody is waiting on them for an answer. */
  closeSilent(): void {
    for (const socket of this.#open.keys()) if (socket.bytesRead === 0) socket.destroy();
  }

  closeAll(): void {
    for (const socket of this.#open.keys()) socket.destroy();
  }
}

/** Requests whose body broke off. */
const broken = new WeakSet<IncomingMessage>();

/** Whether the body of a request is not all that its client sent. */
export function isBroken(request: IncomingMessage): boolean {
  return broken.has(request);
}

/** Says to who reads a body that nothing more will come, which Node does not when it cannot be parsed. */
function endBody(request: IncomingMessage | null): void {
  if (!request || request.readableEnded || request.destroyed) return;
  broken.add(request);
  // Else Node destroys the connection with the end of the body, and the refusal with it.
  request.complete = true;
  request.push(null);
}

/** Gives the next request its turn, unless the answer before it was the last of its connection. */
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
