import type { AnswerOutcome, MentionReading } from '../../domain/answers/answer-reading.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { belongsTo } from '../../domain/web/host.ts';
import type { Extractor } from '../../extract/extractor.ts';
import { readingKey } from '../../extract/reading-key.ts';
import { listFacts } from '../../storage/directory/brand/facts.ts';
import { listOwnThemes } from '../../storage/directory/brand/themes.ts';
import { listTracked } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';

export interface BrandReader {
  readonly brandId: number;
  readonly tracked: readonly TrackedBrand[];
  readonly extractor: Extractor;
  /** Reading key, stored with every answer. */
  readonly reading: string;
}

/** Loads the extractor on first use, because it takes memory that a run without due answers can save. */
export async function loadBrandReader(db: Database, brandId: number): Promise<BrandReader> {
  const { extractorFor } = await import('../../extract/extractor.ts');
  const { tracked, reading } = await lookedForIn(db, brandId);
  return { brandId, tracked, extractor: extractorFor(tracked), reading };
}

/** The brand's current reading key. */
export async function currentReading(db: Database, brandId: number): Promise<string> {
  return (await lookedForIn(db, brandId)).reading;
}

/** The tracked brands, which rules look for, with their reading key. */
export async function lookedForIn(db: Database, brandId: number) {
  const tracked = await listTracked(db, brandId);
  return { tracked, reading: readingKey(tracked) };
}

/** What a model is asked about: the tracked brands, facts about the brand itself, and its own themes. */
export async function askedAboutIn(db: Database, brandId: number) {
  const { tracked } = await lookedForIn(db, brandId);
  return { tracked, facts: await listFacts(db, brandId), themes: await listOwnThemes(db, brandId) };
}

export interface ReadableAnswer {
  readonly text: string | null;
  /** The outcome stated by the import; null to derive it. */
  readonly stated: AnswerOutcome | null;
  readonly citedHosts: readonly string[];
}

/** Reads a text for tracked brands, by their ids. A stated `empty` means it names nobody. */
export function readText(
  { extractor }: BrandReader,
  { text, stated, citedHosts }: ReadableAnswer,
): ReadonlyMap<number, MentionReading> {
  const read = extractor.read({ text: stated === 'empty' ? '' : (text ?? ''), citedHosts });
  return new Map(read.map(({ brand, mention }) => [brand.id, mention]));
}

/** The stated outcome; otherwise it depends on whether a tracked brand appears. */
export function outcomeOf(
  stated: AnswerOutcome | null,
  mentions: readonly { readonly mentioned: boolean }[],
): AnswerOutcome {
  return stated ?? (mentions.some(({ mentioned }) => mentioned) ? 'ok' : 'empty');
}

/** Whether these hosts include one of the brand's own sites. */
export function isCited(brand: TrackedBrand, citedHosts: readonly string[]): boolean {
  return citedHosts.some((host) => belongsTo(host, brand.hosts));
}
