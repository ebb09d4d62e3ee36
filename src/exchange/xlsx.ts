import type { Readable } from 'node:stream';
import { Parser } from 'htmlparser2';
import type { Entry, ZipFile } from 'yauzl';
import { DAY_MS } from '../domain/time/period.ts';
import { refused } from './refused.ts';

/** It is read whole, as its parts stand in no order. */
export const MOST_XLSX_BYTES = 32 * 1024 * 1024;
/** Of one part, unpacked. A sheet is read as it comes; its texts stay in memory. */
const MOST_PART_BYTES = 256 * 1024 * 1024;
const MOST_TEXT_CHARACTERS = 64_000_000;
const MOST_ENTRIES = 10_000;
/** Cells further right are left out. */
const MOST_COLUMNS = 500;
/** The parser's time grows with the square of the depth. */
const DEEPEST = 100;

/** The largest sheet that is not hidden. */
export interface Sheet {
  readonly name: string;
  /** All that are not hidden. */
  readonly sheets: number;
  /** All of its rows, from the first. */
  readonly rows: () => AsyncGenerator<readonly string[]>;
}

/**
 * Opens an Excel workbook (Office Open XML). A formula is the value that Excel stored for it; a date is ISO 8601
 * without a zone.
 *
 * @throws SightlineError `invalid_file`; also from `rows`
 */
export async function openXlsx(file: Buffer): Promise<Sheet> {
  try {
    return await sheetIn(await partsOf(file));
  } catch (error) {
    throw clear(error);
  }
}

function clear(error: unknown): unknown {
  if (!(error instanceof Error) || error.name === 'SightlineError') return error;
  return refused('The Excel file is damaged. Save it again, or as CSV.', error);
}

interface Parts {
  readonly archive: ZipFile;
  readonly entries: ReadonlyMap<string, Entry>;
}

