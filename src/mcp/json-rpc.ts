/** The codes of JSON-RPC. */
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;

export function rpcErrorBody(code: number, message: string, id: string | number | null) {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
