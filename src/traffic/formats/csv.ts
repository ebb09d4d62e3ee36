import { csvCells } from '../../domain/web/csv-cells.ts';
import type { LineReader } from '../logged-request.ts';
import { placesIn, plainName } from './field-names.ts';
import { LOG_FIELDS, type LogField, type LogFormat, type LogMapping } from './log-format.ts';
import { timeOf } from './log-times.ts';
import { requestOf } from './logged-fields.ts';

/** A time, a path, and something else. */
const FEWEST_COLUMNS = 3;
/** A column's place from 1. */
const NUMBER = /^[1-9]\d{0,3}$/;
const SEPARATORS = [',', ';', '\t', '|'];

/** Where a table has each field; its separator. */
interface Head {
  readonly separator: string;
  readonly places: Readonly<Record<LogField, number>>;
  /** Cells of its line; null if a mapping by numbers needs none. */
  readonly width: number | null;
}

/** A table whose header names its columns, or whose columns the user mapped by name or number. */
export const CSV: LogFormat = {
  id: 'csv',
  name: 'table (CSV)',
  open: (lines, mapping) => {
    const head =
      headByNumber(lines, mapping) ??
      lines.map((line) => headOf(line, mapping)).find((each) => each !== null);
    return head === undefined ? null : csvReader(head, mapping);
  },
};

function csvReader(first: Head, mapping: LogMapping): LineReader {
  let head = first;
  return (line) => {
    const cells = csvCells(line, head.separator);
    const cell = (field: LogField): string | undefined => cells[head.places[field]];
    const at = timeIn(cells, head);
    if (at === null) {
      const next = headOf(line, mapping);
      head = next ?? head;
      return next === null && !/^"?sep=/i.test(line) ? 'unread' : 'nothing';
    }
    if (head.width !== null && cells.length !== head.width) return 'unread';
    return requestOf({
      at,
      host: cell('host'),
      method: cell('method'),
      target: cell('target'),
      query: cell('query'),
      request: cell('request'),
      status: cell('status'),
      address: cell('address'),
      forwarded: cell('forwarded'),
      agent: cell('agent'),
      referrer: cell('referrer'),
    });
  };
}

/** The header's columns by the separator that gives most of them; null if the line is no header of a log. */
function headOf(line: string, mapping: LogMapping): Head | null {
  const [best] = SEPARATORS.map((separator) => ({ separator, names: csvCells(line, separator) }))
    .filter(({ names }) => names.length >= FEWEST_COLUMNS)
    .map(({ separator, names }) => ({ separator, width: names.length, places: mapped(names, mapping) }))
    .filter(({ places }) => isLog(places))
    .sort((one, other) => other.width - one.width);
  return best ?? null;
}

function mapped(names: readonly string[], mapping: LogMapping): Record<LogField, number> {
  const plain = names.map(plainName);
  const given = Object.entries(mapping).map(([field, name]) => {
    const place = plain.indexOf(plainName(name));
    return [field, place === -1 && NUMBER.test(name) ? Number(name) - 1 : place];
  });
  return { ...placesIn(names), ...Object.fromEntries(given) };
}

/** A log has a time, a path, and something about request or client. */
function isLog(places: Readonly<Record<LogField, number>>): boolean {
  const has = (field: LogField) => places[field] >= 0;
  return (
    has('time') && (has('request') || has('target')) && (has('agent') || has('status') || has('address'))
  );
}

/** Columns by number need no header; the separator is the one that leaves a time in its column. */
function headByNumber(lines: readonly string[], mapping: LogMapping): Head | undefined {
  const numbers = LOG_FIELDS.flatMap((field) => mapping[field] ?? []);
  if (numbers.length === 0 || !numbers.every((each) => NUMBER.test(each))) return undefined;
  const places = Object.fromEntries(
    LOG_FIELDS.map((field) => [field, Number(mapping[field] ?? 0) - 1]),
  ) as Record<LogField, number>;
  return SEPARATORS.map((separator) => ({ separator, places, width: null })).find((head) =>
    lines.some((line) => timeIn(csvCells(line, head.separator), head) !== null),
  );
}

function timeIn(cells: readonly string[], { places }: Head): number | null {
  const [date, time] = [cells[places.date], cells[places.time]];
  return timeOf(time) ?? timeOf(`${date} ${time}`);
}
