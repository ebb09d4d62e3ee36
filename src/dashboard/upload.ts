import type { FastifyRequest } from 'fastify';
import { SightlineError } from '../domain/errors.ts';
import type { Upload } from './visit/visit.ts';

/**
 * The first file of a form that may bring one, with the fields before it; null for any other form. Browsers send an empty
 * file field as a file without a name, and other programs leave it out: both are a file without a name here.
 *
 * @throws SightlineError `body_too_large` for a truncated field
 */
export async function uploadIn(request: FastifyRequest): Promise<Upload | null> {
  if (!request.isMultipart?.()) return null;
  const fields = new URLSearchParams();
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        return { name: part.filename, fields, bytes: readThrough(part.file, request) };
      }
      if (part.valueTruncated)
        throw new SightlineError('body_too_large', 'A field of this form is too long.');
      fields.append(part.fieldname, String(part.value));
    }
  } catch (error) {
    throw brokenUpload(error);
  }
  return { name: '', fields, bytes: (async function* () {})() };
}

/** The file's bytes. An aborted read still drains the body, so that the browser gets a response. */
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

/** The parser reports malformed bodies as internal errors. */
function brokenUpload(error: unknown): unknown {
  if (error instanceof SightlineError || (error as { statusCode?: unknown }).statusCode !== undefined)
    return error;
  return new SightlineError('invalid_request', 'The upload was incomplete. Send it again.', {
    cause: error,
  });
}
