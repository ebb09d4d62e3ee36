import { hash } from 'node:crypto';

/** Lines back from which the same line is still recognized as another of its kind: identical lines are near each other. */
const LINES_KEPT = 20_000;

/** Bytes of an identity: among a billion lines of a day, two alike are as likely as never. */
const IDENTITY_BYTES = 16;

/** Tells the lines of one file, or of one batch, apart: also those with the same text. Memory is bounded. */
export class LineNames {
  #newer = new Map<string, number>();
  #older = new Map<string, number>();

  /**
   * What a line is called: the same for the same text at the same place among its equals, in every file. Records of one
   * request, also in different batches, are called by its id.
   */
  nameOf(text: string, requestId?: string): string {
    if (requestId !== undefined) return `request ${requestId}`;
    const digest = hash('sha256', text, 'base64url');
    const before = this.#newer.get(digest) ?? this.#older.get(digest) ?? 0;
    if (this.#newer.size >= LINES_KEPT) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    this.#newer.set(digest, before + 1);
    return `${digest} ${before}`;
  }
}

/** A line's identity on its day. Once the day's salt is gone, nobody can tell whether it was of a given line. */
export function identityOf(name: string, salt: string): string {
  return hash('sha256', `${salt} ${name}`, 'buffer').toString('base64url', 0, IDENTITY_BYTES);
}
