import { storableText } from '../../domain/text.ts';
import type { EngineFailure, EngineRequest, Reply } from '../../engines/engine.ts';
import { failed } from '../../engines/engine-reading.ts';

/** The part of `fetch` that is needed, passed in. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A longer reply is not an answer; reading stops there. */
const MOST_BYTES = 20_000_000;

/** What came of a request: a complete reply, or why there is none. */
export type Sent = { readonly reply: Reply } | { readonly failure: EngineFailure };

/**
 * Sends a request and reads its whole reply within the deadline. Redirects are not followed: their
 * target stays a header of the reply. A failure has only a code, never what was sent.
 */
export async function send(fetch: Fetch, request: EngineRequest, deadlineMs: number): Promise<Sent> {
  const deadline = AbortSignal.timeout(deadlineMs);
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: {
        accept: 'application/json',
        ...(request.body !== undefined && JSON_TYPE),
        ...request.headers,
      },
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      redirect: 'manual',
      signal: deadline,
    });
    const body = await bodyOf(response);
    if (body === null) return { failure: failed('too_large', 'final') };
    return { reply: { status: response.status, headers: Object.fromEntries(response.headers), body } };
  } catch (error) {
    if (deadline.aborted) return { failure: failed('deadline', 'timeout') };
    return { failure: failed(networkDetail(error), 'transient') };
  }
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** The body as text that can be stored; null if it is too long. */
async function bodyOf(response: Response): Promise<string | null> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    // Leaving the loop cancels the stream, and with it the connection.
    if (bytes > MOST_BYTES) return null;
    pieces.push(piece);
  }
  return storableText(new TextDecoder().decode(Buffer.concat(pieces)));
}

/** Whether a failure of `send` came before anything was sent: no address was found, or nobody accepted the connection. */
export function isUnsent(detail: string): boolean {
  return /^network:(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(
    detail,
  );
}

/** `network:ECONNREFUSED` and the like. */
function networkDetail(error: unknown): string {
  const code = (error as { cause?: { code?: unknown } } | undefined)?.cause?.code;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,40}$/.test(code) ? `network:${code}` : 'network';
}
