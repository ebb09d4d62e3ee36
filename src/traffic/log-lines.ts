import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import { SightlineError } from '../domain/errors.ts';

/** Characters of the longest line that is read. */
export const LONGEST_LINE = 64 * 1024;

type Chunks = AsyncIterable<Uint8Array>;

/**
 * A log's lines without their ends, in groups as they come; of a JSON array (or records over several lines) its objects.
 * Gunzips by the first bytes, also several members. Invalid UTF-8 becomes U+FFFD; NULs, which a crash leaves in files
 * and UTF-16 has beside each sign, are left out. A line over `LONGEST_LINE` comes cut to one character more.
 *
 * @throws SightlineError `invalid_file` where compressed data is damaged or ends early, after the lines before that
 */
export async function* linesOf(chunks: Chunks): AsyncGenerator<readonly string[]> {
  const decoder = new StringDecoder('utf8');
  let splitter: Splitter | null = null;
  let head = '';
  for await (const bytes of plainChunks(chunks)) {
    const text = withoutNuls(decoder.write(bytes));
    if (splitter !== null) yield splitter.take(text);
    else {
      head += text;
      if (head.length < HEAD) continue;
      splitter = splitterFor(head);
      yield splitter.take(withoutMark(head));
    }
  }
  const rest = withoutNuls(decoder.end());
  if (splitter !== null) yield [...splitter.take(rest), ...splitter.end()];
  else {
    splitter = splitterFor(head + rest);
    yield [...splitter.take(withoutMark(head + rest)), ...splitter.end()];
  }
}

/** Characters that tell lines from an array. */
const HEAD = 1024;

const withoutNuls = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '') : text);

/** Without the byte order mark; that of UTF-16 is no UTF-8. */
const withoutMark = (head: string): string => head.replace(/^(?:\uFEFF|\uFFFD\uFFFD)/, '');

/** Pieces of at most 64 KiB, uncompressed. */
async function* plainChunks(chunks: Chunks): AsyncGenerator<Uint8Array> {
  const pieces = piecesOf(chunks);
  const begin: Uint8Array[] = [];
  let length = 0;
  while (length < 2) {
    const { value, done } = await pieces.next();
    if (done === true) break;
    begin.push(value);
    length += value.length;
  }
  const first = Buffer.concat(begin);
  const all = joined(first, pieces);
  yield* first[0] === 0x1f && first[1] === 0x8b ? gunzipped(all) : all;
}

async function* joined(first: Uint8Array, others: Chunks): AsyncGenerator<Uint8Array> {
  yield first;
  yield* others;
}

const PIECE = 64 * 1024;

async function* piecesOf(chunks: Chunks): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += PIECE) yield chunk.subarray(from, from + PIECE);
  }
}

async function* gunzipped(chunks: Chunks): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: PIECE });
  // Its failure is the stream's, which the loop below throws.
  const source = pipeline(Readable.from(chunks), gunzip).catch(() => {});
  try {
    yield* gunzip as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (!isZlibError(error)) throw error;
    const message =
      'The compressed log is damaged, ends early, or goes on uncompressed. Only lines before that were read.';
    throw new SightlineError('invalid_file', message, { cause: error });
  } finally {
    gunzip.destroy();
    await source;
  }
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

/** Takes a text in pieces and gives what is complete. */
interface Splitter {
  take(text: string): string[];
  /** What is left at the end of the text. */
  end(): string[];
}

function splitterFor(head: string): Splitter {
  return /^[\s\uFEFF]*(?:\[\s*[{\]]|\{\s*\n)/.test(head) ? new ObjectSplitter() : new LineSplitter();
}

/** A text's beginning that still shows whether it is too long. */
const cut = (text: string): string => (text.length > LONGEST_LINE ? text.slice(0, LONGEST_LINE + 1) : text);

class LineSplitter implements Splitter {
  #rest = '';

  take(text: string): string[] {
    const lines: string[] = [];
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      lines.push(this.#line(text, from, end));
      from = end + 1;
    }
    this.#rest = cut(this.#rest + text.slice(from));
    return lines;
  }

  end(): string[] {
    return this.#rest === '' ? [] : [this.#rest];
  }

  #line(text: string, from: number, end: number): string {
    const last = end > from && text.charCodeAt(end - 1) === RETURN ? end - 1 : end;
    if (this.#rest === '') return cut(text.slice(from, last));
    const line = (this.#rest + text.slice(from, last)).replace(/\r$/, '');
    this.#rest = '';
    return cut(line);
  }
}

const [NEWLINE, RETURN, QUOTE] = [0x0a, 0x0d, 0x22];
const [BACKSLASH, OPEN, CLOSE] = [0x5c, 0x7b, 0x7d];

/** Objects one after another, between brackets and commas. Anything else between them comes as a line. */
class ObjectSplitter implements Splitter {
  #rest = '';
  #depth = 0;
  #isInText = false;
  #isEscaped = false;

  take(text: string): string[] {
    const found: string[] = [];
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      if (!this.#endsAt(text.charCodeAt(at))) continue;
      this.#add(found, this.#rest + text.slice(from, at + 1));
      from = at + 1;
    }
    this.#rest = cut(this.#rest + text.slice(from));
    return found;
  }

  end(): string[] {
    const found: string[] = [];
    this.#add(found, this.#rest);
    return found;
  }

  #add(found: string[], piece: string): void {
    this.#rest = '';
    const trimmed = piece.replace(/^[\s[\],]+/, '').trimEnd();
    if (trimmed !== '') found.push(cut(trimmed));
  }

  /** Whether an object or a line between objects ends with this character. No text in JSON has a line's end: it broke off. */
  #endsAt(sign: number): boolean {
    if (sign === NEWLINE && (this.#isInText || this.#depth === 0)) return this.#reset();
    if (this.#isEscaped) this.#isEscaped = false;
    else if (this.#isInText && sign === BACKSLASH) this.#isEscaped = true;
    else if (sign === QUOTE && this.#depth > 0) this.#isInText = !this.#isInText;
    else if (this.#isInText) return false;
    else if (sign === OPEN) this.#depth += 1;
    else if (sign === CLOSE && this.#depth > 0) {
      this.#depth -= 1;
      return this.#depth === 0;
    }
    return false;
  }

  #reset(): boolean {
    this.#depth = 0;
    this.#isInText = false;
    this.#isEscaped = false;
    return true;
  }
}
