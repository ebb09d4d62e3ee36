import { fold } from '../text/fold.ts';
import { isOrdinary } from './words/ordinary-words.ts';
import { isFunctionWord, wordClassOf } from './words/word-classes.ts';

/** In Latin letters: Hebrew and others join their prepositions to any name. */
const FIRST_PART = /(?<![\p{L}\p{N}])([\p{Script=Latin}\p{N}]+)-$/u;
const SECOND_PART = /^-(\p{Script=Latin}+)/u;
/** What only follows a name: `Square-compatible`. */
const AFTER_NAME = /^-(?:branded|compatible|owned|powered)(?!\p{L})/u;

/**
 * Whether a word is part of a compound with a hyphen, and not a name in it as in `Visa-branded`, `non-Apple`, and
 * `Jira-Notion`.
 *
 * @param word the name, folded
 * @param isEnglish whether the answer is probably English: other languages join names too
 */
export function isCompoundPart(word: string, before: string, after: string, isEnglish: boolean): boolean {
  const first = FIRST_PART.exec(before)?.[1];
  const second = SECOND_PART.exec(after)?.[1];
  if ((first === undefined && second === undefined) || AFTER_NAME.test(after)) return false;
  if (isFunctionWord(word)) return true;
  const isAdjective = wordClassOf(word) === 'adjective';
  if (!isEnglish && !isAdjective) return false;
  return (
    (first !== undefined && isFirstPart(first, isAdjective)) ||
    (second !== undefined && isSecondPart(second, isAdjective))
  );
}

/** `Soft-Shell`, `O-Ring`, `60-Plus`, `Bi-Linear`, `Sooner-or-Later`, `BPA-Free`. */
function isFirstPart(part: string, isAdjective: boolean): boolean {
  if (/^\p{Ll}/u.test(part)) return isAdjective || isFunctionWord(part);
  if (isAdjective && /^\p{Lu}+$/u.test(part)) return true;
  return /^\p{N}|^\p{L}$|^\p{Lu}\p{Ll}{1,2}$/u.test(part) || isOrdinary(fold(part).text);
}

/** `Box-Office`, `Free-range`. */
function isSecondPart(part: string, isAdjective: boolean): boolean {
  if (/^\p{Ll}/u.test(part)) return isAdjective || isFunctionWord(part);
  return /\p{Ll}/u.test(part) && isOrdinary(fold(part).text);
}
