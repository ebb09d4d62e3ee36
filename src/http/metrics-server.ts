import type { Server, ServerResponse } from 'node:http';
import { createServer } from './wire/node-http.ts';

export interface Exposition {
  readonly contentType: string;
  readonly text: () => Promise<string>;
}

/** Bounds clients that do not finish their request; the readings have their own timeout. */
const REQUEST_MS = 10_000;

/** Longer than the interval between two scrapes, so that a connection does not close while the next one is on its way. */
const KEEP_ALIVE_MS = 75_000;

const MOST_CONNECTIONS = 50;

/**
 * A server for `/metrics` alone, on its own port: it keeps the operator's figures apart from clients, without a key for
 * the monitoring system.
 */
export function metricsServer({ contentType, text }: Exposition): Server {
  const server = createServer(
    { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS, keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (request.url?.split('?', 1)[0] !== '/metrics')
        return end(response, 404, 'Metrics are at /metrics.\n');
      if (!isRead) return end(response, 405, 'Use GET.\n');
      text().then(
        (metrics) => end(response, 200, metrics, contentType),
        () => end(response, 500, 'Sightline cannot write the metrics.\n'),
      );
    },
  );
  server.maxConnections = MOST_CONNECTIONS;
  return server;
}

function end(
  response: ServerResponse,
  status: number,
  body: string,
  type = 'text/plain; charset=utf-8',
): void {
  const headers = {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  };
  response.writeHead(status, headers).end(body);
}
