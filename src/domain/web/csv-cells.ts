/** A line's next cell. One in quotation marks may have the separator, and doubled marks (RFC 4180). */
function cellBefore(separator: string): RegExp {
  const end = RegExp.escape(separator);
  return new RegExp(` *"([^"]*(?:""[^"]*)*)" *(${end}|$)|([^${end}\\n]*)(${end}|$)`, 'gy');
}

const CELLS = new Map(['\t', ';', ',', '|', '\n'].map((separator) => [separator, cellBefore(separator)]));

/** The cells of a table's line without blanks around them. The separator is a tab, `;`, `,`, `|`, or a line's end for a single cell. */
export function csvCells(line: string, separator: string): string[] {
  const cells: string[] = [];
  for (const [, quoted, quotedEnd, plain = '', end = quotedEnd] of line.matchAll(
    CELLS.get(separator) ?? /$^/g,
  )) {
    cells.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end === '') break;
  }
  return cells;
}
