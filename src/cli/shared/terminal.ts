import { errorBody } from '../../domain/errors.ts';
import { codeOf, DIRECTION_MARKS, REARRANGING } from '../../domain/text.ts';

export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly outIsTerminal: boolean;
  readonly errIsTerminal: boolean;
  /** The output terminal's width; null if it is not a terminal. */
  readonly columns: number | null;
  /** Asks a yes-or-no question. Null if nobody is there to answer. */
  readonly ask: ((question: string) => Promise<boolean>) | null;
  /** Asks for a text without echo; null if the person cancels. Null if nobody is there to answer. */
  readonly askSecret: ((question: string) => Promise<string | null>) | null;
  /** Resolves when standard output's buffer has drained. */
  readonly drained: () => Promise<void>;
}

/** Writes a failure to standard error: a line for a person, the API's error body for a program. */
export function writeFailure(terminal: Terminal, error: unknown, asJson: boolean): void {
  const body = errorBody(error);
  const forPerson = terminal.errIsTerminal && !asJson;
  terminal.err(forPerson ? `sightline: ${printable(body.error.message)}\n` : jsonLine(body));
}

const UNSAFE_IN_JSON = new RegExp(`[\\u007f-\\u009f\\u2028\\u2029${REARRANGING}${DIRECTION_MARKS}]`, 'g');

/** A value as one line of JSON without characters that affect a terminal: it reads as the same value. */
export function jsonLine(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `${JSON.stringify(value).replace(UNSAFE_IN_JSON, escaped)}\n`;
}

const REARRANGING_ONES = new RegExp(`[${REARRANGING}]`, 'g');
const MARKS = new RegExp(`[${DIRECTION_MARKS}]`, 'g');

/**
 * One line of text that is safe on a terminal: control characters become blanks, characters that rearrange text become
 * their names, and directional marks disappear.
 */
export function printable(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(REARRANGING_ONES, codeOf)
    .replace(MARKS, '')
    .trim();
}

/** A line on standard error that is overwritten, only on a terminal. */
export class Progress {
  readonly #terminal: Terminal;
  #shown = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  show(text: string): void {
    if (!this.#terminal.errIsTerminal) return;
    this.#terminal.err(`\r\u001b[K${text}`);
    this.#shown = true;
  }

  /** Clears the line, so that the next output starts at the margin. */
  clear(): void {
    if (this.#shown) this.#terminal.err('\r\u001b[K');
    this.#shown = false;
  }
}
