import stringWidth from 'string-width';
import { printable } from './terminal.ts';

/** Longer cells are cut and end in an ellipsis, so a row fits on a line. */
const WIDEST_CELL = 60;

/** No cell is cut below this, so that ids, times and counts are whole. */
const NARROWEST_CUT = 24;

const GAP = '  ';

/**
 * Lines up rows under a header and makes every cell safe to print.
 *
 * @param columns how wide the terminal is: the widest cells are cut until a row fits, as far as they may be
 */
export function table(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number | null = null,
): string {
  const lines = [header, ...rows].map((row) => row.map((cell) => cut(printable(cell), WIDEST_CELL)));
  const wanted = header.map((_, column) => Math.max(...lines.map((line) => stringWidth(line[column] ?? ''))));
  const widths = columns === null ? wanted : fitted(wanted, columns);
  const rowText = (line: readonly string[]) =>
    line.map((cell, column) => padded(cut(cell, widths[column] ?? 0), widths[column] ?? 0)).join(GAP);
  return lines.map((line) => `${rowText(line).trimEnd()}\n`).join('');
}

/** These widths, the widest of them less, so that a row fits. */
function fitted(wanted: readonly number[], columns: number): number[] {
  const widths = [...wanted];
  let excess = widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length) - columns;
  for (; excess > 0; excess -= 1) {
    const widest = Math.max(...widths);
    if (widest <= NARROWEST_CUT) break;
    widths[widths.indexOf(widest)] = widest - 1;
  }
  return widths;
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
