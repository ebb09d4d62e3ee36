/** Whether a sentence is a question, which states nothing. Greek questions end with a semicolon. */
export function isQuestion(text: string): boolean {
  return /[?？؟]["')\]]*\s*$|(?<![^;])[^;\p{Script=Greek}]*\p{Script=Greek}[^;]*;\s*$/u.test(text);
}
