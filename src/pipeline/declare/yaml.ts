import { isScalar, type Node, parse } from 'yaml';
import { SightlineError } from '../../domain/errors.ts';
import { MOST_PROBLEMS, type Problem } from '../problems.ts';

/** A file may not be larger: 100,000 prompts fit, and reading it stays a matter of seconds. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** A list of problems is for a person to read. */

/** What a file says, and which parts of it are unusable. */
export interface YamlFile {
  readonly value: unknown;
  readonly problems: Problem[];
}

/**
 * The text of a file, in full.
 *
 * @throws SightlineError `invalid_file` for one that is too large, as soon as that is known, or not UTF-8
 */
export async function fileText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MAX_FILE_BYTES) throw refused(`the file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB`);
    pieces.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces));
  } catch {
    throw refused('the file is not valid UTF-8');
  }
}

/**
 * Reads YAML or JSON, with every string trimmed.
 *
 * @throws SightlineError `invalid_file` for what is neither, or cannot be read in bounded time
 */
export function readYaml(text: string): YamlFile {
  return readValue(parsed(text));
}

/** The same of what has been read already, or was never text. */
export function readValue(said: unknown): YamlFile {
  const reading = new TextReading();
  const value = reading.read(said, '');
  return { value, problems: reading.problems };
}

function parsed(text: string): unknown {
  const keys = new KeyComparisons();
  try {
    // Only the tags of the core schema: `!!binary` and the like are not part of what a file says.
    return parse(text, { logLevel: 'error', resolveKnownTags: false, uniqueKeys: keys.areEqual });
  } catch (error) {
    if (keys.areTooMany()) throw refused('it has an object with too many fields');
    const { code, message } = error as { code?: string; message: string };
    // The first line says what is wrong and where. The lines after it draw the place, which one line cannot show.
    const reason =
      code === 'MULTIPLE_DOCS'
        ? 'it contains more than one document'
        : message.replace(/\n.*/s, '').replace(/[:.]\s*$/, '');
    throw refused(`the file is not YAML or JSON: ${reason}`);
  }
}

/** Far more than any file that fits its schema needs. */
const MOST_COMPARISONS = 20_000_000;

/** Comparing every two keys of an object takes hours if there are too many of them, so they are counted. */
class KeyComparisons {
  #count = 0;

  areTooMany(): boolean {
    return this.#count > MOST_COMPARISONS;
  }

  readonly areEqual = (one: Node, other: Node): boolean => {
    this.#count += 1;
    if (this.areTooMany()) throw new Error('too many fields');
    return one === other || (isScalar(one) && isScalar(other) && one.value === other.value);
  };
}

/** Copies what a file says with its texts trimmed. What an alias repeats is copied once. */
class TextReading {
  readonly problems: Problem[] = [];
  readonly #copies = new Map<object, unknown>();
  readonly #open = new Set<object>();

  read(value: unknown, at: string): unknown {
    if (typeof value === 'string') return this.#text(value, at);
    if (typeof value !== 'object' || value === null) return value;
    if (this.#open.has(value)) throw refused(`${at} is an alias of something that contains it`);
    if (this.#copies.has(value)) return this.#copies.get(value);
    this.#open.add(value);
    const copy = Array.isArray(value)
      ? value.map((inner, index) => this.read(inner, `${at}[${index}]`))
      : Object.fromEntries(
          Object.entries(value).map(([name, inner]) => [name, this.read(inner, under(at, name))]),
        );
    this.#open.delete(value);
    this.#copies.set(value, copy);
    return copy;
  }

  #text(text: string, at: string): string {
    if (this.problems.length >= MOST_PROBLEMS) return text;
    if (text.includes('\0')) this.#refuse(at, 'contains a NUL character');
    else if (!text.isWellFormed()) this.#refuse(at, 'contains half a character (a lone surrogate)');
    return text.trim();
  }

  #refuse(at: string, what: string): void {
    this.problems.push({ at, text: `${at} ${what}` });
  }
}

function under(at: string, name: string): string {
  return at === '' ? name : `${at}.${name}`;
}

function refused(what: string): SightlineError {
  return new SightlineError('invalid_file', `Nothing was applied: ${what}.`);
}
