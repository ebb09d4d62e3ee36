/**
 * Text as both databases can store it and every client can read it: lone surrogates and NUL become U+FFFD,
 * as CommonMark asks for NUL and UTF-8 for the others. Everything else stays as it came.
 */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}

/** Whether a text can be looked up in the store: PostgreSQL refuses NUL in a parameter, and nothing stored contains one. */
export function canBeStored(text: string): boolean {
  return !text.includes('\u0000');
}

/** A text on one line, for sentences with names in them: names may contain line breaks. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** The most characters of the name that a person, a key, or a share link is given. */
export const LONGEST_NAME = 100;

/** Such a name as it is stored: on one line, without blanks at its ends. Null if nothing is left, or too much. */
export function givenNameOf(text: string): string | null {
  const name = text
    .toWellFormed()
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
  return name !== '' && [...name].length <= LONGEST_NAME ? name : null;
}

/** Embeddings, overrides, and isolates of writing directions, which can rearrange what stands after them; nobody sees them. */
export const REARRANGING = '\\u202A-\\u202E\\u2066-\\u2069';

/** Marks of a writing direction, which only move the signs beside them. Texts from right to left have them honestly. */
export const DIRECTION_MARKS = '\\u061C\\u200E\\u200F';

/** An unseen character by its name: `U+202E`. */
export function codeOf(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}
