import { withoutTrailingMarks } from '../text/citation-marks.ts';
import { fold } from '../text/fold.ts';
import { isOrdinary } from './words/ordinary-words.ts';
import { isFunctionWord } from './words/word-classes.ts';

/** The text after a weekday or month: `Monday morning`, `May 2024`. */
export const DATED =
  /^(?:s\b|\s+(?:morning|afternoon|evening|night|noon|through|thru|to|until|till|at|\d)|\s?[–-]\s?\p{Lu})/iu;

/** A verb's object: `Ring the doorbell`, `Ramp up`. */
const OBJECT =
  /^\s+(?:the|a|an|your|our|my|their|his|her|its|this|that|these|those|up|out|off|down|over|it|them|us|me|all|any|each|every|more|less)\s/;
/** Objects that are also words in other languages: `Decathlon a ouvert`. */
const ELSEWHERE = /^\s+(?:a|an|me|all|over|its)\s/;

/**
 * Whether a sentence starts with the name as a verb.
 *
 * @param isEnglish whether the answer is probably English
 */
export function isUsedAsVerb(shown: string, before: string, after: string, isEnglish: boolean): boolean {
  if (!startsSentence(before) || !/^\p{Lu}?\p{Ll}+$/u.test(shown) || !OBJECT.test(after)) return false;
  return !ELSEWHERE.test(after) || (isEnglish && !FRENCH_PERFECT.test(after));
}

/** A French perfect tense, where `a` is no article: `Decathlon a ouvert`. */
export const FRENCH_PERFECT =
  /^\s+a\s(?:(?:déjà|aussi|ainsi|bien|toujours|récemment|également|depuis|même)\s)?(?!(?:café|fiancé|résumé|protégé|cliché|exposé|soufflé|purée|touché|passé)s?\s)(?:\p{Ll}+[éû](?:e?s?)|eu|fait|dit|mis|pris|vu|dû|su|vendu|perdu|rendu|reçu|ouvert|offert|acquis|promis|permis|produit|construit|conçu|réduit|conquis|choisi|réussi|agrandi|enrichi|investi|bâti|établi|racheté)(?!\p{L})/u;

/** A sign at a line's start. */
const LINE_SIGN = /(?:^|[\n\u2028])\s*[→⇒►▸‣▪◦✓·–—\u2460-\u249B\u24F5-\u24FE\u2776-\u2793-]\s*$/u;

export function startsSentence(text: string): boolean {
  const before = withoutTrailingMarks(text);
  if (/\b(?:vs|e\.g|i\.e|incl|approx|no|dr|mr|mrs|ms|st)\.\s*$/i.test(before)) return false;
  return (
    /(?:^|[.!?:。！？\n\u2028"“(•¡¿«„→⇒]|\s[–—-]\s)[\s"“(*•¡¿«„\p{Extended_Pictographic}\p{M}\d.)]*$/u.test(
      before,
    ) || LINE_SIGN.test(before)
  );
}

const TRADEMARK = /^\s\p{Lu}\p{L}*[®™℠]/u;
/** A word that can only be a name: `HomeKit`, `eBay`. */
const INVENTED_NAME = /^\s\p{Lu}?\p{Ll}+\p{Lu}/u;

/** Whether an invented name follows, so that both are one name: `with Apple HomeKit`. */
export function isBesideInventedName(before: string, after: string): boolean {
  return (
    TRADEMARK.test(after) ||
    (INVENTED_NAME.test(after) && /\b(?:with|for|by|via|on|from|and|or)\s$/.test(before))
  );
}

/** Whether a name is in a list, `HubSpot, Close and Pipedrive`, or a maker, `by Amazon`. */
export function isEnumerated(before: string, after: string): boolean {
  if (/^\s(?:vs\.?|versus)\s\p{Lu}/u.test(after)) return true;
  if (/\bbetween\s$/i.test(before) && /^\sand\s\p{Lu}[\p{L}\d]*\s*(?:$|[.,:?!])/u.test(after)) return true;
  if (/\b(?:by|from)\s$/i.test(before) && /^\s*(?:[.,;:)!]|$)/.test(after)) return true;
  if (before.trim() === '') return /^\s*(?:[,&/|]|(?:and|or|vs\.?|versus)\s)\s*\p{Lu}/u.test(after);
  return (
    /(?:[,/&;(+|]|\b(?:and|or|vs\.?|versus|y|o|et|ou|und|oder|och))\s*$/.test(before) &&
    /^\s*(?:[,/&;.)+|]|$|(?:and|or|vs)\b)/.test(after)
  );
}

