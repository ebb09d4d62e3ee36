import stringWidth from 'string-width';
import { printable } from './terminal.ts';

/** Longer cells end in an ellipsis. */
const WIDEST_CELL = 60;

/** The minimum width of a truncated cell, so that ids, times, and counts are whole. */
const NARROWEST_CUT = 24;

const GAP = '  ';

/**
 * Aligns rows under a header and makes every cell safe to print.
 *
 * @param columns the terminal's width. Until a row fits, first labels wrap, then the widest cells shrink to their
 * minimum, then cells wrap
 * @param uncut columns that are never truncated, such as figures
 */
export function table(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number | null = null,
  uncut: readonly boolean[] = [],
): string {
  return tableRows(header, rows, columns, uncut).join('');
}

/** A text table row by row, the header first. A row may have several lines. */
export function tableRows(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number | null,
  uncut: readonly boolean[],
): string[] {
  const whole = rows.map((row) =>
    row.map((cell, column) => cut(printable(cell), uncut[column] ? Infinity : WIDEST_CELL)),
  );
  const wanted = widestOf([header, ...whole], stringWidth);
  if (columns === null) return rowsText([header, ...whole], wanted);
  const fit = (widths: number[], least: readonly number[]) => narrowed(widths, columns, least);
  const labels = header.map(longestWord);
  const cells = widestOf([labels.map(blank), ...whole], stringWidth);
  const cuttable = cells.map((width, column) =>
    uncut[column] ? width : Math.max(labels[column] ?? 0, Math.min(width, NARROWEST_CUT)),
  );
  const cutTo = fit(fit(wanted, cells), cuttable);
  const lines = [header, ...whole.map((row) => row.map((cell, column) => cut(cell, cutTo[column] ?? 0)))];
  return rowsText(lines, fit(cutTo, widestOf(lines, longestWord)));
}

function blank(width: number): string {
  return ' '.repeat(width);
}

/** A text wrapped between words for a terminal of this width; one line if it is not a terminal. */
export function paragraph(text: string, columns: number | null, indent = ''): string {
  const width = columns === null ? Infinity : Math.max(NARROWEST_CUT, columns - indent.length);
  return wrapped(printable(text), width, ' ')
    .map((line) => `${indent}${line}\n`)
    .join('');
}

function widestOf(lines: readonly (readonly string[])[], measure: (cell: string) => number): number[] {
  const [header = []] = lines;
  return header.map((_, column) => Math.max(...lines.map((line) => measure(line[column] ?? ''))));
}

/** Shrinks the widest columns until a row fits, but none below its minimum. */
function narrowed(wanted: readonly number[], columns: number, least: readonly number[]): number[] {
  const widths = [...wanted];
  let excess = widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length) - columns;
  for (; excess > 0; excess -= 1) {
    const yielding = widths.map((width, column) => (width > (least[column] ?? 0) ? width : 0));
    const widest = Math.max(...yielding);
    if (widest === 0) break;
    widths[yielding.indexOf(widest)] = widest - 1;
  }
  return widths;
}

function rowsText(lines: readonly (readonly string[])[], widths: readonly number[]): string[] {
  return lines.map((line) => rowText(line, widths));
}

/** A row in as many lines as its tallest cell. */
function rowText(line: readonly string[], widths: readonly number[]): string {
  const cells = line.map((cell, column) => wrapped(cell, widths[column] ?? 0));
  const height = Math.max(...cells.map((parts) => parts.length));
  return Array.from({ length: height }, (_, index) => {
    const parts = cells.map((cell, column) => padded(cell[index] ?? '', widths[column] ?? 0));
    return `${parts.join(GAP).trimEnd()}\n`;
  }).join('');
}

/** Possible line breaks: blanks, but not within an interval such as `(29 to 50%)`. */
const BREAK = /(?<!\([-\d][^()]{0,60}) /;

function wrapped(cell: string, width: number, at: string | RegExp = BREAK): string[] {
  if (stringWidth(cell) <= width) return [cell];
  const parts: string[] = [];
  for (const word of cell.split(at)) {
    const last = parts.at(-1);
    if (last !== undefined && stringWidth(`${last} ${word}`) <= width)
      parts[parts.length - 1] = `${last} ${word}`;
    else parts.push(word);
  }
  return parts;
}

function longestWord(cell: string): number {
  return Math.max(...cell.split(BREAK).map((word) => stringWidth(word)));
}

function padded(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - stringWidth(cell)));
}

function cut(cell: string, width: number): string {
  if (stringWidth(cell) <= width) return cell;
  let kept = '';
  for (const character of cell) {
    if (stringWidth(kept + character) >= width) break;
    kept += character;
  }
  return `${kept}…`;
}
