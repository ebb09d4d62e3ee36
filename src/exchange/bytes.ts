import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { refused } from './refused.ts';

/** A file that can be read from its beginning more than once. */
export type Source = () => AsyncIterable<Uint8Array>;

/** So small that no piece takes long. */
const PIECE_BYTES = 64 * 1024;
/** Unpacked, a file is at most this large: nobody exports more, and an archive may unpack to anything. */
const MOST_UNPACKED_BYTES = 2 * 1024 ** 3;
/** Bytes of the shortest text in UTF-16 that is known without a mark. */
const SHORTEST_WIDE = 32;
/** Bytes that show what a file is. */
const HEAD_BYTES = 4096;

/** How files begin that are no text, and what to do with them. */
const OTHER_BYTES: readonly (readonly [readonly number[], string])[] = [
  [[0x28, 0xb5, 0x2f, 0xfd], 'It is compressed with zstd. Unpack it first.'],
  [[0x42, 0x5a, 0x68], 'It is compressed with bzip2. Unpack it first.'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'It is compressed with xz. Unpack it first.'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'It is in the old Excel format. Save it as .xlsx or CSV.'],
  [[0x25, 0x50, 0x44, 0x46], 'It is a PDF. Export a CSV, JSON, or Excel file instead.'],
  [[0x50, 0x41, 0x52, 0x31], 'It is a Parquet file. Export a CSV or JSON file instead.'],
];

/** A file's bytes in pieces of at most 64 KB, unpacked if it is gzipped. @throws SightlineError `invalid_file` */
export async function* unpacked(source: Source): AsyncGenerator<Uint8Array> {
  const pieces = piecesOf(source());
  let head = Buffer.alloc(0);
  while (head.length < 2) {
    const { value, done } = await pieces.next();
    if (done === true) break;
    head = Buffer.concat([head, value]);
  }
  const all = joined(head, pieces);
  yield* head[0] === 0x1f && head[1] === 0x8b ? gunzipped(all) : all;
}

async function* joined(
  first: Uint8Array,
  others: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, undefined> {
  yield first;
  yield* others;
}

async function* piecesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += PIECE_BYTES)
      yield chunk.subarray(from, from + PIECE_BYTES);
  }
}

async function* gunzipped(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = Readable.from(chunks);
  const gunzip = createGunzip({ chunkSize: PIECE_BYTES });
  source.on('error', (error) => gunzip.destroy(error));
  let size = 0;
  try {
    for await (const bytes of source.pipe(gunzip) as AsyncIterable<Uint8Array>) {
      size += bytes.length;
      if (size > MOST_UNPACKED_BYTES) throw refused('Unpacked, the file is larger than 2 GB. Split it.');
      yield bytes;
    }
  } catch (error) {
    const isDamaged = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
    throw isDamaged ? refused('The gzipped file is damaged or ends early. Export it again.', error) : error;
  } finally {
    gunzip.destroy();
    source.destroy();
  }
}

export async function headOf(source: Source, length = HEAD_BYTES): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of unpacked(source)) {
    pieces.push(piece);
    size += piece.length;
    if (size >= length) break;
  }
  return Buffer.concat(pieces).subarray(0, length);
}

/** By name, as `TextDecoder` knows it, and for people. */
export const ENCODING_NAMES: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};

/**
 * A text file's encoding: by its byte order mark, by where its NULs are, or UTF-8 unless more of its characters are
 * damaged than whole, which only the whole file shows.
 *
 * @throws SightlineError `invalid_file` for bytes that are no text
 */
export async function encodingOf(source: Source): Promise<string> {
  const head = await headOf(source);
  if (head.length === 0) throw refused('The file is empty.');
  const other = OTHER_BYTES.find(([begin]) => begin.every((byte, at) => head[at] === byte));
  if (other !== undefined) throw refused(other[1]);
  const wide = wideEncodingOf(head);
  if (wide !== null) return wide;
  return (await isWhole(source)) || !(await isHardlyUtf8(source)) ? 'utf-8' : 'windows-1252';
}

function wideEncodingOf(head: Buffer): string | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const nuls = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = nuls;
  const half = head.length / 2;
  const isLong = head.length >= SHORTEST_WIDE;
  if (isLong && odd > 0.3 * half && even < 0.05 * half) return 'utf-16le';
  if (isLong && even > 0.3 * half && odd < 0.05 * half) return 'utf-16be';
  if (even + odd > 0.02 * head.length)
    throw refused('The file is not text. Export a CSV, JSON, or Excel file.');
  return null;
}

/** Whether a file is UTF-8 to its end. */
async function isWhole(source: Source): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of unpacked(source)) decoder.decode(bytes, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Whether more of a file's signs beyond ASCII are damaged than whole, read as UTF-8. */
async function isHardlyUtf8(source: Source): Promise<boolean> {
  let [damaged, whole] = [0, 0];
  for await (const text of textOf(source, 'utf-8')) {
    for (let at = 0; at < text.length; at += 1) {
      const sign = text.charCodeAt(at);
      if (sign === 0xfffd) damaged += 1;
      else if (sign > 0x7f) whole += 1;
    }
  }
  return damaged > whole;
}

/** A file's text in pieces, without a byte order mark. */
export async function* textOf(source: Source, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const bytes of unpacked(source)) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}
