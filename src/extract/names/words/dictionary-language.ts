import { FUNCTION_WORDS, type Language } from './function-words.ts';
import { isWord } from './ordinary-words.ts';

const LANGUAGES = Object.keys(FUNCTION_WORDS) as Language[];

/** Each function word's languages. */
const LANGUAGES_OF = new Map<string, Language[]>();
for (const language of LANGUAGES) {
  for (const word of FUNCTION_WORDS[language].split(' ')) {
    LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), language]);
  }
}

/** More text would not change the result. */
const ENOUGH = 4000;

/** Few words may have another language's function word among them by chance: `Indeed so`, `with care`. */
const FEW = 12;

/** The text's language by its function words; null without any, and for a few words that are all English. */
export function dictionaryLanguage(text: string): Language | null {
  const scores = new Map<Language, number>();
  const words =
    text
      .slice(0, ENOUGH)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  for (const word of words) {
    const languages = LANGUAGES_OF.get(word) ?? [];
    for (const language of languages) {
      scores.set(language, (scores.get(language) ?? 0) + 1 + 1 / languages.length);
    }
  }
  let best: Language | null = null;
  let most = 0;
  for (const language of LANGUAGES) {
    const score = scores.get(language) ?? 0;
    if (score > most) [best, most] = [language, score];
  }
  const isUnsure = best !== 'english' && words.length <= FEW && words.every(isWord);
  return isUnsure ? null : best;
}