async function partsOf(file: Buffer): Promise<Parts> {
  const { fromBufferPromise } = await import('yauzl');
  const archive = await fromBufferPromise(file, { lazyEntries: true });
  if (archive.entryCount > MOST_ENTRIES) throw refused('The file is an archive with too many parts.');
  const entries = new Map<string, Entry>();
  for await (const entry of archive.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
  if (entries.has('xl/workbook.bin')) throw refused('It is a binary Excel file. Save it as .xlsx or CSV.');
  if (!entries.has('xl/workbook.xml'))
    throw refused('It is a ZIP archive and no Excel file. Unpack it first.');
  return { archive, entries };
}

async function sheetIn(parts: Parts): Promise<Sheet> {
  const targets = await targetsIn(parts);
  const { sheets, is1904 } = await workbookIn(parts);
  const found = sheets.flatMap(({ name, id }) => {
    const entry = parts.entries.get(partName(targets.get(id) ?? ''));
    return entry === undefined ? [] : [{ name, entry }];
  });
  const [largest] = found.sort(
    ({ entry: one }, { entry: other }) => other.uncompressedSize - one.uncompressedSize,
  );
  if (largest === undefined) throw refused('The Excel file has no sheet with cells.');
  const reader = { texts: await textsIn(parts), dates: await dateStylesIn(parts), is1904 };
  return { name: largest.name, sheets: found.length, rows: () => rowsIn(parts, largest.entry, reader) };
}

function partName(target: string): string {
  return (target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`).toLowerCase();
}

type Attributes = Readonly<Record<string, string>>;

interface Handler {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Names without their namespace's prefix. */
const bare = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Parses a part as it comes, and yields after each piece. */
async function* parsing({ archive }: Parts, entry: Entry, handler: Handler): AsyncGenerator<undefined> {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        if (depth > DEEPEST) throw refused('The Excel file has too many levels.');
        handler.open?.(bare(name), attributes);
      },
      ontext: (text) => handler.text?.(text),
      onclosetag: (name) => {
        depth -= 1;
        handler.close?.(bare(name));
      },
    },
    { xmlMode: true },
  );
  const decoder = new TextDecoder();
  const stream: Readable = await archive.openReadStreamPromise(entry);
  let size = 0;
  for await (const bytes of stream as AsyncIterable<Uint8Array>) {
    size += bytes.length;
    if (size > MOST_PART_BYTES) throw refused('The Excel file unpacks to more than 256 MB. Save it as CSV.');
    parser.write(decoder.decode(bytes, { stream: true }));
    yield;
  }
  parser.end();
  yield;
}

async function parse(parts: Parts, name: string, handler: Handler): Promise<void> {
  const entry = parts.entries.get(name);
  if (entry === undefined) return;
  for await (const _ of parsing(parts, entry, handler));
}

async function targetsIn(parts: Parts): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  await parse(parts, 'xl/_rels/workbook.xml.rels', {
    open: (name, { Id, Target }) => {
      if (name === 'Relationship') targets.set(Id ?? '', Target ?? '');
    },
  });
  return targets;
}

async function workbookIn(
  parts: Parts,
): Promise<{ sheets: { name: string; id: string }[]; is1904: boolean }> {
  const sheets: { name: string; id: string }[] = [];
  let is1904 = false;
  await parse(parts, 'xl/workbook.xml', {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
      if (name === 'sheet' && (attributes.state ?? 'visible') === 'visible')
        sheets.push({ name: attributes.name ?? '', id: attributes['r:id'] ?? '' });
    },
  });
  return { sheets, is1904 };
}

/** Texts that cells share. Readings of Japanese signs beside them are no text of theirs. */
async function textsIn(parts: Parts): Promise<string[]> {
  const texts: string[] = [];
  let [open, length, isText, isReading] = ['', 0, false, false];
  await parse(parts, 'xl/sharedstrings.xml', {
    open: (name) => {
      if (name === 'si') open = '';
      isReading ||= name === 'rPh';
      isText = name === 't' && !isReading;
    },
    text: (text) => {
      if (!isText) return;
      open += text;
      length += text.length;
      if (length > MOST_TEXT_CHARACTERS) throw refused('The Excel file has too much text. Save it as CSV.');
    },
    close: (name) => {
      if (name === 'si') texts.push(unescaped(open));
      if (name === 'rPh') isReading = false;
      if (name === 't') isText = false;
    },
  });
  return texts;
}

/** `_x000D_` as Excel writes control characters. */
function unescaped(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Formats that Excel has without naming them (ECMA-376, 18.8.30). */
function builtInStyle(id: number): DateStyle {
  if ((id >= 18 && id <= 22) || (id >= 45 && id <= 47)) return 'clock';
  return (id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? 'day' : null;
}

function styleOf(formatCode: string): DateStyle {
  if (/[hs]/i.test(formatCode)) return 'clock';
  return /[dmy]/i.test(formatCode) ? 'day' : null;
}

/** What a number's style shows: a day, or a time, so that a whole number is midnight; null for no date. */
type DateStyle = 'day' | 'clock' | null;

/** By a cell's style. */
async function dateStylesIn(parts: Parts): Promise<DateStyle[]> {
  const own = new Map<number, DateStyle>();
  const styles: DateStyle[] = [];
  let isCells = false;
  await parse(parts, 'xl/styles.xml', {
    open: (name, { numFmtId, formatCode = '' }) => {
      const id = Number(numFmtId);
      if (name === 'numFmt')
        own.set(id, styleOf(formatCode.replace(/"[^"]{0,100}"|\\.|\[(?!h|m|s)[^\]]{0,100}\]/gi, '')));
      isCells ||= name === 'cellXfs';
      if (name === 'xf' && isCells) styles.push(own.get(id) ?? builtInStyle(id));
    },
    close: (name) => {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return styles;
}

interface CellReader {
  readonly texts: readonly string[];
  readonly dates: readonly DateStyle[];
  readonly is1904: boolean;
}

async function* rowsIn(
  parts: Parts,
  entry: Entry,
  reader: CellReader,
): AsyncGenerator<readonly string[], undefined> {
  let rows: string[][] = [];
  let row: string[] = [];
  let cell = { column: -1, type: '', style: 0, value: '', isValue: false };
  const handler: Handler = {
    open: (name, { r, t = 'n', s }) => {
      if (name === 'row') row = [];
      if (name === 'c')
        cell = {
          column: r === undefined ? row.length : columnIn(r),
          type: t,
          style: Number(s ?? 0),
          value: '',
          isValue: false,
        };
      cell.isValue = name === 'v' || name === 't';
    },
    text: (text) => {
      if (cell.isValue && cell.value.length < MOST_TEXT_CHARACTERS) cell.value += text;
    },
    close: (name) => {
      if (name === 'v' || name === 't') cell.isValue = false;
      if (name === 'row') rows.push(row);
      if (name !== 'c' || cell.column >= MOST_COLUMNS) return;
      while (row.length < cell.column) row.push('');
      row[cell.column] = textOfCell(cell, reader);
    },
  };
  try {
    for await (const _ of parsing(parts, entry, handler)) {
      yield* rows;
      rows = [];
    }
  } catch (error) {
    throw clear(error);
  }
}

/** `AB12` is column 27, from 0. */
function columnIn(place: string): number {
  let column = 0;
  for (const letter of place.match(/^[A-Z]{1,3}/)?.[0] ?? 'A')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function textOfCell(
  { type, style, value }: { readonly type: string; readonly style: number; readonly value: string },
  { texts, dates, is1904 }: CellReader,
): string {
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'true' : 'false';
  if (type === 'e') return '';
  if (type === 'str' || type === 'inlineStr') return unescaped(value);
  const shown = dates[style] ?? null;
  return type === 'n' && value !== '' && shown !== null ? dateOf(Number(value), shown, is1904) : value;
}

/** Days from the last of 1899 to 1970, and from 1904. Before March 1900, Excel's days are off by one: nothing is that old. */
const DAYS_TO_1970 = 25_569;
const DAYS_FROM_1900_TO_1904 = 1_462;

/** An Excel day as ISO 8601 without a zone, to the second: `2026-11-20`, or `2026-11-20 08:00:00`. */
function dateOf(serial: number, shown: 'day' | 'clock', is1904: boolean): string {
  const days = serial + (is1904 ? DAYS_FROM_1900_TO_1904 : 0) - DAYS_TO_1970;
  const at = new Date(Math.round((days * DAY_MS) / 1000) * 1000);
  if (Number.isNaN(at.getTime())) return String(serial);
  const [day = '', time = ''] = at.toISOString().split(/[T.]/);
  if (serial < 1 && serial >= 0) return time;
  return shown === 'day' && Number.isInteger(serial) ? day : `${day} ${time}`;
}
