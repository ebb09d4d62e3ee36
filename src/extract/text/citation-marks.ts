/**
 * A mark that only cites, in a visible text: `[4]`, `[1, 2]`, `[^4^]`, `【4】`, `[cite: 4]`, `[source]`, `^4^`, a raised digit, or the
 * signs that stand for what was blanked, with the digits between them.
 */
const NUMBERS = '\\d{1,3}(?:\\s?[,–-]\\s?\\d{1,3}){0,9}';
const MARK = `\\s?(?:\\uFFFC(?:\\d{1,3}\\uFFFC)?|[\\[【［]{1,2}(?:\\^?|(?:cite|web|source|ref|doc)\\s?:\\s?)${NUMBERS}\\^?[\\]】］]{1,2}|\\[sources?\\]|\\^${NUMBERS}\\^|⁽?[\\u00B9\\u00B2\\u00B3\\u2070\\u2074-\\u2079]⁾?)`;

const AT_START = new RegExp(`^(?:${MARK})+`, 'u');
const AT_END = new RegExp(`(?:${MARK})+(\\s*)$`, 'u');

/** What follows a place in a text, without the marks that belong to what is before it: `[4]: docs`. */
export function afterMarks(text: string): string {
  return text.replace(AT_START, '');
}

/** What comes before a place in a text, without the marks at its end: `It is late.[2] `. */
export function beforeMarks(text: string): string {
  return text.replace(AT_END, '$1');
}
