import { hash } from 'node:crypto';
import type { BrandDocument } from './document.ts';

/** A part of a brand's document that a form can change alone. */
export type DocumentPart = keyof BrandDocument;

/** Enough to make an accidental collision between a brand's versions impossible in practice. */
const DIGITS = 16;

/** A digest of each part that a form would overwrite, to detect concurrent changes. */
export function versionOf(document: BrandDocument, parts: readonly DocumentPart[]): string {
  return parts.map((part) => `${part}:${digestOf(document[part])}`).join(',');
}

/** A digest of the whole document, to detect any concurrent change. */
export function brandVersion(document: BrandDocument): string {
  return digestOf(document);
}

/** Parts that changed since a version of the whole or of parts; parts missing from the version count as changed. */
export function changedSince(version: string, document: BrandDocument): DocumentPart[] {
  if (version === brandVersion(document)) return [];
  if (!version.includes(':')) return Object.keys(document) as DocumentPart[];
  const pairs = version.split(',').map((pair) => pair.split(':'));
  return pairs
    .filter(([part = '', digest]) => digest !== digestOf(document[part as DocumentPart]))
    .map(([part]) => part as DocumentPart);
}

function digestOf(part: unknown): string {
  return hash('sha256', JSON.stringify(part) ?? '', 'hex').slice(0, DIGITS);
}
