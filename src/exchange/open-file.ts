import { ENCODING_NAMES, encodingOf, headOf, type Source, textOf, unpacked } from './bytes.ts';
import { type CsvRow, CsvSplitter, separatorIn } from './csv.ts';
import { guessedColumns } from './guess.ts';
import { type JsonObject, JsonSplitter, LineSplitter, objectIn } from './json-records.ts';
import { refused } from './refused.ts';
import { isTime } from './times.ts';
import { toolOf } from './tools/index.ts';
import type { Tool } from './tools/tool.ts';
import { MOST_XLSX_BYTES, openXlsx } from './xlsx.ts';

/** A row by its columns, or why it has none. Numbers start at 1 and leave out the header. */
export type FileRow = { readonly row: number } & (
  | { readonly record: JsonObject }
  | { readonly problem: 'unreadable' | 'too_long' }
);

/** A file with rows, however it writes them. */
export interface ImportFile {
  /** For people: `CSV, UTF-8, semicolon`. */
  readonly format: string;
  readonly tool: Tool | null;
  /** The first rows. */
  readonly sample: readonly JsonObject[];
  /** All rows, from the first; each call reads the file again. */
  readonly rows: () => AsyncGenerator<FileRow>;
  /** Objects in other lists of a JSON document, by the list's path, the first of each. */
  readonly others: ReadonlyMap<string, readonly JsonObject[]>;
}

type Rows = () => AsyncGenerator<FileRow>;

/** Rows that decide what columns hold, and their characters. */
const SAMPLE_ROWS = 200;
const SAMPLE_CHARACTERS = 2_000_000;
/** Lists of a document that are looked at, objects kept of each, and their characters. */
const MOST_LISTS = 50;
const MOST_OTHERS = 5000;
const OTHER_CHARACTERS = 8_000_000;

/**
 * Opens a file by what it holds, not by its name: a table (CSV, TSV, and with semicolons or bars), JSON, JSON Lines, or
 * Excel, gzipped or not, in UTF-8, UTF-16, or Windows-1252.
 *
 * @throws SightlineError `invalid_file` with a sentence for whoever gave it
 */
export async function openFile(source: Source): Promise<ImportFile> {
  const head = await headOf(source);
  if (head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))) return await workbook(source);
  const encoding = await encodingOf(source);
  const text = () => textOf(source, encoding);
  const name = ENCODING_NAMES[encoding] ?? encoding;
  const start = (await beginning(text())).trimStart();
  if (/^\[\s*[[{\]]/.test(start)) return await document(text, name);
  if (start.startsWith('{')) return await objects(text, name);
  return await table(text, name);
}

/** Characters of a text's beginning, for its separator. */
const BEGINNING = 256 * 1024;

async function beginning(text: AsyncIterable<string>): Promise<string> {
  let start = '';
  for await (const piece of text) {
    start += piece;
    if (start.length >= BEGINNING) break;
  }
  return start.slice(0, BEGINNING);
}

async function withSample(
  format: string,
  rows: Rows,
  others: ImportFile['others'] = new Map(),
): Promise<ImportFile> {
  const sample: JsonObject[] = [];
  let length = 0;
  for await (const row of rows()) {
    if (!('record' in row)) continue;
    sample.push(row.record);
    length += JSON.stringify(row.record).length;
    if (sample.length >= SAMPLE_ROWS || length >= SAMPLE_CHARACTERS) break;
  }
  const tool = toolOf(sample);
  const { prepare } = tool ?? {};
  if (prepare === undefined) return { format, tool, sample, rows, others };
  const prepared = async function* (): ReturnType<Rows> {
    for await (const row of rows()) yield 'record' in row ? { ...row, record: prepare(row.record) } : row;
  };
  return { format, tool, sample: sample.map(prepare), rows: prepared, others };
}

const SEPARATOR_NAMES: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
};

