/** Why Google Ads cannot look up a question. */
export type KeywordProblem = 'too_long' | 'too_many_words' | 'characters';

/** Google Ads' limits. Sources: DataForSEO's endpoint reference, and its help page on symbols in keywords. */
const MOST_CHARACTERS = 80;
const MOST_WORDS = 10;

/**
 * Only characters that Google Ads surely accepts, because one refused character fails a whole request. Commas,
 * brackets, and quotation marks have a meaning in keywords; Google ignores a plus sign, so the figure would belong to
 * another question; characters beyond the basic plane fail.
 */
const ALLOWED_CHARACTERS = /^[\p{L}\p{M}\p{N} '&.\-#$_/:]+$/u;
const BEYOND_BASIC_PLANE = /[\u{10000}-\u{10ffff}]/u;

/** Punctuation around a question, which nobody types into a search box and Google Ads refuses. */
const PUNCTUATION_BEFORE = /^[\s¿¡]+/;
const PUNCTUATION_BEHIND = /(?<![\s?!.…？！。])[\s?!.…？！。]+$/;

/** The keyword to look up: the question without the punctuation around it, or its problem. */
export function keywordOf(
  question: string,
): { readonly keyword: string } | { readonly problem: KeywordProblem } {
  const bare = question.replace(PUNCTUATION_BEFORE, '').replace(PUNCTUATION_BEHIND, '');
  const keyword = foldedKeyword(bare.replaceAll('’', "'"));
  if (!ALLOWED_CHARACTERS.test(keyword) || BEYOND_BASIC_PLANE.test(keyword)) return { problem: 'characters' };
  if (keyword.length > MOST_CHARACTERS) return { problem: 'too_long' };
  return keyword.split(' ').length > MOST_WORDS ? { problem: 'too_many_words' } : { keyword };
}

/** A keyword for comparison: Google Ads ignores case and extra spaces. */
export function foldedKeyword(text: string): string {
  return text.normalize('NFC').toLowerCase().trim().replace(/\s+/g, ' ');
}
