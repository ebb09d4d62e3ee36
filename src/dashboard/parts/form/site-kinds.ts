import { SOURCE_KINDS, type SourceKind } from '../../../domain/web/site-kinds.ts';
import type { Choice } from './choices.ts';

const KIND_WORDS: Readonly<Record<SourceKind, string>> = {
  own_page: 'Your site',
  competitor: 'Competitor',
  listing: 'Listing',
  community: 'Community',
  marketplace: 'Marketplace',
};

export const KIND_CHOICES: readonly Choice[] = SOURCE_KINDS.map((value) => ({
  value,
  label: { ...KIND_WORDS, own_page: 'Yours', competitor: 'Competitors' }[value],
}));

export function kindWord(kind: unknown): string {
  return KIND_WORDS[kind as SourceKind] ?? String(kind);
}
