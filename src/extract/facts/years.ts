import type { Range } from '../text/ranges.ts';
import { NAME } from './name-marks.ts';
import { type Numeral, numeralsIn } from './numerals.ts';

/** The largest distance between a year and its fact's words. */
const FARTHEST = 90;

/** Four-digit years that are neither prices nor parts of a number. */
export function yearsIn(text: string): Numeral[] {
  return numeralsIn(text).filter(
    ({ from, to, value }) =>
      value >= 1800 && value <= 2100 && to - from === 4 && !/[$€£¥]\s?$/.test(text.slice(0, from)),
  );
}

const OF_YEAR =
  'in|im|out|il|le|di|à|al|back|way|the|year|of|as|early|late|mid|only|erst|seulement|Jahre?|en|l|année|el|año|nel|nell|anno|no|em|ano|in|het|jaar|w|roku|do|de|d|dell|del|da';
const WAS =
  'a|été|remonte|remontant|risale|remonta|wurde|werd|was|were|is|ist|fue|foi|è|stata|stato|es|est|é|originally|first|erfolgte|została|został|date|datum';
const COMPANY =
  'das|die|der|the|la|Unternehmen|Firma|company|firm|entreprise|société|empresa|azienda|bedrijf|firma';
const BY = 'by|von|durch|par|por|dal|dalla|da|door|przez|with|mit|as|als|comme|como|come|jako';
const AFTER = '(?<=(?:in|by|von|par|por|da|door|przez|em|à|en|a|w|te|no|na|and|und|et|y|e|[A-Z]\\p{L}+)\\s)';

/** Each word once: a matcher tries a repeated one again. */
const EITHER = [...new Set([OF_YEAR, WAS, BY, COMPANY].join('|').split('|'))].join('|');
const CAPITALIZED = "\\p{Lu}[\\p{L}'’.-]*(?![\\p{L}'’.-])";

/**
 * Words between `founded` and its year: founders, places, and prepositions. Another subject than the brand would be
 * another fact.
 */
const TO_YEAR = new RegExp(
  `^(?:\\s*(?:[(:*]|['’]|${NAME}|(?:${EITHER})(?!\\p{L})|${AFTER}${CAPITALIZED}|(?:and|und|et|y|e)(?=\\s\\p{Lu})|,(?=\\s\\p{Lu})|年|に|は|于|於|在))*\\s*$`,
  'u',
);

/** `by former Google engineers in`, `as a side project in`. */
const BY_WHOM = new RegExp(
  `(?<!\\p{L})(?:${BY})\\s(?:(?!who|which|that|after|before|when|while|until|since|whose|die|der|qui|que|che|où|avant|après|nach|vor|dopo|antes|después)[\\p{L}'’.&-]+\\s){1,8}(?=(?:back |early )?(?:in|im|en|nel|em|w|on|am|le)\\s)`,
  'u',
);
const WHERE =
  /(?<!\p{L})(?:in|im|à|a|en|em|no|na|te|w)\s(?:the\s|der\s)?\p{Lu}[\p{L}'’.-]*(?:\s\p{Lu}[\p{L}'’.-]*)*(?:,\s\p{Lu}[\p{L}'’.-]*(?:\s\p{Lu}[\p{L}'’.-]*)*)?,?(?=\s)/gu;

const SEASONS =
  'spring summer autumn fall winter Frühjahr Frühling Sommer Herbst printemps automne hiver primavera verano otoño invierno estate autunno inverno verão outono lente zomer herfst Q1 Q2 Q3 Q4'.split(
    ' ',
  );

const DATE = new RegExp(
  `(?<!\\p{L})(?:(?:on|am|le|el|il|op)\\s)?(?:\\d{1,2}(?:st|nd|rd|th|er|º|\\.)?\\s(?:de\\s)?)?(?:${monthNames().join('|')})(?:\\s\\d{1,2}(?:st|nd|rd|th)?,)?(?!\\p{L})`,
  'giu',
);

function monthNames(): string[] {
  const named = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl'].flatMap((language) => {
    const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2000, month, 1)));
  });
  return [...new Set([...named, ...SEASONS])];
}

const CJK_PLACE = '(?!年)[\\p{Script=Katakana}ー\\p{Script=Han}]{1,10}';
/** Words between a year and `founded` after it: `In 1999, Acme was founded`, `2014 gegründet`. */
const FROM_YEAR = new RegExp(
  `^,?(?:\\s*(?:[()]|(?:als|as|como|comme|come)(?=\\s\\p{Lu})|${NAME}|(?:${WAS}|von|by)(?!\\p{L})|(?:${'in|à|en'})(?=\\s\\p{Lu})|${CAPITALIZED}|und|and|que|qu|${CJK_PLACE}で|年で?|に))*\\s*$`,
  'u',
);

/** `In 1999, …`. */
const FRONTED =
  /^[\s*]*(?:(?:back |already |bereits |schon |déjà )?(?:in|im|en|nel|em|w|im Jahre?|in the year)\s)?(?:\p{L}+\s)?$/iu;

/** Whether a year belongs to a fact's words. */
export function isFactYear(text: string, place: Range, year: Range): boolean {
  if (year.from < place.from) {
    const between = text.slice(year.to, place.from);
    const isFronted = FRONTED.test(text.slice(0, year.from)) || !between.includes(',');
    return isFronted && between.length <= FARTHEST && FROM_YEAR.test(between);
  }
  const between = text.slice(place.to, year.from);
  if (between.length > FARTHEST) return false;
  return TO_YEAR.test(
    between.replace(DATE, ' ').replace(BY_WHOM, ' ').replace(WHERE, ' ').replace(DATE, ' '),
  );
}

/** `2009 or 2010`, `2009/10`. */
export function isOneOfTwo(text: string, { from, to }: Range): boolean {
  return (
    /^\s?(?:\/|–|-|or|oder|ou|o|of|lub|and|und|et|to|bis)\s?(?:in\s)?\d/iu.test(text.slice(to)) ||
    /\d{4}\s?(?:\/|–|-|or|oder|ou|o|of|lub|and|und|et|to|bis)\s?(?:in\s)?$/iu.test(text.slice(0, from))
  );
}