/** Whether nearly every longer word in a line has a capital, and no full stop makes it a sentence. */
export function isTitle(text: string): boolean {
  if (text.length > 200 || /^\P{L}*\p{Ll}+(?!\p{L})/u.test(text) || /\.\s*$/.test(text)) return false;
  const words = text.match(/\p{L}[\p{L}'’]{2,}/gu) ?? [];
  const capital = words.filter((word) => /^\p{Lu}/u.test(word)).length;
  const others = words.filter((word) => !SMALL.has(word.toLowerCase())).length;
  return words.length >= 2 && capital >= others * 0.8 && capital >= 2;
}

/** Words that titles write without a capital. */
const MINOR =
  'a an the and or nor but for of to in on at by as per with from into onto over via up about across after against along around before behind below between beyond during near since through toward under until upon within without';
const MINOR_WORD = new RegExp(`^(?:${MINOR.replaceAll(' ', '|')})$`, 'iu');

/** Whether a sentence with a full stop, without a number, has every capital that a title has: `Mind the Gap.` */
function isTitledSentence(text: string): boolean {
  if (text.length > 200 || !/\.\s*$/.test(text) || /[\d®™]/.test(text)) return false;
  const words = (text.match(/\p{L}[\p{L}'’]*/gu) ?? []).filter((word) => !MINOR_WORD.test(word));
  return words.length >= 2 && words.every((word) => /^\p{Lu}/u.test(word));
}

/** Whether a place is in a title: the text, or its line. */
export function isInTitle(text: string, from: number, to: number): boolean {
  return isTitle(text) || isTitle(lineAround(text, from, to).join(''));
}

/** Whether a place is in a sentence in Title Case with a full stop. */
export function isInTitledSentence(text: string, from: number, to: number): boolean {
  const [before, shown, after] = lineAround(text, from, to);
  return isTitledSentence(`${before.split(SENTENCE_END).at(-1)}${shown}${after.split(SENTENCE_END)[0]}`);
}

function lineAround(text: string, from: number, to: number): [before: string, shown: string, after: string] {
  const start = Math.max(text.lastIndexOf('\n', from), text.lastIndexOf('\u2028', from)) + 1;
  const end = to + text.slice(to).search(/[\n\u2028]|$/);
  return [text.slice(start, from), text.slice(from, to), text.slice(to, end)];
}

const SENTENCE_END = /(?<=[.!?])\s+/u;

const SMALL = new Set('the and for with from your you are how why what its into over via'.split(' '));

/** Makers of products with ordinary names: `Google Nest`, `Ford Focus`. */
export const MAKERS =
  'Google|Microsoft|Amazon|Apple|Adobe|Atlassian|Samsung|Sony|Meta|Salesforce|Zoho|Oracle|IBM|SAP|HP|Dell|Lenovo|Xiaomi|Huawei|Philips|Bosch|LG|Intuit|Cisco|Nintendo|Dyson|Volkswagen|VW|Ford|Honda|Toyota|Nissan|Renault|Fiat|Opel|Hyundai|Kia|Mercedes(?:-Benz)?|BMW|Audi|Škoda|Peugeot';
const MAKER = new RegExp(`^(?:${MAKERS})$`, 'u');

export function isMaker(shown: string): boolean {
  return MAKER.test(shown);
}

/** A line's or sentence's start up to a place, and the text from there up to a colon. */
const LABEL_START = /(?:^|[\n\u2028.!?:：•→(])([^\n\u2028.!?:：•→(]{0,60})$/u;
const LABEL_END = /^([^\n\u2028.!?:：]{0,60}?)\s?[:：](?!\d|\/\/)/u;

/**
 * Whether a place is in a label in Title Case with other words, all of them ordinary or abbreviations: `Wide Toe Box:
 * leaves room`.
 */
export function isInTitledLabel(text: string, from: number, to: number): boolean {
  const start = LABEL_START.exec(text.slice(Math.max(0, from - 80), from))?.[1];
  const end = LABEL_END.exec(text.slice(to, to + 80))?.[1];
  if (start === undefined || end === undefined || /\d|[®™+]/.test(end)) return false;
  const others = `${start} ${end}`.replace(/['’]s\b/g, '').match(/[\p{L}\p{N}][\p{L}\p{N}'’]*/gu) ?? [];
  const isMade = /\p{L}/u.test(start) ? start.split(/\s/).some(isMaker) : isMaker(text.slice(from, to));
  if (isMade) return false;
  const longer = others.filter((word) => word.length > 3 && !SMALL.has(word.toLowerCase()));
  return (
    others.some((word) => /^\p{Lu}/u.test(word)) &&
    longer.every((word) => /^[\p{Lu}\p{N}]/u.test(word)) &&
    (isFunctionWord(fold(text.slice(from, to)).text) ||
      others.every((word) => /^(?:\p{Lu}+s?|\p{N}+)$/u.test(word) || isOrdinary(fold(word).text)))
  );
}
