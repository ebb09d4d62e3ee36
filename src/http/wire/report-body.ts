import { constants, crc32, deflateRawSync } from 'node:zlib';
import { formatInstant } from '../../domain/time/instant.ts';
import type { CachedBody, FinishedReport } from '../../reports/run/report-cache.ts';
import type { Envelope } from '../../reports/run/run-report.ts';
import { entityTag } from './etag.ts';

/**
 * A cached report as JSON: its text is ready, plain and compressed, and the instants that depend on the clock are
 * inserted when it is sent.
 */
export class ReportBody implements CachedBody {
  readonly tag: string;
  /** The next page's cursor, if any. */
  readonly nextCursor: string | null;
  /** In bytes, plain. */
  readonly length: number;
  readonly bytes: number;
  /** Text, and offsets from now. */
  readonly #pieces: readonly (Buffer | number)[];
  #members: readonly (Deflated | Stored)[] | undefined;

  constructor({ envelope, pieces }: FinishedReport) {
    const { next_cursor: cursor } = envelope.meta;
    this.tag = tagOf(envelope);
    this.nextCursor = typeof cursor === 'string' ? cursor : null;
    this.#pieces = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece));
    this.length = bytesOf(this.#pieces);
    // The compressed form is smaller; each piece also has an object or two.
    this.bytes = 2 * this.length + 300 * pieces.length;
  }

  plainAt(now: number): Buffer {
    return Buffer.concat(this.#textsAt(now));
  }

  /** RFC 1952. Each member of the stream is compressed separately, so the instants between them can change. */
  gzipAt(now: number): Buffer {
    this.#members ??= membersOf(this.#pieces);
    const blocks = this.#members.map((member) =>
      member.kind === 'deflated' ? member.bytes : storedBlock(textsAt(member.pieces, now)),
    );
    let checksum = 0;
    for (const text of this.#textsAt(now)) checksum = crc32(text, checksum);
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(checksum, 0);
    trailer.writeUInt32LE(this.length, 4);
    return Buffer.concat([GZIP_HEADER, ...blocks, LAST_BLOCK, trailer]);
  }

  #textsAt(now: number): Buffer[] {
    return textsAt(this.#pieces, now);
  }
}

/** All instants have this length. */
const INSTANT_BYTES = 24;

function bytesOf(pieces: readonly (Buffer | number)[]): number {
  return pieces.reduce<number>(
    (sum, piece) => sum + (typeof piece === 'number' ? INSTANT_BYTES : piece.length),
    0,
  );
}

function textsAt(pieces: readonly (Buffer | number)[], now: number): Buffer[] {
  return pieces.map((piece) => (typeof piece === 'number' ? Buffer.from(formatInstant(now + piece)) : piece));
}

/** Covers everything except `generated_at`, the window, and records that end with it, because these change with every request. */
function tagOf({ data, meta }: Envelope): string {
  const { generated_at: _, window, compared, ...lasting } = meta;
  return entityTag(withoutEnd(JSON.stringify(data), meta) + JSON.stringify(lasting));
}

/** A rolling window changes with every request, and so does everything that ends with it, such as today and the earlier window. */
export function withoutEnd(text: string, { window, compared }: Envelope['meta']): string {
  const ends = [window?.until, compared?.from, compared?.until];
  return ends.reduce<string>((rest, end) => (end === undefined ? rest : rest.replaceAll(end, '')), text);
}

interface Deflated {
  readonly kind: 'deflated';
  /** Whole blocks, none of them final. */
  readonly bytes: Buffer;
}

interface Stored {
  readonly kind: 'stored';
  readonly pieces: (Buffer | number)[];
}

/** Shorter text between two instants is not worth compressing separately. */
const LEAST_DEFLATED = 100;

function membersOf(pieces: readonly (Buffer | number)[]): (Deflated | Stored)[] {
  const members: (Deflated | Stored)[] = [];
  for (const piece of pieces) {
    const last = members.at(-1);
    if (typeof piece !== 'number' && piece.length >= LEAST_DEFLATED) {
      members.push({
        kind: 'deflated',
        bytes: deflateRawSync(piece, { finishFlush: constants.Z_SYNC_FLUSH }),
      });
    } else if (last?.kind === 'stored' && bytesOf(last.pieces) < MOST_STORED) last.pieces.push(piece);
    else members.push({ kind: 'stored', pieces: [piece] });
  }
  return members;
}

/** A stored block has at most 65,535 bytes; this leaves room for one more piece. */
const MOST_STORED = 60_000;

/** RFC 1951, section 3.2.4: not final, not compressed, its length and the complement. */
function storedBlock(texts: readonly Buffer[]): Buffer {
  const text = Buffer.concat(texts);
  const head = Buffer.alloc(5);
  head.writeUInt16LE(text.length, 1);
  head.writeUInt16LE(text.length ^ 0xffff, 3);
  return Buffer.concat([head, text]);
}

/** Deflate, without a name, time, or system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** The final block: empty. */
const LAST_BLOCK = Buffer.from([3, 0]);
