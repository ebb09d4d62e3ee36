import type { AnswerOutcome, MentionReading } from '../../domain/answers/answer-reading.ts';
import type { Fact, FactReading } from '../../domain/brand/fact.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { belongsTo } from '../../domain/web/host.ts';
import type { Extractor } from '../../extract/extractor.ts';
import { readingKey } from '../../extract/reading-key.ts';
import { listFacts } from '../../storage/directory/brand/facts.ts';
import { listOwnThemes } from '../../storage/directory/brand/themes.ts';
import { listTracked } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';

/** A brand with its extractor; import and rescan share it. */
export interface BrandReader {
  readonly brandId: number;
  readonly tracked: readonly TrackedBrand[];
  /** Facts about the brand itself. */
  readonly facts: readonly Fact[];
  readonly extractor: Extractor;
  /** Reading key, stored with every answer. */
  readonly reading: string;
}

/** Loads the extractor on first use, because it takes memory that a run without due answers can save. */
export async function loadBrandReader(db: Database, brandId: number): Promise<BrandReader> {
  const { extractorFor } = await import('../../extract/extractor.ts');
  const { tracked, facts, themes, reading } = await lookedForIn(db, brandId);
  const extractor = extractorFor(tracked, { facts, themes });
  return { brandId, tracked, facts, extractor, reading };
}

/** The brand's current reading key. */
export async function currentReading(db: Database, brandId: number): Promise<string> {
  return (await lookedForIn(db, brandId)).reading;
}

/** The inputs to a brand's reading: tracked brands, facts, and its own themes, with their reading key. */
export async function lookedForIn(db: Database, brandId: number) {
  const tracked = await listTracked(db, brandId);
  const facts = await listFacts(db, brandId);
  const themes = await listOwnThemes(db, brandId);
  return { tracked, facts, themes, reading: readingKey(tracked, facts, themes) };
}

export interface ReadableAnswer {
  readonly text: string | null;
  /** The outcome stated by the import; null to derive it. */
  readonly stated: AnswerOutcome | null;
  readonly citedHosts: readonly string[];
}

export interface ReadText {
  /** By tracked brand id. */
  readonly mentions: ReadonlyMap<number, MentionReading>;
  /** Only facts with a verdict. */
  readonly facts: readonly FactReading[];
}

/**
 * Reads a text for tracked brands and facts. A stated `empty` means it names nobody. Without a text, facts have no
 * verdict.
 */
export function readText(
  { extractor, facts }: BrandReader,
  { text, stated, citedHosts }: ReadableAnswer,
): ReadText {
  const read = extractor.readAll({ text: stated === 'empty' ? '' : (text ?? ''), citedHosts });
  const untold = facts.map(({ id }) => ({ factId: id, verdict: 'unclear' as const, sentence: null }));
  return {
    mentions: new Map(read.brands.map(({ brand, mention }) => [brand.id, mention])),
    facts: text === null ? untold : read.facts,
  };
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
