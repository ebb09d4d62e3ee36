import { isJSONRPCRequest, type StandardSchemaV1Sync, specTypeSchemas } from '@modelcontextprotocol/server';

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;

export function rpcErrorBody(code: number, message: string, id: string | number | null) {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

/** The reply to a batch. */
export const NO_BATCHES = 'There are no batches; send one message per request.';

/** The id for the reply to a message: null without a valid one. */
export function idOf(message: unknown): string | number | null {
  const id = (message as { readonly id?: unknown } | null)?.id;
  return typeof id === 'string' || Number.isInteger(id) ? (id as string | number) : null;
}

/** @returns undefined if it is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The SDK silently drops this argument of a tool, and a report would run without it. */
const DROPPED = '__proto__';

/** The SDK checks requests too, but quotes its schema library's list of problems, on many lines. */
const REQUESTS = new Map<unknown, StandardSchemaV1Sync>([
  ['initialize', specTypeSchemas.InitializeRequest],
  ['tools/list', specTypeSchemas.ListToolsRequest],
  ['tools/call', specTypeSchemas.CallToolRequest],
  ['resources/list', specTypeSchemas.ListResourcesRequest],
  ['resources/templates/list', specTypeSchemas.ListResourceTemplatesRequest],
  ['resources/read', specTypeSchemas.ReadResourceRequest],
]);

/** Refuses a request for its parameters, by the first that is wrong; null for every other message. */
export function paramsRefusal(message: unknown): ReturnType<typeof rpcErrorBody> | null {
  if (!isJSONRPCRequest(message)) return null;
  const given = message.params?.arguments;
  if (typeof given === 'object' && given !== null && Object.hasOwn(given, DROPPED))
    return rpcErrorBody(INVALID_PARAMS, `There is no argument \`${DROPPED}\`.`, message.id);
  const [problem] = REQUESTS.get(message.method)?.['~standard'].validate(message).issues ?? [];
  if (problem === undefined) return null;
  const sentence = `\`${problem.path?.join('.')}\` is refused. ${problem.message}.`;
  return rpcErrorBody(INVALID_PARAMS, sentence, message.id);
}
