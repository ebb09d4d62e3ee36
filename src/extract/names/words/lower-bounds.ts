import type { MarketCodes } from '../../../domain/brand/market.ts';
import type { TrackedName } from '../../../domain/brand/tracked-brand.ts';
import { fold } from '../../text/fold.ts';
import { languageOf } from './languages.ts';
import { isOrdinary, ordinaryIn } from './ordinary-words.ts';
import type { Language } from './small-words.ts';

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
 * The languages that answers are likely to come in: those of the markets and of the questions. English is always one,
 * because its words are in answers of every language.
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

/** More questions than most stores have: fifty of each of two hundred brands. */
const MOST_REMEMBERED = 10_000;

/** Every report about a brand asks for the same fifty questions. */
function languageOfQuestion(question: string): Language | null {
  const known = ofQuestions.get(question);
  if (known !== undefined) return known;
  if (ofQuestions.size >= MOST_REMEMBERED) ofQuestions.clear();
  const language = languageOf(question);
  ofQuestions.set(question, language);
  return language;
}

/**
 * The languages in which a name is an ordinary word. What is counted of it there is a lower bound: it counts only where
 * something shows that the name is meant. A name for which any capitals count is counted everywhere, and one of several
 * capitals, as Whole Foods, nearly everywhere.
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
