import type { RandomBytes } from '../../domain/access/base62.ts';
import { publicId } from '../../domain/access/public-id.ts';
import {
  type AnswerOutcome,
  type MentionReading,
  NOT_MENTIONED,
} from '../../domain/answers/answer-reading.ts';
import type { Card } from '../../domain/answers/card.ts';
import { EXTRACTOR } from '../../extract/reading-key.ts';
import { DUE, GIVEN, type NewAnswer, type NewMention } from '../../storage/answers/new-collection.ts';
import { type BrandReader, isCited, outcomeOf, readText } from './brand-reader.ts';
import { newCardsOf } from './cards.ts';
import type { Citation } from './citations.ts';

/** A new answer from an import line or an engine. */
export interface AnswerSource {
  readonly answer: string | null;
  readonly locationCode: number | null;
  readonly citations: readonly Citation[];
  /** Null if the source has none. */
  readonly searches: readonly string[] | null;
  /** Null if the source has none. */
  readonly cards: readonly Card[] | null;
  /**
   * Given mentions by tracked brand id; null to extract them all. A null entry: read the text. A missing entry:
   * absent.
   */
  readonly given: ReadonlyMap<number, MentionReading | null> | null;
}

export function answerOf(
  source: AnswerSource,
  stated: AnswerOutcome | null,
  workspace: BrandReader,
  random: RandomBytes,
): NewAnswer {
  const { answer, locationCode, citations, searches, cards, given } = source;
  const hosts = citations.map((citation) => citation.host);
  const readings: ReadonlyMap<number, MentionReading | null> =
    given ?? readText(workspace, { text: answer, stated, citedHosts: hosts });
  const known = workspace.tracked.filter(({ id }) => readings.get(id) !== null);
  const mentions: NewMention[] = known.map((brand) => ({
    ...(readings.get(brand.id) ?? NOT_MENTIONED),
    trackedId: brand.id,
    cited: isCited(brand, hosts),
  }));
  // Brands without a given mention need the text.
  const isDue = known.length < workspace.tracked.length && answer !== null;
  return {
    publicId: publicId('ans', random),
    outcome: outcomeOf(stated, mentions),
    outcomeStated: stated !== null,
    text: answer,
    locationCode,
    reader: given === null ? EXTRACTOR : GIVEN,
    reading: isDue ? DUE : workspace.reading,
    mentions,
    citations: citations.map((citation, index) => ({
      ...citation,
      firstOfHost: hosts.indexOf(citation.host) === index,
    })),
    searches,
    cards: cards && newCardsOf(cards),
  };
}
