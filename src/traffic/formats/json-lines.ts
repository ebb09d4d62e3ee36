import type { LineReader } from '../logged-request.ts';
import { placesIn } from './field-names.ts';
import { JSON_TABLES, type JsonTable } from './json-tables.ts';
import { LOG_FIELDS, type LogField, type LogFormat, type LogMapping } from './log-format.ts';
import { timeOf } from './log-times.ts';
import { requestOf } from './logged-fields.ts';

type JsonRecord = Readonly<Record<string, unknown>>;
/** The paths that may have each field: of those in a record, the first counts. */
type Paths = Partial<Record<LogField, readonly string[]>>;

/** A record per line whose names the aliases know or the user mapped. */
export const JSON_LINES: LogFormat = {
  id: 'json',
  name: 'JSON lines',
  open: (lines, mapping) => {
    for (const record of recordsIn(lines)) {
      // A product's records that are no requests are none by other names either.
      const isKnown = Object.keys(mapping).length === 0 && JSON_TABLES.some((table) => isOf(table, record));
      const paths = isKnown ? null : pathsOf(record, mapping);
      if (paths !== null) return jsonReader({ paths });
    }
    return null;
  },
};

/** One per table, so that recognition names the product; at last records with other names. */
export const JSON_FORMATS: readonly LogFormat[] = [
  ...JSON_TABLES.map((table) => ({
    id: table.id,
    name: table.name,
    open: (lines: readonly string[]) =>
      recordsIn(lines).some((record) => isOf(table, record)) ? jsonReader(table) : null,
  })),
  JSON_LINES,
];

function recordsIn(lines: readonly string[]): JsonRecord[] {
  return lines.map(recordIn).filter((record) => record !== null);
}

/** Null for a line that is no JSON object. A line of an array may end with a comma. */
function recordIn(line: string): JsonRecord | null {
  if (!/^\s*\{/.test(line)) return null;
  try {
    return JSON.parse(line.replace(/,\s*$/, '')) as JsonRecord;
  } catch {
    return null;
  }
}

function isOf({ known }: JsonTable, record: JsonRecord): boolean {
  return known.every((paths) => paths.some((path) => valueAt(record, path) !== undefined));
}

function jsonReader(table: Pick<JsonTable, 'paths' | 'only' | 'requestId'>): LineReader {
  return (line) => {
    const record = recordIn(line);
    if (record === null) return 'unread';
    if (table.only !== undefined && valueAt(record, table.only.path) !== table.only.value) return 'nothing';
    const read = requestOf(fieldsOf(record, table.paths));
    const id = table.requestId === undefined ? undefined : valueAt(record, table.requestId);
    return typeof read === 'object' && typeof id === 'string' ? { ...read, id } : read;
  };
}

function fieldsOf(record: JsonRecord, paths: Paths) {
  const text = (field: LogField) => {
    const value = valueIn(record, paths[field]);
    return value === undefined ? undefined : String(value);
  };
  const [date, time] = [text('date'), valueIn(record, paths.time)];
  return {
    at: timeOf(time) ?? timeOf(`${date} ${time}`),
    host: text('host'),
    method: text('method'),
    target: text('target'),
    query: queryIn(record, paths.query) ?? text('query'),
    request: text('request'),
    status: text('status'),
    address: text('address'),
    forwarded: text('forwarded'),
    agent: text('agent'),
    referrer: text('referrer'),
  };
}

type Value = string | number;

function valueIn(record: JsonRecord, paths: readonly string[] = []): Value | undefined {
  for (const path of paths) {
    const value = valueAt(record, path);
    if (typeof value === 'string' || typeof value === 'number') return value;
  }
  return undefined;
}

/** A query may be a record of its parameters. */
function queryIn(record: JsonRecord, paths: readonly string[] = []): string | undefined {
  const query = paths.map((path) => valueAt(record, path)).find(isRecord);
  if (query === undefined) return undefined;
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  );
  return new URLSearchParams(pairs).toString();
}

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path of names; of a list its first. A name may have dots itself. */
function valueAt(record: JsonRecord, path: string): unknown {
  const whole = record[path];
  if (whole !== undefined || !path.includes('.')) return firstOf(whole);
  let value: unknown = record;
  for (const name of path.split('.')) {
    if (!isRecord(value) || !Object.hasOwn(value, name)) return undefined;
    value = firstOf(value[name]);
  }
  return value;
}

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

const DEEPEST = 5;

/** The paths to all values, the shallowest first. */
function leavesOf(record: JsonRecord, depth = 0): string[] {
  const entries = Object.entries(record);
  const inner = entries.flatMap(([name, value]) =>
    isRecord(value) && depth < DEEPEST ? leavesOf(value, depth + 1).map((path) => `${name}.${path}`) : [],
  );
  return [...entries.flatMap(([name, value]) => (isRecord(value) ? [] : name)), ...inner];
}

/** Each field by its whole path's name, else by the last part's; null if the record is no request. */
function pathsOf(record: JsonRecord, mapping: LogMapping): Paths | null {
  const leaves = leavesOf(record).sort((one, other) => one.split('.').length - other.split('.').length);
  const [whole, last] = [placesIn(leaves), placesIn(leaves.map((path) => path.split('.').at(-1) ?? path))];
  const paths = Object.fromEntries(
    LOG_FIELDS.flatMap((field) => {
      const path = mapping[field] ?? leaves[whole[field]] ?? leaves[last[field]];
      return path === undefined ? [] : [[field, [path]]];
    }),
  ) as Paths;
  return isLog(paths) ? paths : null;
}

/** A log has a time, a path, and something about request or client. */
function isLog({ time, target, request, agent, status, method }: Paths): boolean {
  return time !== undefined && (target ?? request) !== undefined && (agent ?? status ?? method) !== undefined;
}
