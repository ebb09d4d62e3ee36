import type { MultipartFields } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { SightlineError } from '../domain/errors.ts';
import type { Upload } from './visit/visit.ts';

/** The uploaded file, or null. Browsers send an empty file field as a file without a name. */
export async function uploadIn(request: FastifyRequest): Promise<Upload | null> {
  if (!request.isMultipart?.()) return null;
  const part = await request.file().catch((error: unknown) => {
    throw brokenUpload(error);
  });
  if (!part) return null;
  return { name: part.filename, fields: fieldsOf(part.fields), bytes: readThrough(part.file, request) };
}

/** The fields before the file. @throws SightlineError `body_too_large` for a truncated field */
function fieldsOf(parts: MultipartFields): URLSearchParams {
  const fields = new URLSearchParams();
  for (const part of Object.values(parts).flat()) {
    if (part?.type !== 'field') continue;
    if (part.valueTruncated) throw new SightlineError('body_too_large', 'A field of this form is too long.');
    fields.append(part.fieldname, String(part.value));
  }
  return fields;
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
  if ((error as { statusCode?: unknown }).statusCode !== undefined) return error;
  return new SightlineError('invalid_request', 'The upload was incomplete. Send it again.', {
    cause: error,
  });
}
