import { errorBody } from '../domain/errors.ts';

/** Where a command writes, and whether a person reads it there. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly outIsTerminal: boolean;
  readonly errIsTerminal: boolean;
  /** How wide the terminal is that is written to; null where it is none. */
  readonly columns: number | null;
  /** Asks a question that is answered by yes or no. Null where nobody is there to answer. */
  readonly ask: ((question: string) => Promise<boolean>) | null;
}

/** Writes a failure to standard error: a line for a person, the API's error body for a program. */
export function writeFailure(terminal: Terminal, error: unknown, asJson: boolean): void {
  const body = errorBody(error);
  const forPerson = terminal.errIsTerminal && !asJson;
  terminal.err(forPerson ? `sightline: ${printable(body.error.message)}\n` : jsonLine(body));
}

/** A value as one line of JSON in which no character can do anything to a terminal. */
export function jsonLine(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `${JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029]/g, escaped)}\n`;
}

/** One line of text that changes nothing on a terminal: control characters become blanks. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** A line on standard error that is written over, shown only where a person reads it. */
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

  /** Takes the line away, so that what follows starts at the margin. */
  clear(): void {
    if (this.#shown) this.#terminal.err('\r\u001b[K');
    this.#shown = false;
  }
}
