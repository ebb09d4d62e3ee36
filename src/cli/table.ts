import stringWidth from 'string-width';
import { printable } from './terminal.ts';

/** Longer cells are cut and end in an ellipsis, so a row fits on a line. */
const WIDEST_CELL = 60;

/** Lines up rows under a header and makes every cell safe to print. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows].map((row) => row.map((cell) => cut(printable(cell))));
  const widths = header.map((_, column) => Math.max(...lines.map((line) => stringWidth(line[column] ?? ''))));
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, column) => padded(cell, widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

function padded(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - stringWidth(cell)));
}

function cut(cell: string): string {
  if (stringWidth(cell) <= WIDEST_CELL) return cell;
  let kept = '';
  for (const character of cell) {
    if (stringWidth(kept + character) >= WIDEST_CELL) break;
    kept += character;
  }
  return `${kept}…`;
}
