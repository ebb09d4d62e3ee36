import { inBothCases } from '../text.ts';
import { MAX_ANSWER_CHARACTERS } from './answer-reading.ts';

/** A marker in an answer's text that stands for a page which the engine found, without its address. */
export interface CitationMarker {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** The numbers of the results that it names; empty if the form has none, such as `turn0search1`. */
  readonly numbers: readonly number[];
  /** Whether it is only numbers in brackets, which may also mean something else: `[1]`, `[1, 3]`. */
  readonly isPlain: boolean;
}

const KNOWN = `(?:${inBothCases('web|search|sources?|cite|citations?|ref(?:erence)?s?|results?|docs?|documents?')})\\s?`;
/** Words that engines write before a result's number: `[cite: 4]`, `[Source 2]`, `[doc1]`, `[ref_3]`. */
const WORD = `${KNOWN}(?:[:：_#-]\\s?)?`;
/** Any other word, in one case and with a colon: `[attached_file:1]`, `[NEWS:2]`, but not `[Rating: 4]`. */
const OTHER_WORD = `(?!${KNOWN}:)(?:[a-z](?:[a-z-]|\\\\?_){1,24}|[A-Z](?:[A-Z-]|\\\\?_){1,24}):`;
const PREFIX = `(?:${WORD}|${OTHER_WORD})`;
const NUMBER = '[0-9０-９]{1,3}';
const BETWEEN = `(?:\\s?[,;，；、&|–—-]\\s?|\\sand\\s|\\s(?=${PREFIX}))`;
const LIST = `(?:${PREFIX})?${NUMBER}(?:${BETWEEN}(?:${PREFIX})?${NUMBER}){0,30}`;

/** `[1]`, `[[1]]`, `[^1^]`, `\[1\]`, `【1】`, with prefixes, lists, and ranges. A link has its own page, and `a[1] = 2` is code. */
const BRACKETED = `(?:\\\\?[[【［〔]){1,2}\\^?\\s?(${LIST})\\s?\\^?(?:\\\\?[\\]】］〕]){1,2}(?![\\]】］〕]?\\(|\\s?=)`;

/** Forms whose numbers count something other than the results of a reply. */
const UNNUMBERED = [
  // ChatGPT, with or without its private-use characters.
  '\\uE200(?:file)?cite\\uE202[^\\uE200\\uE201\\n]{1,500}\\uE201?',
  '(?:(?:file)?cite)?(?:\\uE202?turn\\d{1,3}(?!image)[a-z]{2,20}\\d{1,3})+',
  '(?::contentReference)?\\[oai_?cit(?:e|ation):[^\\]\\n]{1,100}\\](?!\\()(?:\\{[^}\\n]{0,80}\\})?',
  // Its file search, and gpt-oss: `【4†source】`, `【85†L261-269】`, `[4†L10-L20]`.
  '【[^【】†\\n]{0,200}†[^【】\\n]{0,200}】|\\[\\d{1,3}(?::\\d{1,3})?†[^\\]\\n]{0,200}\\]',
  // Claude.
  '<cite\\b[^>\\n]{0,200}\\bindex=[^>\\n]{0,200}>',
].join('|');

/** In code, a bracketed number is an index. */
const CODE = '(`{3,}|~{3,})[\\s\\S]*?(?:\\1|$)|``[^\\n]*?``|`[^`\\n]*`';

const FORMS = new RegExp(`${CODE}|(${UNNUMBERED})|${BRACKETED}`, 'gu');

/**
 * An answer's citation markers in every form that engines are known to write, in text order. None in a text that is
 * too long to be an answer.
 */
export function citationMarkersIn(text: string): CitationMarker[] {
  const markers: CitationMarker[] = [];
  if (text.length > MAX_ANSWER_CHARACTERS) return markers;
  for (const { 0: form, 2: unnumbered, 3: list, index: from } of text.matchAll(FORMS)) {
    if (unnumbered === undefined && list === undefined) continue;
    const isPlain = list !== undefined && /^\[(?!\^)[^\p{L}]*$/u.test(form);
    const numbers = numbersIn(list ?? '');
    if (isPlain && numbers.length > 1 && areValues(numbers, text.slice(Math.max(0, from - 60), from)))
      continue;
    markers.push({ from, to: from + form.length, numbers, isPlain });
  }
  return markers;
}

/** What is written as a list or range of numbers: `the interval [1, 3]`, `a range of [1-3]`. */
const VALUED =
  'intervals?|ranges?|ranging|between|bounds|arrays?|lists?|tuples?|vectors?|coordinates?|scales?|shape|dimensions|CI';
/** Words before `is [1, 3]`, which directly before a marker may end a statement: `It has high scores [1, 3].` */
const COUNTED = `${VALUED}|scores?|values?|numbers?|points?|ratings?|sizes?|data|index(?:es)?|indices|result`;
/** Words before `in [1, 3]`, unlike `as reported in [1, 3]`. */
const CONTAINED =
  'numbers?|integers?|values?|floats?|reals?|probabilit(?:y|ies)|scores?|points?|lies?|lying|falls?|falling|stays?|index|[a-z]';
const VALUES_FOLLOW = new RegExp(
  `(?:[=∈≈≤≥]|(?<![\\p{L}\\p{N}])(?:(?:${VALUED}):?|(?:${COUNTED})(?::|\\s(?:is|are|was|were|of|as|equals?|like|from))|(?:${CONTAINED})\\s(?:(?:is|are|was|were|be)\\s)?(?:with)?in))\\s?$`,
  'iu',
);

/** Whether numbers in plain brackets are values, in view of the text before them. No result has the number 0. */
function areValues(numbers: readonly number[], before: string): boolean {
  return numbers.includes(0) || VALUES_FOLLOW.test(before);
}

const PART = new RegExp(`([–—-]\\s?)?(?:${PREFIX})?(${NUMBER})`, 'gu');

/** No engine writes a longer range. */
const LONGEST_RANGE = 30;

/** The numbers in a list: 1, 2, 3, and 7 for `1-3, 7`. */
function numbersIn(list: string): number[] {
  if (/^\d+$/.test(list)) return [Number(list)];
  const numbers: number[] = [];
  for (const { 1: dash, 2: digits = '' } of list.matchAll(PART)) {
    const number = Number(digits.normalize('NFKC'));
    const before = numbers.at(-1);
    if (dash !== undefined && before !== undefined && number - before <= LONGEST_RANGE)
      for (let between = before + 1; between < number; between += 1) numbers.push(between);
    numbers.push(number);
  }
  return numbers;
}

/** `[[n]](url)` or `[web:n](url)`. The URL may have balanced parentheses, stand in `<>`, and precede a title. */
const NUMBERED_LINKS = new RegExp(
  `\\[{1,2}(?:${PREFIX})?(\\d{1,3})\\]{1,2}\\(<?([hH][tT][tT][pP][sS]?://(?:[^\\s()<>]|\\((?:[^\\s()<>]|\\([^\\s()<>]*\\))*\\))+)>?(?:\\s+"[^"\\n]*")?\\)`,
  'gu',
);

/** A numbered link, which names its page itself. */
export interface NumberedLink extends Pick<CitationMarker, 'from' | 'to'> {
  readonly number: number;
  readonly url: string;
}

/** The numbered links in a text, in its order. */
export function numberedLinksIn(text: string): NumberedLink[] {
  return [...text.matchAll(NUMBERED_LINKS)].map(({ 0: link, 1: number, 2: url = '', index: from }) => ({
    from,
    to: from + link.length,
    number: Number(number),
    url,
  }));
}
