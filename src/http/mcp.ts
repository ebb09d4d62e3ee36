import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ActionRunner, actByKey, mayRun } from '../actions/by-key.ts';
import { MCP_PATH } from '../domain/access/api-prefix.ts';
import { type IsProxy, isLoopback } from '../domain/web/client-address.ts';
import { type ReportRunner, reportRunner } from '../reports/report-runner.ts';
import type { KeyRouteDeps } from './actions.ts';
import { refuseForeignOrigin } from './wire/origin.ts';
import { readBody } from './wire/read-body.ts';

/** The most bytes in one message from an assistant: a tool call has a few arguments and never comes near this. */
const MOST_MESSAGE_BYTES = 64 * 1024;

/** One message from an authenticated client. */
export interface McpMessage {
  /** Only the protocol's headers, without the key. */
  readonly headers: Headers;
  readonly body: string;
  readonly run: ReportRunner;
  readonly act: ActionRunner;
  /** Gets the internal error, which the client does not. */
  readonly onFailure: (error: unknown) => void;
}

export type McpHandler = (message: McpMessage) => Promise<Response>;

interface McpRouteDeps extends KeyRouteDeps {
  readonly prices: Parameters<typeof reportRunner>[3];
  readonly mcp: McpHandler;
  readonly isProxy: IsProxy;
}

export function addMcp(routes: FastifyInstance, deps: McpRouteDeps): void {
  routes.register(async (scope) => {
    // Without a key, the body stays unread.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    scope.post(MCP_PATH, async (request, reply) => {
      refuseForeignOrigin(provenanceOf(request, deps.isProxy));
      const caller = await deps.admit(request, reply);
      const body = await readBody(request, reply, MOST_MESSAGE_BYTES);
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
        act: {
          mayRun: (action) => mayRun(caller, action),
          run: (action, brand, asked) =>
            actByKey(
              { ...deps, now: () => request.now },
              caller,
              { action, brand },
              async () => asked,
              (work) => deps.inTurnOf(request, caller, work),
            ),
        },
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
