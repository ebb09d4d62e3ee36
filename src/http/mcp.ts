import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SightlineError } from '../domain/errors.ts';
import { type IsProxy, isLoopback } from '../domain/web/client-address.ts';
import { type ReportRunner, reportRunner } from '../reports/report-runner.ts';
import type { Caller } from '../reports/shape/report.ts';
import { isBroken } from './wire/connections.ts';
import { refuseForeignOrigin } from './wire/origin.ts';

export const MCP_PATH = '/mcp';

/** The most bytes in one message from an assistant: a tool call has a few arguments and never comes near this. */
const MOST_MESSAGE_BYTES = 64 * 1024;

/** One message from an authenticated client. */
export interface McpMessage {
  /** Only the protocol's headers, without the key. */
  readonly headers: Headers;
  readonly body: string;
  readonly run: ReportRunner;
  /** Gets the internal error, which the client does not. */
  readonly onFailure: (error: unknown) => void;
}

/** Answers MCP messages. */
export type McpHandler = (message: McpMessage) => Promise<Response>;

interface McpRouteDeps {
  readonly db: Parameters<typeof reportRunner>[0];
  readonly prices: Parameters<typeof reportRunner>[3];
  readonly mcp: McpHandler;
  readonly isProxy: IsProxy;
  readonly admit: (request: FastifyRequest, reply: FastifyReply) => Promise<Caller>;
  /** Queues a report fairly by requester. */
  readonly inTurnOf: <Result>(
    request: FastifyRequest,
    caller: Caller,
    work: () => Promise<Result>,
  ) => Promise<Result>;
}

/** Mounts MCP beside the reports, with the same keys, quota, and errors. */
export function addMcp(routes: FastifyInstance, deps: McpRouteDeps): void {
  routes.register(async (scope) => {
    // Without a key, the body stays unread.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    scope.post(MCP_PATH, async (request, reply) => {
      refuseForeignOrigin(provenanceOf(request, deps.isProxy));
      const caller = await deps.admit(request, reply);
      const body = await readBody(request, reply);
      const run = reportRunner(
        deps.db,
        () => request.now,
        async () => caller,
        deps.prices,
      );
      const response = await deps.mcp({
        headers: headersOfProtocol(request),
        body,
        run: (name, query) => deps.inTurnOf(request, caller, () => run(name, query)),
        onFailure: (error) => request.log.error({ err: error }, 'request failed'),
      });
      return await sendResponse(reply, response);
    });
  });
}

function provenanceOf({ headers, raw }: FastifyRequest, isProxy: IsProxy) {
  const { origin, host } = headers;
  const address = raw.socket.remoteAddress ?? '';
  return { origin, host, isFromHere: isLoopback(address) && !isProxy(address) };
}

async function readBody({ headers, raw }: FastifyRequest, reply: FastifyReply): Promise<string> {
  // Without a body, Node ends the connection instead of waiting for one.
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (hasBody && headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue();
  const pieces = await piecesOf(raw).catch((error: unknown) => {
    throw error instanceof SightlineError ? error : unreadable();
  });
  if (isBroken(raw)) throw unreadable();
  return Buffer.concat(pieces).toString();
}

async function piecesOf(raw: IncomingMessage): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  // Leaving early would otherwise destroy the stream, the connection, and the error response with it.
  for await (const piece of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MOST_MESSAGE_BYTES) {
      const kilobytes = MOST_MESSAGE_BYTES / 1024;
      throw new SightlineError('body_too_large', `The body of a request may have at most ${kilobytes} KB.`);
    }
    pieces.push(piece);
  }
  return pieces;
}

function unreadable(): SightlineError {
  return new SightlineError('invalid_request', 'The body of the request did not arrive whole.');
}

function headersOfProtocol({ headers }: FastifyRequest): Headers {
  const wanted = Object.entries(headers).filter(([name]) => /^(accept|content-type|mcp-.+)$/.test(name));
  return new Headers(wanted.map(([name, value]) => [name, String(value)]));
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status).header('cache-control', 'no-store');
  for (const [name, value] of response.headers) reply.header(name, value);
  const text = await response.text();
  return text === '' ? reply.send() : reply.send(text);
}
