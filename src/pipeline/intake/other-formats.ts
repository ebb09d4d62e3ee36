import { SightlineError } from '../../domain/errors.ts';

/** For who brings something else. */
export const WHAT_IS_READ =
  'import reads one JSON object per line, such as ' +
  '{"brand":"acme","engine":"…","prompt":"…","collected_at":"2026-11-20T08:00:00Z","answer":"…"} ' +
  '(docs/files.md has every field)';

/** How a file begins that no line can be read of, what it is then, and what to do first. */
const OTHER_BYTES = [
  { begin: [0x1f, 0x8b], what: 'is compressed with gzip: unpack it first' },
  { begin: [0x28, 0xb5, 0x2f, 0xfd], what: 'is compressed with zstd: unpack it first' },
  { begin: [0x50, 0x4b, 0x03, 0x04], what: 'is a ZIP archive: unpack it first' },
  { begin: [0xff, 0xfe], what: 'is in UTF-16: save it as UTF-8 first' },
  { begin: [0xfe, 0xff], what: 'is in UTF-16: save it as UTF-8 first' },
] as const;

/**
 * The bytes of a file as they are, unless it is something else as a whole: calling each of its lines bad would help nobody.
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

const CSV_HEADER = /^"?[\w .-]+"?(?:[,;\t]"?[\w .-]*"?)+$/;

/**
 * The same by the first line that has any text.
 *
 * @throws SightlineError `invalid_file`
 */
export function refuseOtherText(line: string): void {
  if (CSV_HEADER.test(line)) throw refusal('looks like CSV');
  if (line.startsWith('[')) throw refusal('is a JSON list');
  if (line === '{') throw refusal('has a JSON object over several lines');
}

function refusal(what: string): SightlineError {
  return new SightlineError('invalid_file', `Nothing was stored: the file ${what}; ${WHAT_IS_READ}.`);
}
