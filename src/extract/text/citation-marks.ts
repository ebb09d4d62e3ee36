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
