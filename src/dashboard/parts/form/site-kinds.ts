import type { SourceKind } from '../../../domain/web/site-kinds.ts';
import type { Choice } from './choices.ts';

const KIND_WORDS: Readonly<Record<SourceKind, string>> = {
  own_page: 'Your site',
  competitor: 'Competitor',
  listing: 'Listing',
  community: 'Community',
  marketplace: 'Marketplace',
};

/** In the order of a list's filters. */
export const KIND_CHOICES = [
  { value: 'listing', label: 'Listings' },
  { value: 'community', label: 'Communities' },
  { value: 'marketplace', label: 'Marketplaces' },
  { value: 'competitor', label: 'Competitors’ own' },
  { value: 'own_page', label: 'Yours' },
] as const satisfies readonly (Choice & { readonly value: SourceKind })[];

export function kindWord(kind: unknown): string {
  return KIND_WORDS[kind as SourceKind] ?? String(kind);
}
