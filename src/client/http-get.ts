import { SightlineError } from '../domain/errors.ts';
import { networkFailure } from './network-failures.ts';

/** Sightline uses only this part of `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A complete response. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Timeout for a silent server, which has 10 seconds for a report. */
const IDLE_TIMEOUT_MS = 30_000;

/** A report's pages are far smaller. */
const MOST_BYTES = 256_000_000;

/**
 * Sends a GET and reads the whole response. Never follows redirects, which would receive the key.
 *
 * @throws SightlineError `unavailable` if the server is unreachable or silent, or `bad_server`
 */
export async function httpGet(
  fetch: Fetch,
  url: string,
  headers: Readonly<Record<string, string>>,
  silenceMs: number = IDLE_TIMEOUT_MS,
): Promise<HttpReply> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), silenceMs);
  try {
    const response = await fetch(url, { headers, redirect: 'manual', signal: silence.signal });
    const body = await bodyOf(response, () => timer.refresh());
    return { status: response.status, headers: response.headers, body };
  } catch (error) {
    if (error instanceof SightlineError) throw error;
    const { origin } = new URL(url);
    if (!silence.signal.aborted) throw networkFailure(origin, error);
    throw new SightlineError(
      'unavailable',
      `${origin} does not answer: nothing arrived for ${silenceMs / 1000} seconds.`,
    );
  } finally {
    clearTimeout(timer);
  }
}

async function bodyOf(response: Response, onPiece: () => void): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    onPiece();
    bytes += piece.length;
    // Leaving the loop cancels the stream, and with it the connection.
    if (bytes > MOST_BYTES)
      throw new SightlineError('bad_server', 'The response is too large to be a report.');
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}
