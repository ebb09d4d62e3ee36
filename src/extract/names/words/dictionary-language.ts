import { FUNCTION_WORDS, type Language } from './function-words.ts';

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

/** Frequent English words needed for certainty: Dutch also has `is`, `of`, and `over`. */
const SURE = 3;

/** Whether a text in this dictionary language is certainly English. */
export function isEnglish(text: string, language: Language | null): boolean {
  const frequent = text.slice(0, ENOUGH).matchAll(/\b(?:the|and|is|for|with|of|to|it|are|that|you)\b/gi);
  return language === 'english' && frequent.drop(SURE - 1).some(() => true);
}

/** The text's language by its function words; null without any. */
export function dictionaryLanguage(text: string): Language | null {
  const scores = new Map<Language, number>();
  for (const [word] of text
    .slice(0, ENOUGH)
    .toLowerCase()
    .matchAll(/\p{L}+/gu)) {
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
  return best;
}
