const PREFIX = 'qst_';
const DIGITS = 20;

/** A prompt's public id: `qst_` and the first 20 hex digits (80 bits) of its digest, its text's SHA-256. */
export function questionIdOf(digest: string): string {
  return `${PREFIX}${digest.slice(0, DIGITS)}`;
}

/**
 * A question id's digest range, both ends included, for an indexed lookup.
 *
 * @returns null if the text does not look like a question id
 */
export function digestsOf(questionId: string): { readonly first: string; readonly last: string } | null {
  if (!/^qst_[0-9a-f]{20}$/.test(questionId)) return null;
  const start = questionId.slice(PREFIX.length);
  return { first: start.padEnd(64, '0'), last: start.padEnd(64, 'f') };
}
