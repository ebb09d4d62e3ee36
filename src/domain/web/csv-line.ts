const END_OF_LINE = '\r\n';

/** Without it, Excel reads a file in the user's code page. Everything else skips it. */
export const BYTE_ORDER_MARK = '\uFEFF';

export type CsvValue = string | number | boolean | null;

/** RFC 4180. */
export function csvLine(values: readonly CsvValue[]): string {
  return values.map(valueText).join(',') + END_OF_LINE;
}

/**
 * Spreadsheets run a text cell that begins with one of these characters as a formula, unless an apostrophe comes first.
 * Some skip blanks before it, and East Asian ones also take the full-width forms.
 */
const FORMULA = /^[\t\r\n]|^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u;

function valueText(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const inert = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
