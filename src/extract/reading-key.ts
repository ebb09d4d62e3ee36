import { hash } from 'node:crypto';
import type { TrackedBrand } from '../domain/brand/tracked-brand.ts';

/**
 * The version stored with every reading. Raise it with every change that can read an answer differently, or give a cited
 * page another key (domain/web/page.ts).
 */
export const EXTRACTOR = 'extractor-16';

/** In characters. */
const KEY_LENGTH = 16;

/**
 * A key for what rules read an answer with besides its text: the extractor's version, and the tracked brands. An answer
 * with another key is due for a rescan.
 */
export function readingKey(brands: readonly TrackedBrand[]): string {
  const read = JSON.stringify([EXTRACTOR, brands.toSorted((a, b) => a.id - b.id)]);
  return hash('sha256', read, 'base64url').slice(0, KEY_LENGTH);
}
