import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { isTooDeep } from '../domain/nesting.ts';
import {
  INVALID_REQUEST,
  idOf,
  METHOD_NOT_FOUND,
  NO_BATCHES,
  PARSE_ERROR,
  paramsRefusal,
  parseJson,
  rpcErrorBody,
} from './json-rpc.ts';
import { type McpDeps, mcpServer } from './mcp-server.ts';

/**
 * Answers one caller's POST, in both protocol versions, with one JSON body and never a stream. Stateless, so any server can answer the next
 * one.
 *
 * @param body the request's body as text
 */
export async function answerRequest(deps: McpDeps, headers: Headers, body: string): Promise<Response> {
  const parsed = parseJson(body);
  if (parsed === undefined) return rpcError(400, PARSE_ERROR, 'The body is not JSON.', null);
  if (Array.isArray(parsed)) {
    return rpcError(400, INVALID_REQUEST, NO_BATCHES, null);
  }
  if (isTooDeep(parsed)) return rpcError(400, INVALID_REQUEST, 'The message is nested too deeply.', null);
  if (isListen(parsed))
    return rpcError(404, METHOD_NOT_FOUND, 'There is nothing to subscribe to.', idOf(parsed));
  const refusal = paramsRefusal(parsed);
  if (refusal !== null) return Response.json(refusal);
  // The SDK needs an absolute URL; its host does not matter.
  const request = new Request('http://sightline.invalid/mcp', { method: 'POST', headers, body });
  const answer = (await isLegacyRequest(request, parsed)) ? answerLegacy : answerModern;
  return await answer(deps, request, parsed);
}

async function answerModern(deps: McpDeps, request: Request, parsedBody: unknown): Promise<Response> {
  let error: unknown;
  const onerror = (reported: unknown) => {
    error = reported;
  };
  const handler = createMcpHandler(() => mcpServer(deps), { legacy: 'reject', onerror });
  const response = await handler.fetch(request, { parsedBody });
  // The SDK mostly reports clients' mistakes, which can quote anything.
  if (response.status >= 500) deps.onFailure(error);
  return response;
}

/** Serves the older protocol as the SDK does, but with JSON instead of a stream with one event. */
async function answerLegacy(deps: McpDeps, request: Request, parsedBody: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  });
  const server = mcpServer(deps);
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}

/** The client asks for a stream of notifications; a server whose lists never change has none. */
function isListen(message: unknown): boolean {
  return (message as { method?: unknown } | null)?.method === 'subscriptions/listen';
}

function rpcError(status: number, code: number, message: string, id: string | number | null): Response {
  return Response.json(rpcErrorBody(code, message, id), { status });
}
