/**
 * Text that both databases can store and every client can read: lone surrogates and NUL become U+FFFD, as CommonMark
 * requires for NUL and UTF-8 for the others.
 */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}

/** Whether the store can contain a text: PostgreSQL refuses NUL in a parameter, and nothing stored contains one. */
export function canBeStored(text: string): boolean {
  return !text.includes('\u0000');
}

/** A character that can be seen: no blank, control, or mark that only changes others. */
export const VISIBLE = /[^\s\p{C}\p{DI}\u2800]/u;

/** Whether nothing of a text can be seen. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

/** One line, for sentences with names in them: names may contain line breaks. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

export const LONGEST_NAME = 100;

/** Such a name as stored: on one line, without blanks at its ends. Null if nothing remains, or too much. */
export function givenNameOf(text: string): string | null {
  const name = text
    .toWellFormed()
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
  return !isBlank(name) && [...name].length <= LONGEST_NAME ? name : null;
}

/** Directional embeddings, overrides, and isolates: invisible, and able to rearrange following text. */
export const REARRANGING = '\\u202A-\\u202E\\u2066-\\u2069';

/** Directional marks, which only move neighboring symbols. Right-to-left texts need them. */
export const DIRECTION_MARKS = '\\u061C\\u200E\\u200F';

/** An invisible character by its name: `U+202E`. */
export function codeOf(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * A pattern's letters in both cases, for part of a larger pattern. Node.js has `(?i:…)` for that, but V8 loses its matches
 * once it has compiled the pattern (Node.js 24.21). The part has no escapes with letters, such as `\s`.
 */
export function inBothCases(pattern: string): string {
  return pattern.replace(/\p{L}/gu, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}

/** With a capital as its first letter. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `3 engines`, `1 engine`. @param noun whose plural ends in s */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
