/** Whether a sentence asks. A question states nothing. Greek asks with a semicolon. */
export function isQuestion(text: string): boolean {
  return /[?？؟]["')\]]*\s*$|\p{Script=Greek}[^;]*;\s*$/u.test(text);
}
