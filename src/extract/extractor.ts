import { type MentionReading, NOT_MENTIONED } from '../domain/answers/answer-reading.ts';
import type { TrackedBrand } from '../domain/brand/tracked-brand.ts';
import { type FramingReading, framingsOf } from './framing/framing.ts';
import type { Naming } from './names/decide-naming.ts';
import { NameFinder } from './names/find-names.ts';
import { type AnswerSource, type NamedAnswer, namedAnswerOf } from './names/named-answer.ts';
import { type Rank, ranksOf } from './ranks/ranks.ts';
import { snippetOf } from './snippets.ts';
import type { Sentences } from './text/sentences.ts';

export type { AnswerSource } from './names/named-answer.ts';

/** An answer's reading for one brand, with the evidence. */
export interface BrandReading {
  readonly brand: TrackedBrand;
  readonly mention: MentionReading;
  readonly evidence: Evidence;
}

export interface Evidence {
  /** Every occurrence of a name, including those that don't name the brand. */
  readonly namings: readonly Naming[];
  readonly rank: Rank | null;
  readonly framing: FramingReading | null;
  /** Whether the answer names the brand only to say that it doesn't know it. */
  readonly isUnknown: boolean;
}

export interface Extractor {
  /** Reads any text and never throws. One reading per brand, in the brands' order. */
  read(answer: AnswerSource): BrandReading[];
}

/**
 * An extractor for these brands together: a name inside another brand's longer name does not count. It loads its tables
 * with the first answer, so an unused one costs no memory.
 */
export function extractorFor(brands: readonly TrackedBrand[]): Extractor {
  let finder: NameFinder | null = null;
  return {
    read: (answer) => {
      finder ??= new NameFinder(brands);
      const named = namedAnswerOf(finder, answer);
      return readBrands(brands, named, answer);
    },
  };
}

function readBrands(
  brands: readonly TrackedBrand[],
  namedAnswer: NamedAnswer,
  answer: AnswerSource,
): BrandReading[] {
  const { blocks, sentences, decided, named } = namedAnswer;
  const ranks = ranksOf(blocks, named);
  const framings = framingsOf(namedAnswer);
  return brands.map((brand) => {
    const namings = decided.get(brand) ?? [];
    const counted = namings.filter(({ names }) => names);
    const isNamed = named.some((each) => each.brand === brand);
    const rank = ranks.get(brand) ?? null;
    const framing = framings.get(brand) ?? null;
    const evidence = { namings, rank, framing, isUnknown: counted.length > 0 && !isNamed };
    return {
      brand,
      mention: isNamed ? mentionOf(answer.text, counted, rank, framing, sentences) : NOT_MENTIONED,
      evidence,
    };
  });
}

function mentionOf(
  answer: string,
  namings: readonly Naming[],
  rank: Rank | null,
  framing: FramingReading | null,
  sentences: Sentences,
): MentionReading {
  return {
    mentioned: true,
    rank: rank?.position ?? null,
    count: namings.length,
    framing: framing?.framing ?? null,
    framingSignals: framing?.signals ?? null,
    snippet: snippetOf(answer, namings, framing ?? { cues: [], prose: [] }, sentences),
  };
}
