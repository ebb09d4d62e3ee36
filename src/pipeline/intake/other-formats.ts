import { SightlineError } from '../../domain/errors.ts';

export const SUPPORTED_FORMATS =
  'import reads one JSON object per line, such as ' +
  '{"brand":"acme","engine":"…","prompt":"…","collected_at":"2026-11-20T08:00:00Z","answer":"…"} ' +
  '(docs/files.md has every field)';

/** How other formats begin, their name, and how to convert them. */
const OTHER_BYTES = [
  { begin: [0x1f, 0x8b], what: 'is compressed with gzip: unpack it first' },
  { begin: [0x28, 0xb5, 0x2f, 0xfd], what: 'is compressed with zstd: unpack it first' },
  { begin: [0x50, 0x4b, 0x03, 0x04], what: 'is a ZIP archive: unpack it first' },
  { begin: [0xff, 0xfe], what: 'is in UTF-16: save it as UTF-8 first' },
  { begin: [0xfe, 0xff], what: 'is in UTF-16: save it as UTF-8 first' },
] as const;

/**
 * Passes bytes through, but refuses a file in another format as a whole instead of calling each line bad.
 *
 * @throws SightlineError `invalid_file`
 */
export async function* refuseOtherBytes(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const chunk of chunks) {
    const other = OTHER_BYTES.find(({ begin }) => begin.every((byte, at) => chunk[at] === byte));
    if (isFirst && other !== undefined) throw refusal(other.what);
    isFirst = isFirst && chunk.length === 0;
    yield chunk;
  }
}

const CSV_HEADER = /^"?[\w .-]+"?(?:[,;\t](?:"[\w .-]*"?|[\w .-]+"?)?)+$/;

/** Refuses other text formats by their first nonblank line. @throws SightlineError `invalid_file` */
export function refuseOtherText(line: string): void {
  if (CSV_HEADER.test(line)) throw refusal('looks like CSV');
  if (line.startsWith('[')) throw refusal('is a JSON list');
  if (line === '{') throw refusal('has a JSON object over several lines');
}

function refusal(what: string): SightlineError {
  return new SightlineError('invalid_file', `Stored nothing: the file ${what}; ${SUPPORTED_FORMATS}.`);
}
