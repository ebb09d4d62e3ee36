/** Why a question cannot be looked up. */
export type KeywordProblem = 'too_long' | 'too_many_words' | 'characters';

/** What Google Ads takes. Sources: DataForSEO's reference of the endpoint, and its help page on symbols in keywords. */
const MOST_CHARACTERS = 80;
const MOST_WORDS = 10;

/**
 * Only what is sure to be taken, because one character that is refused fails a whole request: no comma, bracket, or
 * quotation mark, which mean something else in a keyword; no plus sign, which is ignored, so that the figure would be that
 * of another question; and no character beyond the basic plane.
 */
const TAKEN = /^[\p{L}\p{M}\p{N} '&.\-#$_/:]+$/u;
const BEYOND_BASIC_PLANE = /[\u{10000}-\u{10ffff}]/u;

/** Marks around a question, which nobody types into a search box and Google Ads refuses. */
const AROUND = /^[\s¿¡]+|[\s?!.…？！。]+$/g;

/** The keyword that a question is looked up as: the question itself without the marks around it, or why there is none. */
export function keywordOf(
  question: string,
): { readonly keyword: string } | { readonly problem: KeywordProblem } {
  const keyword = foldedKeyword(question.replace(AROUND, '').replaceAll('’', "'"));
  if (!TAKEN.test(keyword) || BEYOND_BASIC_PLANE.test(keyword)) return { problem: 'characters' };
  if (keyword.length > MOST_CHARACTERS) return { problem: 'too_long' };
  return keyword.split(' ').length > MOST_WORDS ? { problem: 'too_many_words' } : { keyword };
}

/** A keyword as it is compared: Google Ads takes no notice of capitals and blanks. */
export function foldedKeyword(text: string): string {
  return text.normalize('NFC').toLowerCase().trim().replace(/\s+/g, ' ');
}
