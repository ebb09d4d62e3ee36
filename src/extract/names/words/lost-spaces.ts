/** Signs of lost spaces: a sentence or a price right after other text. */
const RUN_ON = /[\p{Ll}\d)][.!?:)]\p{Lu}\p{Ll}|[\d)]\p{Lu}\p{Ll}{2}|\p{L}\$\d|\d\$\d/gu;
/** A capital inside a word, which names such as YouTube also have. */
const CAMEL = /\p{Ll}{2}\p{Lu}\p{Ll}{2}|\p{Ll}{2}\p{Lu}{2}/gu;
/** Words in prose, but not in a row of names. */
const PROSE = /\b(?:and|or|the|an?|is|are|of|for|with|to|in|on|than|but)\b/;

/**
 * Whether a text, for example scraped text, has lost its spaces in several places. Capitals inside words prove this
 * only in a bare row of names.
 */
export function hasLostSpaces(text: string): boolean {
  if (new Set(text.match(RUN_ON)).size > 1) return true;
  return !PROSE.test(text) && new Set(text.match(CAMEL)).size > 1;
}