async function table(text: () => AsyncIterable<string>, encoding: string): Promise<ImportFile> {
  const separator = separatorIn(await beginning(text()));
  const all = async function* (): AsyncGenerator<CsvRow, undefined> {
    const splitter = new CsvSplitter(separator);
    const whole = (rows: CsvRow[]) => {
      if (splitter.unclosedAt === null) return rows;
      throw refused(
        `A quotation mark on line ${splitter.unclosedAt} opens a cell and never closes, so later rows would be part of it. Close it, or double each mark within the cell.`,
      );
    };
    for await (const piece of text()) yield* whole(splitter.take(piece));
    yield* whole(splitter.end());
  };
  const format = separator === '\t' ? 'TSV' : 'CSV';
  return await withSample(`${format}, ${encoding}, ${SEPARATOR_NAMES[separator]}`, await cellRows(all));
}

async function workbook(source: Source): Promise<ImportFile> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of unpacked(source)) {
    size += piece.length;
    if (size > MOST_XLSX_BYTES)
      throw refused(
        `An Excel file may have ${MOST_XLSX_BYTES / 1024 / 1024} MB. Save it as CSV, which may be larger.`,
      );
    pieces.push(piece);
  }
  const { name, sheets, rows } = await openXlsx(Buffer.concat(pieces));
  const all = async function* (): AsyncGenerator<CsvRow, undefined> {
    for await (const cells of rows()) yield { cells, isTooLong: false };
  };
  const format = sheets === 1 ? 'Excel' : `Excel, sheet “${name}” of ${sheets}`;
  return await withSample(format, await cellRows(all));
}

/** Rows of cells as rows by the names in the header, or by numbers if there is none. */
async function cellRows(all: () => AsyncGenerator<CsvRow, undefined>): Promise<Rows> {
  const { names, skipped } = await headerIn(all);
  return async function* () {
    let [row, at] = [0, 0];
    for await (const { cells, isTooLong } of all()) {
      at += 1;
      if (at <= skipped || cells.every((cell) => cell.trim() === '')) continue;
      row += 1;
      const isWide = cells.slice(names.length).some((cell) => cell.trim() !== '');
      if (isTooLong || isWide) yield { row, problem: isTooLong ? 'too_long' : 'unreadable' };
      else
        yield { row, record: Object.fromEntries(names.map((name, column) => [name, cells[column] ?? ''])) };
    }
  };
}

/** Rows above a header that a report has: its title, its dates. */
const MOST_ABOVE = 20;
const LONGEST_NAME = 200;

/** The first row with as many cells as most have, if its cells are names. */
async function headerIn(
  all: () => AsyncGenerator<CsvRow, undefined>,
): Promise<{ names: readonly string[]; skipped: number }> {
  const first: (readonly string[])[] = [];
  for await (const { cells } of all()) {
    first.push(cells);
    if (first.length > MOST_ABOVE + SAMPLE_ROWS) break;
  }
  const filled = first.map((cells) => cells.filter((cell) => cell.trim() !== '').length);
  const usual = filled.toSorted((one, other) => one - other)[Math.floor(filled.length / 2)] ?? 0;
  const at = filled.findIndex((count) => 2 * count > usual);
  const header = first[at];
  if (header === undefined) throw refused('The file has no rows.');
  const isHeader = !header.some(
    (cell) => isTime(cell) || /^https?:/i.test(cell) || cell.length > LONGEST_NAME,
  );
  if (!isHeader) return { names: header.map((_, column) => `column ${column + 1}`), skipped: at };
  return { names: distinct(header), skipped: at + 1 };
}

