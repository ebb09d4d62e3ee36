import { hash } from 'node:crypto';
import type { MentionReading } from '../domain/reading.ts';
import type { TrackedBrand } from '../domain/tracked-brand.ts';
import { plainReader } from './plain.ts';

/** Stored with every answer read here, so that a better extractor knows what to read again. */
export const EXTRACTOR = 'plain-1';

/** What there is of an answer to read. */
export interface AnswerSource {
  /** Markdown, verbatim. */
  readonly text: string;
  /** Normalised hosts of the cited pages. */
  readonly citedHosts: readonly string[];
}

/** What an answer says of one brand. */
export interface BrandReading {
  readonly brand: TrackedBrand;
  readonly mention: MentionReading;
}

export interface Extractor {
  /** One reading per brand, in the order of the brands. Any text is read; nothing is thrown. */
  read(answer: AnswerSource): BrandReading[];
}

/** An extractor for these brands together: a name that is part of another brand's longer name does not count. */
export function extractorFor(brands: readonly TrackedBrand[]): Extractor {
  const readers = brands.map((brand) => ({ brand, read: plainReader(brand) }));
  return { read: ({ text }) => readers.map(({ brand, read }) => ({ brand, mention: read(text) })) };
}

/**
 * Names everything a reading depends on but the answer itself: the extractor's version and the brands as they are
 * tracked. An answer that was read under another key is due to be read again.
 *
 * @returns 16 characters
 */
export function readingKey(brands: readonly TrackedBrand[]): string {
  const sorted = brands.toSorted((a, b) => a.id - b.id);
  return hash('sha256', JSON.stringify([EXTRACTOR, sorted]), 'base64url').slice(0, 16);
}
