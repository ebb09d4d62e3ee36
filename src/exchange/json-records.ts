import { isTooDeep } from '../domain/nesting.ts';
import { refused } from './refused.ts';

/** An object of a JSON document, by the list that it is in: `data`, `result.rows`; empty for the document's own. */
export interface JsonPiece {
  readonly path: string;
  /** Null if it is too long. */
  readonly text: string | null;
}

/** Characters of an object at most; a longer one is left out and takes no memory. */
export const MOST_RECORD_CHARACTERS = 8_000_000;
/** Levels of lists and objects around the rows. */
const MOST_LEVELS = 50;

const QUOTE = 0x22;
const [BACKSLASH, COLON, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [0x5c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Finds the objects in a JSON document's outermost lists as its text comes, however large it is, or with `isRows` the
 * objects that stand one after another.
 */
export class JsonSplitter {
  readonly #isRows: boolean;
  /** Open lists and objects around the rows: null for a list, else the object's last key. */
  readonly #levels: (string | null)[] = [];
  /** Levels within an object that is a row; 0 outside. */
  #depth = 0;
  #row = '';
  #length = 0;
  #isInText = false;
  #isEscaped = false;
  /** The last text outside of rows, which a colon makes a key. */
  #word = '';

  constructor(isRows: boolean) {
    this.#isRows = isRows;
  }

  /** @throws SightlineError `invalid_file` for lists in lists in lists */
  take(text: string): JsonPiece[] {
    const found: JsonPiece[] = [];
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const sign = text.charCodeAt(at);
      if (this.#isInText) {
        at = this.#inText(text, at);
        continue;
      }
      if (sign === QUOTE) {
        this.#isInText = true;
        this.#word = '';
      } else if (this.#depth > 0) {
        if (sign === OPEN || sign === OPEN_LIST) this.#depth += 1;
        else if (sign === CLOSE || sign === CLOSE_LIST) {
          this.#depth -= 1;
          if (this.#depth > 0) continue;
          this.#add(text.slice(from, at + 1));
          found.push({ path: this.#path(), text: this.#length > MOST_RECORD_CHARACTERS ? null : this.#row });
        }
      } else if (sign === OPEN && this.#isRowNext()) {
        [this.#depth, this.#row, this.#length, from] = [1, '', 0, at];
      } else this.#around(sign);
    }
    if (this.#depth > 0) this.#add(text.slice(from));
    return found;
  }

  /** Whether the text ended within a row or a list. */
  get isOpen(): boolean {
    return this.#depth > 0 || this.#levels.length > 0;
  }

  /** Whether the text is within a row that is too long. */
  get isTooLong(): boolean {
    return this.#depth > 0 && this.#length > MOST_RECORD_CHARACTERS;
  }

  #isRowNext(): boolean {
    return this.#levels.length === 0 ? this.#isRows : this.#levels.at(-1) === null;
  }

  #path(): string {
    return this.#levels.filter((key) => key !== null).join('.');
  }

  #around(sign: number): void {
    if (sign === COLON && this.#levels.at(-1) != null) this.#levels[this.#levels.length - 1] = this.#word;
    else if (sign === OPEN || sign === OPEN_LIST) {
      this.#levels.push(sign === OPEN ? '' : null);
      if (this.#levels.length > MOST_LEVELS) throw refused('The file has lists within lists, and no rows.');
    } else if (sign === CLOSE || sign === CLOSE_LIST) this.#levels.pop();
  }

  /** Goes to the end of a text, or of what is there of it. */
  #inText(text: string, from: number): number {
    let at = from;
    for (; at < text.length; at += 1) {
      const sign = text.charCodeAt(at);
      if (this.#isEscaped) this.#isEscaped = false;
      else if (sign === BACKSLASH) this.#isEscaped = true;
      else if (sign === QUOTE) {
        this.#isInText = false;
        break;
      }
    }
    if (this.#depth === 0 && this.#word.length < 200) this.#word += text.slice(from, at);
    return at;
  }

  #add(text: string): void {
    this.#length += text.length;
    if (this.#length <= MOST_RECORD_CHARACTERS) this.#row += text;
  }
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A JSON object, or null for any other text. */
export function objectIn(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && !isTooDeep(value) ? value : null;
  } catch {
    return null;
  }
}

/** A value by its path, as `columnsOf` names it; a name with dots of its own goes first. */
export function valueAt(record: JsonObject, path: string): unknown {
  if (Object.hasOwn(record, path)) return record[path];
  let value: unknown = record;
  for (const key of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** Levels of objects in a row whose fields are columns. */
const COLUMN_LEVELS = 3;

/** A row's columns: its fields, and those of objects in it as `prompt.id`. */
export function columnsOf(record: JsonObject, levels = COLUMN_LEVELS): string[] {
  return Object.entries(record).flatMap(([name, value]) =>
    isObject(value) && levels > 1 ? columnsOf(value, levels - 1).map((inner) => `${name}.${inner}`) : [name],
  );
}

/** Splits a text into lines, as it comes; a line that is too long is null. Blank lines are left out. */
export class LineSplitter {
  #rest = '';
  #length = 0;

  take(text: string): (string | null)[] {
    const parts = text.split('\n');
    const last = parts.pop() ?? '';
    const lines = parts.map((part) => this.#end(part));
    this.#add(last);
    return lines.filter((line) => line !== '');
  }

  end(): (string | null)[] {
    return [this.#end('')].filter((line) => line !== '');
  }

  #add(text: string): void {
    this.#length += text.length;
    if (this.#length <= MOST_RECORD_CHARACTERS) this.#rest += text;
  }

  #end(text: string): string | null {
    this.#add(text);
    const line = this.#length > MOST_RECORD_CHARACTERS ? null : this.#rest.trim();
    [this.#rest, this.#length] = ['', 0];
    return line;
  }
}
