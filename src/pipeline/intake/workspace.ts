import type { AnswerOutcome, MentionReading } from '../../domain/answer-reading.ts';
import { belongsTo } from '../../domain/host.ts';
import type { TrackedBrand } from '../../domain/tracked-brand.ts';
import type { Extractor } from '../../extract/extractor.ts';
import { readingKey } from '../../extract/reading-key.ts';
import { listTracked } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';

/** A brand, and what reads its answers: the same at import and at every rescan. */
export interface Workspace {
  readonly brandId: number;
  readonly tracked: readonly TrackedBrand[];
  readonly extractor: Extractor;
  /** Stored with every answer that is read here. */
  readonly reading: string;
}

/** The extractor is loaded with the first one: who finds that no answer is to be read does not need its memory. */
export async function loadWorkspace(db: Database, brandId: number): Promise<Workspace> {
  const { extractorFor } = await import('../../extract/extractor.ts');
  const tracked = await listTracked(db, brandId);
  return { brandId, tracked, extractor: extractorFor(tracked), reading: readingKey(tracked) };
}

/** The key that answers of a brand are read under now. */
export async function currentReading(db: Database, brandId: number): Promise<string> {
  return readingKey(await listTracked(db, brandId));
}

/** The parts of an answer that can be read. */
export interface ReadableAnswer {
  readonly text: string | null;
  /** The outcome that an import stated; null if it is derived. */
  readonly stated: AnswerOutcome | null;
  readonly citedHosts: readonly string[];
}

/** What the text says about each tracked brand, by its id. A stated `empty` means that it names nobody. */
export function readText(
  { extractor }: Workspace,
  { text, stated, citedHosts }: ReadableAnswer,
): Map<number, MentionReading> {
  const readings = extractor.read({ text: stated === 'empty' ? '' : (text ?? ''), citedHosts });
  return new Map(readings.map(({ brand, mention }) => [brand.id, mention]));
}

/** The outcome that was stated, or else whether any tracked brand is named. */
export function outcomeOf(
  stated: AnswerOutcome | null,
  mentions: readonly { readonly mentioned: boolean }[],
): AnswerOutcome {
  return stated ?? (mentions.some(({ mentioned }) => mentioned) ? 'ok' : 'empty');
}

/** Whether an answer that cites these hosts cites a page of the brand's own sites. */
export function isCited(brand: TrackedBrand, citedHosts: readonly string[]): boolean {
  return citedHosts.some((host) => belongsTo(host, brand.hosts));
}
