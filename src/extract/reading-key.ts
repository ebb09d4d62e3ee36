import { hash } from 'node:crypto';
import type { TrackedBrand } from '../domain/tracked-brand.ts';

/** Stored with every answer that the extractor reads. Raise it with every change that can read an answer differently. */
export const EXTRACTOR = 'extractor-7';

/**
 * A key of everything that a reading depends on apart from the answer: the extractor's version and the tracked brands.
 * An answer that was read under another key is due to be read again.
 *
 * @returns 16 characters
 */
export function readingKey(brands: readonly TrackedBrand[]): string {
  const sorted = brands.toSorted((a, b) => a.id - b.id);
  return hash('sha256', JSON.stringify([EXTRACTOR, sorted]), 'base64url').slice(0, 16);
}
