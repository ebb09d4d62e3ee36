import { isWord } from './ordinary-words.ts';

/**
 * Whether a text is English, by its function words, or without any by its other words. In other languages, English words are not ordinary words.
 *
 * @param isLikely whether a text without function words may be English
 */
export function isEnglish(text: string, isLikely: boolean): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (
    latin * 2 < letters ||
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)
  )
    return false;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const english = words.filter((word) => ENGLISH.has(word)).length;
  if (english > 0) return english * 3 >= words.filter((word) => FOREIGN.has(word)).length;
  return isLikely && (words.length < 6 || words.filter(isWord).length >= words.length * 0.75);
}

const ENGLISH = new Set(
  'the is are was and of to for with it its this that you your from by on or as at be has have not but'.split(
    ' ',
  ),
);
const FOREIGN = new Set(
  'der die das und ist ein eine für mit auf den von zu im le la les des et est un une pour avec dans sur que qui el los las y es una con por del al se il di e è per che do da em um uma para não het een van en voor och att som med är på i w z na jest się ve bir için ile'.split(
    ' ',
  ),
);
