import type { Language } from './function-words.ts';
import { isWord } from './ordinary-words.ts';

/**
 * Whether a text is English, by its function words, or without any by its other words. In other languages, English words
 * are not ordinary words.
 *
 * @param language the whole answer's, if known
 */
export function isEnglish(text: string, language: Language | null): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (
    latin * 2 < letters ||
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)
  )
    return false;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const english = words.filter((word) => ENGLISH.has(word)).length;
  const foreign = words.filter((word) => FOREIGN.has(word)).length;
  if (english > 0 || language === 'english') return english * 3 >= foreign;
  return language === null && (words.length < 6 || words.filter(isWord).length >= words.length * 0.75);
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
