import type { AnswerOutcome, MentionReading } from '../../domain/answer-reading.ts';
import type { Fact, FactReading } from '../../domain/fact.ts';
import { belongsTo } from '../../domain/host.ts';
import type { TrackedBrand } from '../../domain/tracked-brand.ts';
import type { Extractor } from '../../extract/extractor.ts';
import { readingKey } from '../../extract/reading-key.ts';
import { listTracked } from '../../storage/directory/brands.ts';
import { listFacts } from '../../storage/directory/facts.ts';
import { listOwnThemes } from '../../storage/directory/themes.ts';
import type { Database } from '../../storage/driver/database.ts';

/** A brand, and what reads its answers: the same at import and at every rescan. */
export interface Workspace {
  readonly brandId: number;
  readonly tracked: readonly TrackedBrand[];
  /** About the brand itself. */
  readonly facts: readonly Fact[];
  readonly extractor: Extractor;
  /** Stored with every answer that is read here. */
  readonly reading: string;
}

/** The extractor is loaded with the first one: who finds that no answer is to be read does not need its memory. */
export async function loadWorkspace(db: Database, brandId: number): Promise<Workspace> {
  const { extractorFor } = await import('../../extract/extractor.ts');
  const { tracked, facts, themes } = await lookedForIn(db, brandId);
  const extractor = extractorFor(tracked, undefined, { facts, themes });
  return { brandId, tracked, facts, extractor, reading: readingKey(tracked, facts, themes) };
}

/** The key that answers of a brand are read under now. */
export async function currentReading(db: Database, brandId: number): Promise<string> {
  const { tracked, facts, themes } = await lookedForIn(db, brandId);
  return readingKey(tracked, facts, themes);
}

/** What answers of a brand are read for: whom it tracks, its facts, and its own themes. */
async function lookedForIn(db: Database, brandId: number) {
  return {
    tracked: await listTracked(db, brandId),
    facts: await listFacts(db, brandId),
    themes: await listOwnThemes(db, brandId),
  };
}

/** The parts of an answer that can be read. */
export interface ReadableAnswer {
  readonly text: string | null;
  /** The outcome that an import stated; null if it is derived. */
  readonly stated: AnswerOutcome | null;
  readonly citedHosts: readonly string[];
}

/** What a text says. */
export interface ReadText {
  /** About each tracked brand, by its id. */
  readonly mentions: ReadonlyMap<number, MentionReading>;
  /** Of the facts that it says something of. */
  readonly facts: readonly FactReading[];
}

/** What the text says about tracked brands and facts. A stated `empty` means that it names nobody. Without a text, no fact can be told. */
export function readText(
  { extractor, facts }: Workspace,
  { text, stated, citedHosts }: ReadableAnswer,
): ReadText {
  const read = extractor.readAll({ text: stated === 'empty' ? '' : (text ?? ''), citedHosts });
  const untold = facts.map(({ id }) => ({ factId: id, verdict: 'unclear' as const, sentence: null }));
  return {
    mentions: new Map(read.brands.map(({ brand, mention }) => [brand.id, mention])),
    facts: text === null ? untold : read.facts,
  };
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
