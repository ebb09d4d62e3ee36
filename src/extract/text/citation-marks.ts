import type { Range } from './ranges.ts';

/**
 * A citation mark in visible text: `[4]`, `[1, 2]`, `[^4^]`, `【4】`, `[source]`, `^4^`, a superscript digit, or blanking
 * characters with the digits between them. Markers with words are blank there.
 */
const NUMBERS = '\\d{1,3}(?:\\s?[,–-]\\s?\\d{1,3}){0,9}';
const MARK = `\\s?(?:\\uFFFC(?:\\d{1,3}\\uFFFC)?|[\\[【［]{1,2}\\^?${NUMBERS}\\^?[\\]】］]{1,2}|\\[sources?\\]|\\^${NUMBERS}\\^|⁽?[\\u00B9\\u00B2\\u00B3\\u2070\\u2074-\\u2079]⁾?)`;

const AT_START = new RegExp(`^(?:${MARK})+`, 'u');
const AT_END = new RegExp(`(?:${MARK})+(\\s*)$`, 'u');

/** A text without the citation marks at its start, which belong to the text before it: `[4]: docs`. */
export function withoutLeadingMarks(text: string): string {
  return text.replace(AT_START, '');
}

/** A text without the citation marks at its end: `It is late.[2] `. */
export function withoutTrailingMarks(text: string): string {
  return text.replace(AT_END, '$1');
}

/** A source's label, with the number of further sources: `Zalto+2`. */
const WORD = "[\\p{L}\\p{N}][\\p{L}\\p{N}.&'’|-]{0,40}";
const FIRST = `(?=[^\\s+]{0,41}\\p{L})${WORD}`;
const LABEL = `${FIRST}(?: (?:(?:of|the|and|for|in|on|de|du|la|le|des|der|und|[&|–-]) )?(?!\\p{Ll})${WORD}){0,4}`;
const COUNT = '\\+\\d{1,2}(?!\\d)';
const LAST = `(?:${LABEL})?[.)]?(?=\\s*(?:$|[\\n\\u2028]))`;
const NEXT = '(?=\\s*["“(]?(?:\\p{Lu}[\\p{Ll}\\s]|\\p{Lo}))';

/** After a sentence or at a line's start; or glued to a last word at a line's end, where no sentence needs to end. */
const CHIPS = new RegExp(
  `(?<=[.!?…。！？][)"”’]?\\s{0,3})${LABEL}\\s?${COUNT}(?:\\s?${LABEL}\\s?${COUNT})*(?:${LAST}|${NEXT})|(?<=^|[\\n\\u2028])${LABEL}\\n?${COUNT}(?:${LABEL}${COUNT})*${LAST}|(?<=\\s)${FIRST}${COUNT}(?:${LABEL}${COUNT})*${LAST}`,
  'gu',
);

/** Ranges of source chips, as in answers copied from a page: `Good for teams. Zalto+2Vexo+1`. */
export function sourceChipsIn(text: string): Range[] {
  if (!/\+\d/.test(text)) return [];
  return [...text.matchAll(CHIPS)].map(({ 0: chips, index }) => ({ from: index, to: index + chips.length }));
}
