import type { MarketCodes } from '../../../domain/brand/market.ts';
import type { TrackedName } from '../../../domain/brand/tracked-brand.ts';
import { fold } from '../../text/fold.ts';
import { dictionaryLanguage } from './dictionary-language.ts';
import type { Language } from './function-words.ts';
import { isOrdinary, ordinaryIn } from './ordinary-words.ts';

const CODES: Readonly<Record<string, Language>> = {
  en: 'english',
  es: 'spanish',
  de: 'german',
  fr: 'french',
  pt: 'portuguese',
  it: 'italian',
  nl: 'dutch',
  ru: 'russian',
  pl: 'polish',
  tr: 'turkish',
  sv: 'swedish',
  da: 'danish',
  no: 'norwegian',
  cs: 'czech',
  id: 'indonesian',
  vi: 'vietnamese',
  ro: 'romanian',
  hu: 'hungarian',
  uk: 'ukrainian',
  el: 'greek',
  fi: 'finnish',
  sk: 'slovak',
  bg: 'bulgarian',
  sr: 'serbian',
  sl: 'slovenian',
  ca: 'catalan',
  nb: 'norwegian',
  nn: 'norwegian',
};

/**
 * The answers' likely languages: the markets', the questions', and English, because answers in every language have
 * English words.
 */
export function likelyLanguages(
  markets: readonly Pick<MarketCodes, 'languageCode'>[],
  questions: readonly string[],
): ReadonlySet<Language> {
  const ofMarkets = markets.map(({ languageCode: code }) => code && CODES[code.toLowerCase().slice(0, 2)]);
  const known = [...ofMarkets, ...questions.map(languageOfQuestion)].filter(
    (each) => each !== undefined && each !== null && each !== '',
  );
  return new Set(['english', ...known]);
}

const ofQuestions = new Map<string, Language | null>();

/** More questions than most stores have: fifty for each of two hundred brands. */
const MOST_REMEMBERED = 10_000;

/** The question's language, cached because every report about a brand needs it for the same fifty questions. */
function languageOfQuestion(question: string): Language | null {
  const known = ofQuestions.get(question);
  if (known !== undefined) return known;
  if (ofQuestions.size >= MOST_REMEMBERED) ofQuestions.clear();
  const language = dictionaryLanguage(question);
  ofQuestions.set(question, language);
  return language;
}

/**
 * The languages in which a name is an ordinary word. Its count there is a lower bound: it needs evidence for the brand.
 * A name that counts in any case counts everywhere, and one with several capitals, like Whole Foods, nearly everywhere.
 */
export function ordinaryLanguagesOf(
  { text, caseSensitive }: Pick<TrackedName, 'text' | 'caseSensitive'>,
  languages: ReadonlySet<Language>,
): Language[] {
  if (caseSensitive === false || /\s\p{Lu}/u.test(text)) return [];
  const name = fold(text).text.trim();
  return [...languages].filter((language) =>
    language === 'english' ? isOrdinary(name) : ordinaryIn(language, name) !== null,
  );
}
