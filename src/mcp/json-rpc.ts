/** JSON-RPC error codes. */
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

/** Refuses a call whose arguments the SDK would drop; null for every other message. */
export function droppedRefusal(message: unknown): ReturnType<typeof rpcErrorBody> | null {
  const given = (message as { readonly params?: { readonly arguments?: unknown } } | null)?.params?.arguments;
  if (typeof given !== 'object' || given === null || !Object.hasOwn(given, DROPPED)) return null;
  return rpcErrorBody(INVALID_PARAMS, `There is no argument \`${DROPPED}\`.`, idOf(message));
}

/** How the SDK begins to describe parameters that it refuses: a problem list of its schema library, on many lines. */
const PROBLEMS = '[\\n  {';

interface Problem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** A reply in which refused parameters are named in a sentence, with the code for them. Any other reply is unchanged. */
export function withPlainRefusal(reply: string): string {
  if (!reply.includes(PROBLEMS)) return reply;
  const parsed = parseJson(reply) as { id?: unknown; error?: { message?: unknown } } | undefined;
  const message = parsed?.error?.message;
  if (typeof message !== 'string') return reply;
  const problems = parseJson(message.slice(message.indexOf('['))) as readonly Problem[] | undefined;
  const [first] = problems ?? [];
  if (first === undefined) return reply;
  const sentence = `\`${first.path.join('.')}\` is refused. ${first.message}.`;
  return JSON.stringify(rpcErrorBody(INVALID_PARAMS, sentence, idOf(parsed)));
}
