import { Buffer } from 'node:buffer';
import type { Readable } from 'node:stream';
import type { ZipFile } from 'yauzl';
import { SightlineError } from '../../domain/errors.ts';
import { isSearchTable, readSearches, type Searches } from '../../propose/search-console.ts';
import { decodedFile } from './charset.ts';

/** A thousand searches take about 100 KB. */
export const MOST_SEARCH_FILE_BYTES = 2 * 1024 * 1024;
/** A Search Console export has eight. */
const MOST_FILES = 50;

/** An uploaded file, whole. @throws SightlineError `invalid_file` if it is too large */
export async function searchFile(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  return await allOf(bytes, 'The file');
}

/** The searches in a file, or in a pasted table. @throws SightlineError as searchTable */
export async function searchesIn(file: Uint8Array | string): Promise<Searches> {
  return readSearches(typeof file === 'string' ? file : await searchTable(file));
}

/**
 * The table of searches in a file: a CSV in any usual charset, or an export's archive with one.
 *
 * @throws SightlineError `invalid_file`; the message names the right file
 */
export async function searchTable(bytes: Uint8Array): Promise<string> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return file.subarray(0, 4).equals(ZIP) ? await tableInArchive(file) : textOf(file);
}

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');

async function allOf(bytes: AsyncIterable<Uint8Array>, what: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bytes) {
    length += piece.length;
    if (length > MOST_SEARCH_FILE_BYTES) {
      throw refused(`${what} is larger than ${MOST_SEARCH_FILE_BYTES / 1024 / 1024} MB.`);
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

async function tableInArchive(file: Buffer): Promise<string> {
  const { fromBufferPromise } = await import('yauzl');
  try {
    return await tableIn(await fromBufferPromise(file, { lazyEntries: true }));
  } catch (error) {
    if (error instanceof SightlineError) throw error;
    throw refused('Sightline cannot read the archive. Send its Queries.csv.', error);
  }
}

async function tableIn(archive: ZipFile): Promise<string> {
  if (archive.entryCount > MOST_FILES) throw refused('The archive holds too many files. Send Queries.csv.');
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName === '[Content_Types].xml') {
      throw refused('This is an Excel file. In Search Console, choose Export, then Download CSV.');
    }
    if (!/\.csv$/i.test(entry.fileName)) continue;
    const stream: Readable = await archive.openReadStreamPromise(entry);
    const table = textOf(await allOf(stream, entry.fileName));
    if (isSearchTable(table)) return table;
  }
  throw refused('No file in the archive has a query column.');
}

function textOf(file: Uint8Array): string {
  const text = decodedFile(file);
  if (!text.includes('\u0000')) return text;
  throw refused('This is not a text file. In Search Console, choose Export, then Download CSV.');
}

function refused(message: string, cause?: unknown): SightlineError {
  return new SightlineError('invalid_file', message, { cause });
}
