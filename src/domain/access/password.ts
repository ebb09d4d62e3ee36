export const SHORTEST_PASSWORD = 12;
const MOST_BYTES = 1000;

/**
 * A password in the form for hashing. Keyboards encode the same characters differently, so NIST SP 800-63B advises
 * normalization (NFKC).
 */
export function typedPassword(text: string): string {
  return text.toWellFormed().normalize('NFKC');
}

/**
 * Why a password is unacceptable, in a sentence; null if it is fine. Length is the only rule: required digits or
 * symbols make passwords harder to remember, and no harder to guess.
 */
export function passwordProblem(text: string): string | null {
  const password = typedPassword(text);
  if ([...password].length < SHORTEST_PASSWORD) {
    return `A password must have at least ${SHORTEST_PASSWORD} characters.`;
  }
  if (isTooLong(text)) return `A password may have at most ${MOST_BYTES} bytes.`;
  return new Set(password).size < 3 ? 'A password must not repeat one or two characters.' : null;
}

/** Whether a text is longer than any password, so that hashing it would be wasted work. */
export function isTooLong(text: string): boolean {
  return Buffer.byteLength(typedPassword(text)) > MOST_BYTES;
}
