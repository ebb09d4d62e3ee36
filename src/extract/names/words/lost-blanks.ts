/** Marks of lost blanks: a sentence or a price that begins right after something else. */
const RUN_ON = /[\p{Ll}\d)][.!?:)]\p{Lu}\p{Ll}|[\d)]\p{Lu}\p{Ll}{2}|\p{L}\$\d|\d\$\d/gu;
/** A capital inside a word, which names such as YouTube have too. */
const CAMEL = /\p{Ll}{2}\p{Lu}\p{Ll}{2}|\p{Ll}{2}\p{Lu}{2}/gu;
/** Words that occur in prose, but not in a row of names. */
const PROSE = /\b(?:and|or|the|an?|is|are|of|for|with|to|in|on|than|but)\b/;

/**
 * Whether a text has lost its blanks in more than one place, as scraped text does. Capitals inside words show this only
 * in a bare row of names.
 */
export function hasLostBlanks(text: string): boolean {
  if (new Set(text.match(RUN_ON)).size > 1) return true;
  return !PROSE.test(text) && new Set(text.match(CAMEL)).size > 1;
}
