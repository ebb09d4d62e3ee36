import { type AnswerOutcome, type MentionReading, NOT_MENTIONED } from '../../domain/answer-reading.ts';
import type { RandomBytes } from '../../domain/base62.ts';
import { publicId } from '../../domain/public-id.ts';
import { EXTRACTOR } from '../../extract/reading-key.ts';
import { DUE, GIVEN, type NewAnswer, type NewMention } from '../../storage/answers/new-collection.ts';
import type { Citation } from './citations.ts';
import { isCited, outcomeOf, readText, type Workspace } from './workspace.ts';

/** What a line of an import, or an engine, says. */
export interface AnswerSource {
  readonly answer: string | null;
  readonly locationCode: number | null;
  readonly citations: readonly Citation[];
  /** Null if it does not say. */
  readonly searches: readonly string[] | null;
  /**
   * What it says about tracked brands, by their ids; null if all is to be extracted. A brand that it does not know is null, and one
   * that is missing was looked for and is absent.
   */
  readonly given: ReadonlyMap<number, MentionReading | null> | null;
}

/** An answer as it is stored, read for the brands of the workspace. */
export function answerOf(
  source: AnswerSource,
  stated: AnswerOutcome | null,
  workspace: Workspace,
  random: RandomBytes,
): NewAnswer {
  const { answer, locationCode, citations, searches, given } = source;
  const hosts = citations.map((citation) => citation.host);
  // Where mentions are given, only facts are to be read.
  const read =
    given !== null && workspace.facts.length === 0
      ? null
      : readText(workspace, { text: answer, stated, citedHosts: hosts });
  const readings: ReadonlyMap<number, MentionReading | null> = given ?? read?.mentions ?? new Map();
  const known = workspace.tracked.filter(({ id }) => readings.get(id) !== null);
  const mentions: NewMention[] = known.map((brand) => ({
    ...(readings.get(brand.id) ?? NOT_MENTIONED),
    trackedId: brand.id,
    cited: isCited(brand, hosts),
  }));
  // Its text says what there is to say of the others; without one, there is nothing to read.
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
    facts: read?.facts ?? [],
    citations: citations.map((citation, index) => ({
      ...citation,
      firstOfHost: hosts.indexOf(citation.host) === index,
    })),
    searches,
  };
}
