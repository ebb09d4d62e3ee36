import { type Language, SMALL_WORDS } from './small-words.ts';

const LANGUAGES = Object.keys(SMALL_WORDS) as Language[];

/** The languages in which each small word is one. */
const LANGUAGES_OF = new Map<string, Language[]>();
for (const language of LANGUAGES) {
  for (const word of SMALL_WORDS[language].split(' ')) {
    LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), language]);
  }
}

/** How much of a text is looked at: more would not change the result. */
const ENOUGH = 4000;

/** How many frequent words of English make sure that a text is English: Dutch has `is`, `of` and `over` too. */
const SURE = 3;

/** Whether a text whose small words are those of a language is surely English. */
export function isEnglish(text: string, language: Language | null): boolean {
  const frequent = text.slice(0, ENOUGH).matchAll(/\b(?:the|and|is|for|with|of|to|it|are|that|you)\b/gi);
  return language === 'english' && frequent.drop(SURE - 1).some(() => true);
}

/** The language of a text, judging by its small words; null for one that has none. */
export function languageOf(text: string): Language | null {
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
