import { csvCells } from '../../domain/web/csv-cells.ts';
import { refused } from './refused.ts';

/** A line and its place in the file, from 1. */
interface Line {
  readonly number: number;
  readonly text: string;
}

/** Lines between comments. */
export interface Section {
  /** All comments before it. */
  readonly comments: readonly string[];
  readonly lines: readonly Line[];
  readonly separator: string;
}

export interface TableRow {
  /** From 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** A cell begins with a quotation mark that does not end. */
  readonly isOpen: boolean;
}

const SEPARATORS = [',', ';', '\t', '|'];
const LONGEST_LINE = 64 * 1024;
/** Lines that decide what separates cells. */
const LOOKED_AT = 20;
/** With comments, blank lines, and those within cells. */
const MOST_LINES = 150_000;
/** Lines of one quoted cell. */
const MOST_JOINED = 20;

/** The tables in a text: one, or as Google Analytics writes them several, each after comments that begin with `#`. */
export function sectionsIn(text: string): Section[] {
  const sections: Section[] = [];
  const comments: string[] = [];
  let lines: Line[] = [];
  const end = () => {
    if (lines.length > 0) sections.push({ comments: [...comments], lines, separator: separatorOf(lines) });
    lines = [];
  };
  const all = text.split(/\r\n|\r|\n/, MOST_LINES + 1);
  if (all.length > MOST_LINES)
    throw refused(`The file has more than ${MOST_LINES.toLocaleString('en-US')} lines.`);
  for (const [at, line] of all.entries()) {
    if (line.length > LONGEST_LINE) throw refused(`Line ${at + 1} is longer than any row of such a file.`);
    if (line.startsWith('#') || line.startsWith('"#')) {
      end();
      comments.push(line);
    } else if (line.trim() !== '' && !(at === 0 && /^"?sep=/i.test(line)))
      lines.push({ number: at + 1, text: line });
  }
  end();
  return sections;
}

/** What leaves the most lines with as many cells as the first; of those alike, what leaves the most cells. */
function separatorOf(lines: readonly Line[]): string {
  const [first, ...others] = lines.slice(0, LOOKED_AT).map(({ text }) => text);
  const scores = SEPARATORS.map((separator) => {
    const width = csvCells(first ?? '', separator).length;
    const alike = others.filter((line) => csvCells(line, separator).length === width).length;
    return { separator, width, alike: width > 1 ? alike : -1 };
  });
  const [best] = scores.sort((one, other) => other.alike - one.alike || other.width - one.width);
  return best?.separator ?? ',';
}

/** A section's rows, the header too. A quoted cell may go on in the lines after it. */
export function* rowsOf({ lines, separator }: Section): Generator<TableRow> {
  let width = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const number = lines[at]?.number ?? 0;
    let text = lines[at]?.text ?? '';
    let cells = csvCells(text, separator);
    for (let more = 1; more <= MOST_JOINED && cells.length !== width && isOpen(text); more += 1) {
      text = `${text}\n${lines[at + more]?.text ?? ''}`;
      if (isOpen(text)) continue;
      cells = csvCells(text, separator);
      at += more;
    }
    width ||= cells.length;
    const isUnquoted = cells.some((cell) => cell.startsWith('"'));
    yield { line: number, cells, isOpen: isUnquoted && isOpen(text) };
  }
}

/** Whether a quoted cell goes on in the next line. */
function isOpen(text: string): boolean {
  return (text.split('"').length - 1) % 2 === 1;
}
