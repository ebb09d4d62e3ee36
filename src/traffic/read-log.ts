import { DAY_MS } from '../domain/time/period.ts';
import { openFormat } from './formats/index.ts';
import type { LogFormat, LogMapping } from './formats/log-format.ts';
import { LONGEST_LINE, linesOf } from './log-lines.ts';
import type { LineRead, LineReader, LoggedRequest } from './logged-request.ts';
import { maskedLine } from './masked-line.ts';

export interface LoggedLine {
  readonly request: LoggedRequest;
  /** The line as read, for its hash. */
  readonly text: string;
}

/** What came of at most 100 lines in a row. */
export interface LogBatch {
  /** Requests, nothing, and unread together. */
  readonly lines: number;
  readonly nothing: number;
  readonly unread: number;
  /** The log's first three unread lines so far, masked (masked-line.ts). */
  readonly unreadFirst: readonly string[];
  readonly requests: readonly LoggedLine[];
  /** The format at the batch's end; null while none fits. */
  readonly format: LogFormat | null;
}

export interface LogOptions {
  /** UTC milliseconds. */
  readonly now: number;
  readonly mapping?: LogMapping | undefined;
}

const BATCH_LINES = 100;
/** Unread lines in a row, from the first line on, that are looked at for another format. */
const RECOGNIZED_LINES = 20;
const UNREAD_SHOWN = 3;
/** No web server's log is older; clocks that were never set are in 1970. */
const EARLIEST = Date.UTC(2000, 0, 1);

/**
 * The requests of a log in order, in batches of at most 100 lines. A time more than a day ahead of `now` or before
 * 2000 is unread; any other is kept as told. Throws what `linesOf` throws, after a last batch.
 */
export async function* readLog(
  chunks: AsyncIterable<Uint8Array>,
  options: LogOptions,
): AsyncGenerator<LogBatch> {
  const log = new LogReading(options);
  try {
    for await (const lines of linesOf(chunks)) {
      for (const line of lines) {
        if (log.isFull) yield log.batch();
        log.take(line);
      }
    }
  } catch (error) {
    yield* log.end();
    throw error;
  }
  yield* log.end();
}

class LogReading {
  readonly #now: number;
  readonly #mapping: LogMapping | undefined;
  readonly #unreadFirst: string[] = [];
  /** Unread lines in a row that may be of another format. */
  #waiting: string[] = [];
  #format: LogFormat | null = null;
  #read: LineReader = () => 'unread';
  #requests: LoggedLine[] = [];
  #nothing = 0;
  #unread = 0;

  constructor({ now, mapping }: LogOptions) {
    this.#now = now;
    this.#mapping = mapping;
  }

  /** Whether another line would be too many for the batch. */
  get isFull(): boolean {
    return this.#lines + this.#waiting.length >= BATCH_LINES;
  }

  get #lines(): number {
    return this.#requests.length + this.#nothing + this.#unread;
  }

  /** What came of the lines since the last batch, without those that wait. */
  batch(): LogBatch {
    const [lines, nothing, unread] = [this.#lines, this.#nothing, this.#unread];
    const unreadFirst = [...this.#unreadFirst];
    const batch = { lines, nothing, unread, unreadFirst, requests: this.#requests, format: this.#format };
    this.#requests = [];
    this.#nothing = 0;
    this.#unread = 0;
    return batch;
  }

  *end(): Generator<LogBatch> {
    // A few lines of another format at the end are no other log, as they would be none in the middle.
    if (this.#format === null) this.#recognize();
    else this.#leaveWaiting();
    if (this.#lines > 0) yield this.batch();
  }

  take(line: string): void {
    const isTooLong = line.length > LONGEST_LINE;
    const read = isTooLong ? 'unread' : line.trim() === '' ? 'nothing' : this.#read(line);
    if (read === 'unread' && !isTooLong) this.#wait(line);
    else {
      if (typeof read === 'object') this.#leaveWaiting();
      this.#keep(line, read);
    }
  }

  #wait(line: string): void {
    this.#waiting.push(line);
    if (this.#waiting.length >= RECOGNIZED_LINES) this.#recognize();
  }

  #keep(line: string, read: LineRead): void {
    if (read === 'nothing') this.#nothing += 1;
    else if (read === 'unread' || read.at < EARLIEST || read.at > this.#now + DAY_MS) this.#leave(line);
    else this.#requests.push({ request: read, text: line });
  }

  #leave(line: string): void {
    this.#unread += 1;
    if (this.#unreadFirst.length < UNREAD_SHOWN) this.#unreadFirst.push(maskedLine(line));
  }

  #leaveWaiting(): void {
    for (const line of this.#waiting) this.#leave(line);
    this.#waiting = [];
  }

  /** Reads the lines that wait by the format that fits them. */
  #recognize(): void {
    const opened = openFormat(this.#waiting, this.#mapping);
    if (opened !== null) [this.#format, this.#read] = [opened.format, opened.read];
    const lines = this.#waiting;
    this.#waiting = [];
    for (const line of lines) this.#keep(line, opened === null ? 'unread' : opened.read(line));
  }
}
