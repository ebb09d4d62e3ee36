import { type AnswerOutcome, type MentionReading, NOT_MENTIONED } from '../../domain/answer-reading.ts';
import type { RandomBytes } from '../../domain/base62.ts';
import { publicId } from '../../domain/public-id.ts';
import { EXTRACTOR } from '../../extract/reading-key.ts';
import { GIVEN, type NewAnswer, type NewMention } from '../../storage/answers/new-collection.ts';
import type { Citation } from './citations.ts';
import { isCited, isSelfNamed, outcomeOf, readText, type Workspace } from './workspace.ts';

/** What a line of an import, or an engine, says. */
export interface AnswerSource {
  readonly answer: string | null;
  readonly locationCode: number | null;
  readonly citations: readonly Citation[];
  /** Null if it does not say. */
  readonly searches: readonly string[] | null;
  /** What it says about each tracked brand, by its id; null if that is to be extracted. */
  readonly given: ReadonlyMap<number, MentionReading> | null;
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
  const readings = given ?? readText(workspace, { text: answer, stated, citedHosts: hosts });
  const mentions: NewMention[] = workspace.tracked.map((brand) => ({
    ...(readings.get(brand.id) ?? NOT_MENTIONED),
    trackedId: brand.id,
    cited: isCited(brand, hosts),
  }));
  const named = isSelfNamed(workspace, mentions);
  return {
    publicId: publicId('ans', random),
    outcome: outcomeOf(stated, mentions),
    outcomeStated: stated !== null,
    text: answer,
    locationCode,
    reader: given === null ? EXTRACTOR : GIVEN,
    reading: workspace.reading,
    mentions,
    citations: citations.map((citation, index) => ({
      ...citation,
      firstOfHost: hosts.indexOf(citation.host) === index,
      named,
    })),
    searches: searches === null ? null : { queries: searches, named },
  };
}
