import { storableText } from '../../../domain/text.ts';
import type { EngineFailure, EngineRequest, Reply } from '../../../engines/engine.ts';
import { failed } from '../../../engines/engine-reading.ts';

/** The required part of `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Stop reading a longer reply, which cannot be an answer. */
const MOST_BYTES = 20_000_000;

export type TransportResult = { readonly reply: Reply } | { readonly failure: EngineFailure };

/**
 * Sends a request and reads the whole reply within the deadline. Follows no redirects: their target stays in the
 * reply's headers. A failure has only a code, without the request.
 */
export async function send(
  fetch: Fetch,
  request: EngineRequest,
  deadlineMs: number,
): Promise<TransportResult> {
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
      ...(request.form !== undefined && { body: request.form }),
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

/** The body as storable text; null if too long. */
async function bodyOf(response: Response): Promise<string | null> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    // Leaving the loop cancels the stream and closes the connection.
    if (bytes > MOST_BYTES) return null;
    pieces.push(piece);
  }
  return storableText(new TextDecoder().decode(Buffer.concat(pieces)));
}

/** Whether `send` failed before sending anything: no address, or no connection. */
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
