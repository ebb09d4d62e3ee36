import { gunzipSync } from 'node:zlib';
import { SightlineError } from '../../domain/errors.ts';
import { looksGiven } from '../../traffic/given/read-given.ts';
import type { TrafficBatch } from './count-batch.ts';
import { type LogToCount, readCounted } from './read-counted.ts';

/** A batch of a drain, as plain data for a thread. */
export interface DrainText extends Omit<LogToCount, 'chunks' | 'stop'> {
  /** May be gzipped. */
  readonly body: Uint8Array;
}

/** Most bytes of a batch after decompression. */
const MOST_PLAIN_BYTES = 16 * 2 ** 20;

/**
 * What a batch counts, in parts; none for an empty one, which tests the address.
 *
 * @throws SightlineError `body_too_large`, `invalid_request` for damaged data, `invalid_file` for damaged data that was
 *   compressed twice
 */
export async function readDrain({ body, ...options }: DrainText): Promise<TrafficBatch[]> {
  const plain = plainBytes(body);
  if (plain.length === 0) return [];
  checkWhole(plain);
  const parts: TrafficBatch[] = [];
  await readCounted({ ...options, chunks: only(plain) }, (part) => parts.push(part));
  return parts;
}

function plainBytes(body: Uint8Array): Uint8Array {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return gunzipSync(body, { maxOutputLength: MOST_PLAIN_BYTES });
  } catch (cause) {
    const { code } = cause as { readonly code?: string };
    if (code !== 'ERR_BUFFER_TOO_LARGE')
      throw new SightlineError('invalid_request', 'The compressed batch is damaged.', { cause });
    const most = MOST_PLAIN_BYTES / 2 ** 20;
    throw new SightlineError('body_too_large', `A batch may have at most ${most} MB. Send smaller ones.`);
  }
}

/**
 * Refuses what a sender would lose if it were counted in part or not at all: records in one JSON array that ends early,
 * and tables of figures. Lines are independent of each other, so one that broke off is an unread line.
 */
function checkWhole(plain: Uint8Array): void {
  const beginning = new TextDecoder().decode(plain.subarray(0, BEGINNING));
  if (looksGiven(beginning)) {
    const sentence = 'This is a file with figures, and no log: this address takes logs alone.';
    throw new SightlineError('invalid_request', sentence);
  }
  if (!/^\s*\[\s*[{\]]/.test(beginning)) return;
  try {
    JSON.parse(new TextDecoder().decode(plain));
  } catch (cause) {
    const sentence = 'The batch is a JSON array that ends early or is damaged. Nothing of it was counted.';
    throw new SightlineError('invalid_request', sentence, { cause });
  }
}

/** Bytes that show what it is. */
const BEGINNING = 64 * 1024;

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
