import { hash } from 'node:crypto';
import type { BrandDocument } from './document.ts';

/** The parts of a brand's document that a form can change by themselves. */
export type DocumentPart = keyof BrandDocument;

/** What a whole file overwrites. */
export const ALL_PARTS: readonly DocumentPart[] = [
  ...(['name', 'domain', 'domains', 'aliases', 'match', 'markets', 'configured', 'samples_per_day'] as const),
  ...(['engines', 'competitors', 'sites', 'prompts'] as const),
];

/** Enough that two versions of one brand never look the same by accident. */
const DIGITS = 16;

/**
 * What a form carries to notice that somebody else changed the brand since it was shown: a digest of each part that it
 * would overwrite.
 */
export function versionOf(document: BrandDocument, parts: readonly DocumentPart[]): string {
  return parts.map((part) => `${part}:${digestOf(document[part])}`).join(',');
}

/** The parts that are no longer what they were; every part that the version does not know counts as changed. */
export function changedSince(version: string, document: BrandDocument): DocumentPart[] {
  const pairs = version.split(',').map((pair) => pair.split(':'));
  return pairs
    .filter(([part = '', digest]) => digest !== digestOf(document[part as DocumentPart]))
    .map(([part]) => part as DocumentPart);
}

function digestOf(part: unknown): string {
  return hash('sha256', JSON.stringify(part) ?? '', 'hex').slice(0, DIGITS);
}
