import { type MentionReading, NOT_MENTIONED } from '../domain/answers/answer-reading.ts';
import type { Fact, FactReading } from '../domain/brand/fact.ts';
import type { OwnTheme } from '../domain/brand/theme.ts';
import type { TrackedBrand } from '../domain/brand/tracked-brand.ts';
import { type FactFinder, factFindersOf, factReadingsOf } from './facts/fact-reader.ts';
import { type FramingReading, framingsOf } from './framing/framing.ts';
import type { Naming } from './names/decide-naming.ts';
import { NameFinder } from './names/find-names.ts';
import { type AnswerSource, type NamedAnswer, namedAnswerOf } from './names/named-answer.ts';
import { type Rank, ranksOf } from './ranks/ranks.ts';
import { snippetOf } from './snippets.ts';
import type { Sentences } from './text/sentences.ts';
import { saidOf } from './themes/said.ts';
import { ThemeReader } from './themes/theme-reader.ts';

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

/** An answer's reading: all brands, and the facts about the brand itself. */
export interface AnswerReading {
  /** One per brand, in the brands' order. */
  readonly brands: readonly BrandReading[];
  /** The facts that the answer mentions. */
  readonly facts: readonly FactReading[];
}

export interface Extractor {
  /** Reads any text and never throws. */
  readAll(answer: AnswerSource): AnswerReading;
  /** Reads only the brands. */
  read(answer: AnswerSource): BrandReading[];
}

/**
 * An extractor for these brands together: a name inside another brand's longer name does not count. It loads its tables
 * with the first answer, so an unused one costs no memory.
 *
 * @param declared the brand's own facts and themes
 */
export function extractorFor(
  brands: readonly TrackedBrand[],
  { facts = [], themes = [] }: Declared = {},
): Extractor {
  let finders: Finders | null = null;
  const reader = new ThemeReader(themes);
  const self = brands.find(({ role }) => role === 'self');
  const named = (answer: AnswerSource) => {
    finders ??= { names: new NameFinder(brands), facts: factFindersOf(facts) };
    return namedAnswerOf(finders.names, answer);
  };
  const brandsIn = (answer: AnswerSource, namedAnswer: NamedAnswer) =>
    readBrands(brands, namedAnswer, answer, reader);
  return {
    read: (answer) => brandsIn(answer, named(answer)),
    readAll: (answer) => {
      const namedAnswer = named(answer);
      return {
        brands: brandsIn(answer, namedAnswer),
        facts: self ? factReadingsOf(answer.text, namedAnswer, self, finders?.facts ?? []) : [],
      };
    },
  };
}

/** A brand's declarations besides names. */
interface Declared {
  readonly facts?: readonly Fact[];
  readonly themes?: readonly OwnTheme[];
}

/** The extractor's search tables. */
interface Finders {
  readonly names: NameFinder;
  readonly facts: readonly FactFinder[];
}

function readBrands(
  brands: readonly TrackedBrand[],
  namedAnswer: NamedAnswer,
  answer: AnswerSource,
  themes: ThemeReader,
): BrandReading[] {
  const { blocks, sentences, decided, named } = namedAnswer;
  const ranks = ranksOf(blocks, named);
  const framings = framingsOf(namedAnswer);
  const said = saidOf(namedAnswer, themes);
  return brands.map((brand) => {
    const namings = decided.get(brand) ?? [];
    const counted = namings.filter(({ names }) => names);
    const isNamed = named.some((each) => each.brand === brand);
    const rank = ranks.get(brand) ?? null;
    const framing = framings.get(brand) ?? null;
    const evidence = { namings, rank, framing, isUnknown: counted.length > 0 && !isNamed };
    return {
      brand,
      mention: isNamed
        ? {
            ...mentionOf(answer.text, counted, rank, framing, sentences),
            said: said.get(brand) ?? [],
          }
        : NOT_MENTIONED,
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
): Omit<MentionReading, 'said'> {
  return {
    mentioned: true,
    rank: rank?.position ?? null,
    count: namings.length,
    framing: framing?.framing ?? null,
    framingSignals: framing?.signals ?? null,
    snippet: snippetOf(answer, namings, framing ?? { cues: [], prose: [] }, sentences),
  };
}
