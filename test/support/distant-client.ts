import { type IncomingMessage, request } from 'node:http';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

/** A request with its body in bytes. */
export interface DistantRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

export interface DistantResponse {
  /** 0 if the connection was closed before an answer. */
  readonly status: number;
  readonly text: string;
}

/** Sends requests one at a time from its own thread, so that the server's thread spends no time on them. */
export class DistantClient {
  readonly #worker = new Worker(new URL(import.meta.url));

  async ask(asked: DistantRequest): Promise<DistantResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<DistantResponse>();
    this.#worker.once('message', resolve);
    this.#worker.once('error', reject);
    this.#worker.postMessage(asked, asked.body ? [asked.body.buffer] : []);
    return await promise.finally(() => this.#worker.off('error', reject));
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

function send({ url, method, headers, body }: DistantRequest): void {
  const answer = (status: number, text: string) => parentPort?.postMessage({ status, text });
  let isAnswered = false;
  const outgoing = request(url, { method, headers, agent: false }, (response: IncomingMessage) => {
    isAnswered = true;
    const pieces: Buffer[] = [];
    response.on('data', (piece: Buffer) => pieces.push(piece));
    response.on('end', () => answer(response.statusCode ?? 0, Buffer.concat(pieces).toString()));
  });
  // A server may refuse a body that it has not read.
  outgoing.on('error', (error) => isAnswered || answer(0, String(error)));
  outgoing.end(body);
}

if (!isMainThread) parentPort?.on('message', send);
