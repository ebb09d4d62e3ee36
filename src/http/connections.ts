import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What a client may still be sending is read for this long after its last answer, so that the answer is not lost. */
const LINGER_MS = 2000;

/** Requests before a refusal on the same connection have this long to be answered. */
const EARLIER_ANSWERS_MS = 15_000;

/** Whoever has sent this many requests without waiting for an answer is not read any further. */
const MOST_PENDING = 1000;

interface Connection {
  /** Requests whose answers are not out yet. */
  pending: number;
  /** What happens once they are. */
  onAnswered: (() => void) | null;
}

/**
 * Every open connection of the server, also those that Node hands over and forgets (CONNECT) or has given up reading,
 * so that each of them has an error listener and an end.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>();

  add(socket: Socket): void {
    this.#open.set(socket, { pending: 0, onAnswered: null });
    socket.once('close', () => this.#open.delete(socket));
  }

  /**
   * Notes that a request is to be answered.
   *
   * @returns how: as any other, as one too many, or not at all, because the answer before says that it is the last
   */
  admit(socket: Socket, response: ServerResponse): 'answer' | 'refuse' | 'ignore' {
    const connection = this.#open.get(socket);
    if (!connection || connection.pending > MOST_PENDING) return 'ignore';
    connection.pending += 1;
    response.once('close', () => {
      connection.pending -= 1;
      if (connection.pending === 0) connection.onAnswered?.();
    });
    return connection.pending > MOST_PENDING ? 'refuse' : 'answer';
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
    const late = setTimeout(() => socket.destroy(), EARLIER_ANSWERS_MS);
    socket.once('close', () => clearTimeout(late));
    connection.onAnswered = () => {
      socket.end(lastAnswer());
      socket.resume();
      clearTimeout(late);
      const lingering = setTimeout(() => socket.destroy(), LINGER_MS);
      socket.once('close', () => clearTimeout(lingering));
    };
    if (connection.pending === 0) connection.onAnswered();
  }

  /** Closes the connections over which nothing ever came; nobody waits on them for an answer. */
  closeSilent(): void {
    for (const socket of this.#open.keys()) if (socket.bytesRead === 0) socket.destroy();
  }

  closeAll(): void {
    for (const socket of this.#open.keys()) socket.destroy();
  }
}
