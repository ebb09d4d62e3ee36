/** The codes of JSON-RPC. */
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;

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
