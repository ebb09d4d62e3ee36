import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A received request. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server that receives webhooks. */
export interface Receiver {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  readonly port: number;
  /** Whole requests, in the order of arrival. */
  readonly received: readonly Received[];
  stop(): Promise<void>;
}

/** Receives webhooks, and answers them as told; with 204 by default. @param delayMs before each answer */
export async function startReceiver(
  answer: (received: Received) => { status: number; headers?: Record<string, string> } | 'nothing' = () => ({
    status: 204,
  }),
  delayMs = 0,
): Promise<Receiver> {
  const received: Received[] = [];
  const listener: RequestListener = async (request, response) => {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    const each = { path: request.url ?? '', headers: request.headers, body };
    received.push(each);
    const answered = answer(each);
    if (delayMs > 0) await wait(delayMs);
    if (answered !== 'nothing') response.writeHead(answered.status, answered.headers).end();
  };
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${port}`, port, received, stop };
}

/** A server with a scripted reaction to each connection, HTTP or not. */
export async function startSocketServer(
  onConnection: (socket: Socket) => void,
): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { port: (server.address() as AddressInfo).port, stop };
}
