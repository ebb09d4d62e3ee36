/** A Markdown table that also lines up as plain text: the first column to the left, figures to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => padded(cells[column] ?? '', width, column)).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => '-'.repeat(width + 1) + (column === 0 ? '-' : ':')).join('|')}|`;
  return `${[line(head), rule, ...rows.map(line)].join('\n')}\n`;
}

function padded(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

/** Milliseconds with at most three significant digits. */
export function milliseconds(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** A whole number with a comma between thousands. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
