/** A number at a line's start that Markdown did not read as a list. */
export const LINE_NUMBER =
  /^[\s*]*(?:#?\(?\d{1,3}[.)、:]|[0-9]\uFE0F?\u20E3|[\u2460-\u249B\u2776-\u2793])\s*/u;

/** Whether a sentence is a question, which states nothing. Greek questions end with a semicolon. */
export function isQuestion(text: string): boolean {
  return /[?？؟]["')\]]*\s*$|(?<![^;])[^;\p{Script=Greek}]*\p{Script=Greek}[^;]*;\s*$/u.test(text);
}

/** The text in lower case with equal length and uniform apostrophes, quotation marks, hyphens, and spaces. */
export function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  const same = lower.length === text.length ? lower : text.replace(/\p{Lu}/gu, sameLength);
  return same
    .replace(/[’‘ʼ]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/[\n\u00A0\t]/g, ' ');
}

function sameLength(character: string): string {
  const lower = character.toLowerCase();
  return lower.length === character.length ? lower : character;
}
