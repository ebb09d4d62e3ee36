import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SightlineError } from '../../domain/errors.ts';
import { isBroken } from './connections.ts';

/**
 * A request's body as text. Call it after authentication: without a key, the body stays unread.
 *
 * @throws SightlineError `body_too_large` or `invalid_request`
 */
export async function readBody(
  request: FastifyRequest,
  reply: FastifyReply,
  mostBytes: number,
): Promise<string> {
  return textOf(await readBytes(request, reply, mostBytes));
}

/** Like `readBody`, but any bytes. */
export async function readBytes(
  { headers, raw }: FastifyRequest,
  reply: FastifyReply,
  mostBytes: number,
): Promise<Buffer> {
  // Without a body, Node ends the connection instead of waiting for one.
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (hasBody && headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue();
  const pieces = await piecesOf(raw, mostBytes).catch((error: unknown) => {
    // The rest passes unread. Otherwise it would hold up the next request on the connection for good.
    raw.resume();
    throw error instanceof SightlineError ? error : unreadable();
  });
  if (isBroken(raw)) throw unreadable();
  return Buffer.concat(pieces);
}

async function piecesOf(raw: IncomingMessage, mostBytes: number): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  // Leaving early would otherwise destroy the stream, the connection, and the error response with it.
  for await (const piece of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > mostBytes) {
      const kilobytes = mostBytes / 1024;
      throw new SightlineError('body_too_large', `The body of a request may have at most ${kilobytes} KB.`);
    }
    pieces.push(piece);
  }
  return pieces;
}

/** @throws SightlineError `invalid_request`, because a replaced character would be stored as if it had been sent */
function textOf(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  throw new SightlineError('invalid_request', 'The body of the request is not valid UTF-8.');
}

function unreadable(): SightlineError {
  return new SightlineError('invalid_request', 'The body of the request did not arrive whole.');
}
