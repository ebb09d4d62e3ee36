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
  const uploads = uploadsIn(request);
  const { value } = await uploads.next();
  if (value === undefined) return null;
  const readThrough = async function* () {
    try {
      yield* value.bytes;
    } finally {
      await uploads.return(undefined);
    }
  };
  return { ...value, bytes: readThrough() };
}

/**
 * Every file of a form in turn, or one without a name. Read each before the next. An aborted read still drains the body,
 * so that the browser gets a response.
 */
export async function* uploadsIn(request: FastifyRequest): AsyncGenerator<Upload, undefined> {
  if (!request.isMultipart?.()) return;
  const fields = new URLSearchParams();
  let isAny = false;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        isAny = true;
        yield { name: part.filename, fields, bytes: bytesOf(part.file) };
        part.file.resume();
      } else if (part.valueTruncated)
        throw new SightlineError('body_too_large', 'A field of this form is too long.');
      else fields.append(part.fieldname, String(part.value));
    }
  } catch (error) {
    throw brokenUpload(error);
  } finally {
    request.raw.unpipe();
    request.raw.resume();
  }
  if (!isAny) yield { name: '', fields, bytes: (async function* () {})() };
}

async function* bytesOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* file;
  } catch (error) {
    throw brokenUpload(error);
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
