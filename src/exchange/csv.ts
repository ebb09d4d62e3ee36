/** A row of a table. Its cells are those before it grew too long, if it did. */
export interface CsvRow {
  readonly cells: readonly string[];
  readonly isTooLong: boolean;
}

/** Characters of a row at most; a longer one is left out and takes no memory. */
const MOST_ROW_CHARACTERS = 4_000_000;

const [NEWLINE, RETURN, QUOTE] = [0x0a, 0x0d, 0x22];

/**
 * Splits a table into rows (RFC 4180), also with quotation marks in the middle of a cell, as hands and scripts write
 * them: within a quoted cell, only one before a separator or the line's end ends it.
 */
export class CsvSplitter {
  readonly #separator: number;
  #rest = '';
  #cells: string[] = [];
  /** What the open cell has so far, and whether it is quoted. */
  #cell = '';
  #isQuoted = false;
  #isStarted = false;
  #length = 0;
  /** The line being read, and that of the open quotation mark. */
  #line = 1;
  #openedAt = 0;
  #unclosedAt: number | null = null;

  constructor(separator: string) {
    this.#separator = separator.charCodeAt(0);
  }

  /**
   * The line of the first quotation mark that opens a cell and seems never to close: the file ends within it, or after a
   * line break another cell opens. Rows since then are wrong.
   */
  get unclosedAt(): number | null {
    return this.#unclosedAt;
  }

  /** @returns the rows that are complete */
  take(text: string): CsvRow[] {
    return this.#split(this.#rest + text, false);
  }

  /** @returns the last row, if the file does not end with a line break; an open quotation mark ends with the file */
  end(): CsvRow[] {
    const rows = this.#split(this.#rest, true);
    if (this.#isQuoted) this.#unclosedAt ??= this.#openedAt;
    if (this.#isStarted || this.#cells.length > 0) this.#endRow(rows);
    return rows;
  }

  #split(text: string, isLast: boolean): CsvRow[] {
    const rows: CsvRow[] = [];
    // A mark, or a return, means something by the sign after it.
    const end = isLast || text === '' ? text.length : text.length - 1;
    let at = 0;
    while (at < end) at = this.#isQuoted ? this.#quoted(text, at, end) : this.#plain(text, at, end, rows);
    this.#rest = text.slice(at);
    return rows;
  }

  #quoted(text: string, at: number, end: number): number {
    const mark = text.indexOf('"', at);
    if (mark === -1 || mark >= end) {
      this.#addLines(text.slice(at, end));
      return end;
    }
    const before = mark > at ? text.charCodeAt(mark - 1) : this.#cell.charCodeAt(this.#cell.length - 1);
    this.#addLines(text.slice(at, mark));
    const after = text.charCodeAt(mark + 1);
    if (after === QUOTE) {
      this.#add('"');
      return mark + 2;
    }
    this.#isQuoted = !(
      after === this.#separator ||
      after === NEWLINE ||
      after === RETURN ||
      Number.isNaN(after)
    );
    if (this.#isQuoted) {
      this.#add('"');
      const opens = before === this.#separator || before === NEWLINE;
      if (opens && this.#line > this.#openedAt) this.#unclosedAt ??= this.#openedAt;
    }
    return mark + 1;
  }

  #addLines(text: string): void {
    this.#add(text);
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#line += 1;
  }

  #plain(text: string, from: number, end: number, rows: CsvRow[]): number {
    if (text.charCodeAt(from) === QUOTE && !this.#isStarted) {
      this.#isStarted = true;
      this.#isQuoted = true;
      this.#openedAt = this.#line;
      return from + 1;
    }
    let at = from;
    let sign = text.charCodeAt(at);
    while (at < end && sign !== this.#separator && sign !== NEWLINE && sign !== RETURN) {
      at += 1;
      sign = text.charCodeAt(at);
    }
    if (at > from) this.#add(text.slice(from, at));
    if (at >= end) return at;
    if (sign === this.#separator) {
      this.#endCell();
      this.#isStarted = false;
      return at + 1;
    }
    this.#endRow(rows);
    this.#line += 1;
    return sign === RETURN && text.charCodeAt(at + 1) === NEWLINE ? at + 2 : at + 1;
  }

  #add(text: string): void {
    this.#isStarted ||= text !== '';
    this.#length += text.length;
    if (this.#length <= MOST_ROW_CHARACTERS) this.#cell += text;
  }

  #endCell(): void {
    this.#length += 1;
    if (this.#length <= MOST_ROW_CHARACTERS) this.#cells.push(this.#cell);
    this.#cell = '';
  }

  #endRow(rows: CsvRow[]): void {
    this.#endCell();
    rows.push({ cells: this.#cells, isTooLong: this.#length > MOST_ROW_CHARACTERS });
    this.#cells = [];
    this.#length = 0;
    this.#isStarted = false;
    this.#isQuoted = false;
  }
}

const SEPARATORS = [',', ';', '\t', '|'];

/**
 * What leaves the most rows of a text's beginning with as many cells as each other; of those alike, what no blank
 * follows, as it does within sentences, and then what leaves the most cells.
 */
export function separatorIn(head: string): string {
  const scores = SEPARATORS.map((separator) => {
    const rows = new CsvSplitter(separator).take(head).filter(({ cells }) => cells.length > 1);
    const groups = [...Map.groupBy(rows, ({ cells }) => cells.length)];
    const [width, alike] = groups.sort(([, one], [, other]) => other.length - one.length)[0] ?? [1, []];
    const blanks = alike.flatMap(({ cells }) => cells.slice(1).filter((cell) => cell.startsWith(' '))).length;
    return { separator, width, alike: alike.length, blanks };
  });
  const [best] = scores.sort(
    (one, other) => other.alike - one.alike || one.blanks - other.blanks || other.width - one.width,
  );
  return best?.separator ?? ',';
}
