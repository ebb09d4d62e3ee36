import { hash } from 'node:crypto';
import { factMark, NAMES_KEY } from '../domain/answers/answer-reading.ts';
import type { Fact } from '../domain/brand/fact.ts';
import type { OwnTheme } from '../domain/brand/theme.ts';
import type { TrackedBrand } from '../domain/brand/tracked-brand.ts';

/**
 * The version stored with every reading. Raise it with every change that can read an answer differently, or give a cited
 * page another key (domain/web/page.ts).
 */
export const EXTRACTOR = 'extractor-15';

/**
 * A key for all inputs of a reading besides the answer: the extractor's version, the tracked brands, the facts, and the
 * brand's own themes. An answer with another key is due for a rescan.
 *
 * @returns 16 characters for the names; with facts or themes also a plus sign, 8 characters for these, and a mark for
 * the newest fact (domain/answers/answer-reading.ts)
 */
export function readingKey(
  brands: readonly TrackedBrand[],
  facts: readonly Fact[] = [],
  themes: readonly OwnTheme[] = [],
): string {
  const names = digestOf([EXTRACTOR, brands.toSorted((a, b) => a.id - b.id)]).slice(0, NAMES_KEY);
  if (facts.length === 0 && themes.length === 0) return names;
  const sorted = [
    facts.toSorted((a, b) => a.id - b.id),
    themes.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  ];
  const newest = Math.max(0, ...facts.map(({ id }) => id));
  return `${names}+${digestOf(sorted).slice(0, 8)}.${factMark(newest)}`;
}

function digestOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url');
}
