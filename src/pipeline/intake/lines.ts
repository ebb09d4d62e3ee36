import { TextDecoder } from 'node:util';

/** A line without its line break, or its problem. Numbers start at 1. */
export type NumberedLine = { readonly number: number } & (
  | { readonly text: string }
  | { readonly problem: string }
);

/** Limits the memory that a file can take. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

const NEWLINE = 10;

/**
 * Splits bytes into lines in flat memory. Skips blank lines and a byte order mark; reports a line that is too long or
 * not UTF-8 as a problem and continues.
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<NumberedLine> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let number = 0;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const hold = (piece: Uint8Array) => {
    heldBytes += piece.length;
    if (heldBytes <= MAX_LINE_BYTES) held.push(piece);
    else held = [];
  };
  const finish = (): NumberedLine | null => {
    number += 1;
    const line = heldBytes > MAX_LINE_BYTES ? tooLong(number) : decoded(decoder, number, held);
    held = [];
    heldBytes = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      hold(chunk.subarray(start, end));
      start = end + 1;
      const line = finish();
      if (line) yield line;
    }
    if (start < chunk.length) hold(chunk.subarray(start));
  }
  const last = heldBytes > 0 ? finish() : null;
  if (last) yield last;
}

function tooLong(number: number): NumberedLine {
  return { number, problem: `is longer than ${MAX_LINE_BYTES / 1024 / 1024} MiB` };
}

function decoded(decoder: TextDecoder, number: number, pieces: readonly Uint8Array[]): NumberedLine | null {
  try {
    const text = decoder.decode(Buffer.concat(pieces)).trim();
    return text === '' ? null : { number, text };
  } catch {
    return { number, problem: 'is not valid UTF-8' };
  }
}
