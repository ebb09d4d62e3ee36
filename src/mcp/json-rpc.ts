/** The codes of JSON-RPC. */
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;

export function rpcErrorBody(code: number, message: string, id: string | number | null) {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

/** What is said of several messages at once. */
export const NO_BATCHES = 'Batches are not supported; send one message per request.';

/** The id that an answer to a message has: null where the message has none that is valid. */
export function idOf(message: unknown): string | number | null {
  const id = (message as { readonly id?: unknown } | null)?.id;
  return typeof id === 'string' || Number.isInteger(id) ? (id as string | number) : null;
}

/** @returns undefined if it is not JSON */
export function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The SDK drops this argument of a tool without a word, and a report would run as if it had not been given. */
const DROPPED = '__proto__';

/** Refuses a call whose arguments would not all arrive; null for every other message. */
export function droppedRefusal(message: unknown): ReturnType<typeof rpcErrorBody> | null {
  const given = (message as { readonly params?: { readonly arguments?: unknown } } | null)?.params?.arguments;
  if (typeof given !== 'object' || given === null || !Object.hasOwn(given, DROPPED)) return null;
  return rpcErrorBody(INVALID_PARAMS, `There is no argument \`${DROPPED}\`.`, idOf(message));
}
