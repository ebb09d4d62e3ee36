import { isAlias, isScalar, type Node, parseDocument, visit, type YAMLError } from 'yaml';
import { SightlineError } from '../../../domain/errors.ts';
import { MOST_PROBLEMS, type Problem } from '../../problems.ts';

/** Fits 100,000 prompts, and reading takes seconds. */
const MOST_FILE_BYTES = 8 * 1024 * 1024;

/** A file's content, with its unusable parts. */
export interface YamlFile {
  readonly value: unknown;
  readonly problems: Problem[];
}

/**
 * A file's whole text.
 *
 * @throws SightlineError `invalid_file` if it is too large, as soon as that is clear, or not UTF-8
 */
export async function fileText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MOST_FILE_BYTES)
      throw refused(`the file is larger than ${MOST_FILE_BYTES / 1024 / 1024} MiB`);
    pieces.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces));
  } catch {
    throw refused('the file is not valid UTF-8');
  }
}

/**
 * Reads YAML or JSON and trims every string.
 *
 * @throws SightlineError `invalid_file` for other formats, or input that would take unbounded time
 */
export function readYaml(text: string): YamlFile {
  return readValue(parsed(text));
}

/** Trims a value that never was text or is already parsed. */
export function readValue(said: unknown): YamlFile {
  const reading = new TextReading();
  const value = reading.read(said, '');
  return { value, problems: reading.problems };
}

function parsed(text: string): unknown {
  const keys = new KeyComparisons();
  try {
    // The library's pretty errors take quadratic time in their number. It warns about tags outside the core schema,
    // such as `!!binary`, and leaves them unresolved.
    const document = parseDocument(text, {
      logLevel: 'error',
      prettyErrors: false,
      resolveKnownTags: false,
      uniqueKeys: keys.areEqual,
    });
    const [error] = document.errors;
    if (error) throw error;
    const [warning] = document.warnings;
    if (warning)
      throw refused(`it has a tag that is not allowed${placeIn(text, warning.pos)}; write plain text`);
    visit(document, { Pair: (_at, { key }) => refuseKey(text, key as Node | null) });
    return document.toJS();
  } catch (error) {
    if (error instanceof SightlineError) throw error;
    if (keys.areTooMany()) throw refused('it has an object with too many fields');
    throw refused(reasonOf(text, error as Partial<YAMLError> & Error));
  }
}

/** JSON keys are strings; the library would stringify a list or object key. */
function refuseKey(text: string, key: Node | null): void {
  if (key === null || isScalar(key) || isAlias(key)) return;
  throw refused(`a field name must be text${placeIn(text, key.range ?? [0, 0])}`);
}

function reasonOf(text: string, { code, message, pos }: Partial<YAMLError> & Error): string {
  if (code === 'RESOURCE_EXHAUSTION') return 'it is nested too deeply';
  if (code === 'MULTIPLE_DOCS') return 'the file is not YAML or JSON: it contains more than one document';
  if (isJsonLines(text)) return 'the file has answers for an import (JSON Lines) and is not an apply file';
  const reason = message.replace(/\n.*/s, '').replace(/[:.]\s*$/, '');
  return `the file is not YAML or JSON: ${reason}${pos === undefined ? '' : placeIn(text, pos)}`;
}

function placeIn(text: string, [offset]: readonly number[]): string {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return ` at line ${line}, column ${before.length - before.lastIndexOf('\n')}`;
}

/** Whether the first line is a whole object and another follows. */
function isJsonLines(text: string): boolean {
  const [, first = ''] = /^\s*(\{.*\})[^\S\n]*\n\s*\{/.exec(text) ?? [];
  try {
    return typeof JSON.parse(first) === 'object';
  } catch {
    return false;
  }
}

/** Far more than any valid file needs. */
const MOST_COMPARISONS = 20_000_000;

/** Comparing all pairs of keys in a huge object takes hours, so count them first. */
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

/** Copies a file's content with trimmed strings. Copies the target of an alias once. */
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