function distinct(header: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return header.map((cell, column) => {
    const name = cell.replace(/\s+/g, ' ').trim() || `column ${column + 1}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

/** Objects one after another, usually one per line, or a document whose lists hold the rows. */
async function objects(text: () => AsyncIterable<string>, encoding: string): Promise<ImportFile> {
  const first = await firstObject(text());
  if (first === 'too_long' || (first !== null && isDocument(first))) return await document(text, encoding);
  const someLines = (await beginning(text())).split('\n', 20).slice(0, -1);
  const [line = ''] = someLines;
  const isByLine =
    first === null ? someLines.some((each) => objectIn(each) !== null) : objectIn(line) !== null;
  if (isByLine || (first !== null && someLines.length === 0)) return await lines(text, encoding);
  return first === null ? await document(text, encoding) : await pieces(text, encoding);
}

/** Null if none ends, or the first is no JSON. */
async function firstObject(text: AsyncIterable<string>): Promise<JsonObject | 'too_long' | null> {
  const splitter = new JsonSplitter(true);
  for await (const piece of text) {
    const [first] = splitter.take(piece);
    if (first !== undefined) return first.text === null ? 'too_long' : objectIn(first.text);
    if (splitter.isTooLong) return 'too_long';
  }
  return null;
}

/** Whether an object holds rows, and is none itself. */
function isDocument(record: JsonObject): boolean {
  const guess = guessedColumns([record]);
  if (toolOf([record]) !== null || (guess.has('question') && guess.has('answer'))) return false;
  const inner = new JsonSplitter(false).take(JSON.stringify(record));
  return inner.length > 0 || Object.values(record).some((each) => Array.isArray(each));
}

async function lines(text: () => AsyncIterable<string>, encoding: string): Promise<ImportFile> {
  return await withSample(`JSON Lines, ${encoding}`, async function* () {
    const splitter = new LineSplitter();
    let row = 0;
    const readAll = function* (found: readonly (string | null)[]): Generator<FileRow> {
      for (const line of found) {
        row += 1;
        yield jsonRow(row, line);
      }
    };
    for await (const piece of text()) yield* readAll(splitter.take(piece));
    yield* readAll(splitter.end());
  });
}

function jsonRow(row: number, text: string | null): FileRow {
  if (text === null) return { row, problem: 'too_long' };
  const record = objectIn(text);
  return record === null ? { row, problem: 'unreadable' } : { row, record };
}

async function pieces(text: () => AsyncIterable<string>, encoding: string): Promise<ImportFile> {
  return await withSample(`JSON, ${encoding}`, rowsAt(text, '', true));
}

function rowsAt(text: () => AsyncIterable<string>, path: string, isRows: boolean): Rows {
  return async function* () {
    const splitter = new JsonSplitter(isRows);
    let row = 0;
    for await (const piece of text())
      for (const found of splitter.take(piece)) {
        if (found.path !== path) continue;
        row += 1;
        yield jsonRow(row, found.text);
      }
    if (splitter.isOpen) yield { row: row + 1, problem: 'unreadable' };
  };
}

/** A document's rows are those of the list that a tool wrote, or else whose objects have answers, or else the longest. */
async function document(text: () => AsyncIterable<string>, encoding: string): Promise<ImportFile> {
  const lists = new Map<string, { count: number; first: JsonObject[] }>();
  const splitter = new JsonSplitter(false);
  let kept = 0;
  for await (const piece of text())
    for (const { path, text: found } of splitter.take(piece)) {
      const list = lists.get(path) ?? { count: 0, first: [] };
      list.count += 1;
      const isKept = list.first.length === 0 || (list.first.length < MOST_OTHERS && kept < OTHER_CHARACTERS);
      const record = isKept && found !== null ? objectIn(found) : null;
      if (record !== null) list.first.push(record);
      kept += record === null ? 0 : (found?.length ?? 0);
      if (lists.size < MOST_LISTS) lists.set(path, list);
    }
  const score = (first: readonly JsonObject[]) =>
    toolOf(first.slice(0, 20)) !== null ? 2 : guessedColumns(first.slice(0, 20)).has('answer') ? 1 : 0;
  const [best] = [...lists]
    .map(([path, { count, first }]) => ({ path, count, score: score(first) }))
    .sort((one, other) => other.score - one.score || other.count - one.count);
  if (best === undefined) throw refused('The JSON has no list of objects, so it has no rows.');
  const others = [...lists]
    .filter(([path]) => path !== best.path)
    .map(([path, { first }]) => [path, first] as const);
  return await withSample(`JSON, ${encoding}`, rowsAt(text, best.path, false), new Map(others));
}
