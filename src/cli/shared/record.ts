import { capitalized } from '../../domain/text.ts';
import { table } from './table.ts';
import { printable } from './terminal.ts';

/**
 * A record as lines of `name: value`, in the order of its fields, with nested ones indented. Fields without a value
 * are left out, and a text of several lines keeps them.
 */
export function recordText(record: object): string {
  return linesOf(record)
    .map((line) => `${line}\n`)
    .join('');
}

function linesOf(record: object): string[] {
  return Object.entries(record).flatMap(([field, value]) => fieldLines(nameOf(field), value));
}

function fieldLines(name: string, value: unknown): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (typeof value === 'string' && value.includes('\n'))
    return [`${name}:`, ...indented(value.split('\n').map(keptIndent))];
  if (!Array.isArray(value))
    return typeof value === 'object'
      ? [`${name}:`, ...indented(linesOf(value))]
      : [`${name}: ${cellOf(value)}`];
  if (value.length === 0) return [];
  const entries = value.map((each) =>
    typeof each === 'object' && each !== null ? linesOf(each) : [cellOf(each)],
  );
  return [
    `${name}:`,
    ...entries.flatMap(([first = '', ...more]) => [`  - ${first}`, ...indented(indented(more))]),
  ];
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`.trimEnd());
}

/** A line of a text, with its own indentation. */
function keptIndent(line: string): string {
  return `${/^ */.exec(line)?.[0] ?? ''}${printable(line)}`;
}

/**
 * Records as a table with a column per field.
 *
 * @param names other names of columns; null leaves a field out
 * @param none what stands for null, by field; default: `-`
 */
export function recordTable(
  rows: readonly object[],
  names: Readonly<Record<string, string | null>> = {},
  none: Readonly<Record<string, string>> = {},
): string {
  if (rows.length === 0) return 'None.\n';
  const fields = Object.keys(rows[0] ?? {}).filter((field) => names[field] !== null);
  const header = fields.map((field) => names[field] ?? capitalized(nameOf(field)));
  const cells = rows.map((row) =>
    fields.map((field) => cellOf((row as Readonly<Record<string, unknown>>)[field], none[field])),
  );
  return table(header, cells);
}

function nameOf(field: string): string {
  return field.replaceAll('_', ' ');
}

function cellOf(value: unknown, none = '-'): string {
  if (value === null || value === undefined) return none;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return printable(Array.isArray(value) ? value.join(', ') || '-' : String(value));
}
