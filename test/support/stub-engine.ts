import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';

/** A request to a stub. */
export interface StubRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any field and asserts what it finds
  readonly body: any;
}

/** A stub's reply, or a way to break it. */
export interface StubReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Before the first byte. */
  readonly delayMs?: number;
  /** What the first byte waits for. */
  readonly after?: Promise<unknown>;
  /** `reset`: half of the body, then a cut. `hang`: headers and nothing more. `trickle`: a byte at a time. */
  readonly fault?: 'reset' | 'hang' | 'trickle';
}

export interface Stub {
  readonly baseUrl: string;
  /** In the order of arrival. */
  readonly requests: StubRequest[];
  /** How many replies it sent to their end. */
  served: number;
  stop(): Promise<void>;
}

/** A loopback server that answers, or fails to, as an engine would. */
export async function startStub(answer: (request: StubRequest) => StubReply): Promise<Stub> {
  const requests: StubRequest[] = [];
  const server = createServer((incoming, response) => void handle(incoming, response).catch(() => {}));
  const stub: Stub = {
    baseUrl: '',
    requests,
    served: 0,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await text(incoming);
    const request: StubRequest = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: sent === '' ? undefined : JSON.parse(sent),
    };
    requests.push(request);
    const reply = answer(request);
    await reply.after;
    if (reply.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, reply.delayMs));
    await write(response, reply);
    if (reply.fault === undefined) stub.served += 1;
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(stub, { baseUrl: `http://127.0.0.1:${port}` });
}

/** For a suite: starts stubs that stop when the suite ends. */
export function stubsOfSuite(): (answer: (request: StubRequest) => StubReply) => Promise<Stub> {
  const stubs: Stub[] = [];
  after(async () => {
    for (const stub of stubs) await stub.stop();
  });
  return async (answer) => {
    const stub = await startStub(answer);
    stubs.push(stub);
    return stub;
  };
}

async function write(
  response: ServerResponse,
  { status = 200, headers = {}, body = '', fault }: StubReply,
): Promise<void> {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  if (fault === undefined) {
    response.end(body);
    await once(response, 'close');
    return;
  }
  response.write(fault === 'hang' ? ' ' : body.slice(0, Math.ceil(body.length / 2)));
  if (fault === 'reset') setTimeout(() => response.destroy(), 20);
  if (fault !== 'trickle') return;
  for (let at = 0; at < body.length && !response.destroyed; at += 1) {
    response.write(body[at] ?? '');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
