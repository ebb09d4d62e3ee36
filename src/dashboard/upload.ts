import type { FastifyRequest } from 'fastify';
import { SightlineError } from '../domain/errors.ts';
import type { Upload } from './visit.ts';

/** The file of a request; null if there is none. A browser sends a form field without a file as one without a name. */
export async function uploadIn(request: FastifyRequest): Promise<Upload | null> {
  if (!request.isMultipart?.()) return null;
  const part = await request.file().catch((error: unknown) => {
    throw brokenUpload(error);
  });
  return part ? { name: part.filename, bytes: readThrough(part.file, request) } : null;
}

/** The bytes of a file. What is no longer wanted is read and forgotten, so that the browser gets its answer. */
async function* readThrough(
  file: AsyncIterable<Uint8Array>,
  { raw }: FastifyRequest,
): AsyncGenerator<Uint8Array> {
  try {
    yield* file;
  } catch (error) {
    throw brokenUpload(error);
  } finally {
    raw.unpipe();
    raw.resume();
  }
}

/** The parser says what is wrong with a body by errors that look like its own faults. */
function brokenUpload(error: unknown): unknown {
  if ((error as { statusCode?: unknown }).statusCode !== undefined) return error;
  return new SightlineError('invalid_request', 'The file did not arrive whole. Send it again.', {
    cause: error,
  });
}
