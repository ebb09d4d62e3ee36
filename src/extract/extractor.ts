import { hash } from 'node:crypto';
import { type MentionReading, NOT_MENTIONED } from '../domain/answer-reading.ts';
import { belongsTo } from '../domain/host.ts';
import type { TrackedBrand } from '../domain/tracked-brand.ts';
import { type FramingReading, framingsOf } from './framing/framing.ts';
import { decideNaming, type Naming } from './names/decide-naming.ts';
import { NameFinder } from './names/find-names.ts';
import { languageOf } from './names/languages.ts';
import { sayNothing } from './names/no-information.ts';
import { type Rank, ranksOf } from './ranks/ranks.ts';
import { snippetOf } from './snippets.ts';
import { type Block, blocksOf } from './text/blocks.ts';
import type { Range } from './text/ranges.ts';
import { Sentences } from './text/sentences.ts';

/** Stored with every answer read here. Raise it with every change that can read an answer differently. */
export const EXTRACTOR = 'extractor-2';

/** What is known of an answer. */
export interface AnswerSource {
  /** Markdown, verbatim. */
  readonly text: string;
  /** Normalized hosts of the cited pages. */
  readonly citedHosts: readonly string[];
}

/** What an answer says about one brand, and the evidence for it. */
export interface BrandReading {
  readonly brand: TrackedBrand;
  readonly mention: MentionReading;
  readonly evidence: Evidence;
}

export interface Evidence {
  /** Every place where a name occurs, including those where it does not name the brand. */
  readonly namings: readonly Naming[];
  readonly rank: Rank | null;
  readonly framing: FramingReading | null;
  /** Whether the brand is named only to say that nothing is known about it. */
  readonly isUnknown: boolean;
}

export interface Extractor {
  /** One reading per brand, in the order of the brands. Reads any text and never throws. */
  read(answer: AnswerSource): BrandReading[];
}

/** An extractor for these brands together: a name that is part of another brand's longer name does not count. */
export function extractorFor(brands: readonly TrackedBrand[]): Extractor {
  const finder = new NameFinder(brands);
  return { read: (answer) => readAnswer(brands, finder, answer) };
}

/**
 * A key of everything that a reading depends on apart from the answer: the extractor's version and the tracked brands.
 * An answer that was read under another key is due to be read again.
 *
 * @returns 16 characters
 */
export function readingKey(brands: readonly TrackedBrand[]): string {
  const sorted = brands.toSorted((a, b) => a.id - b.id);
  return hash('sha256', JSON.stringify([EXTRACTOR, sorted]), 'base64url').slice(0, 16);
}

function readAnswer(
  brands: readonly TrackedBrand[],
  finder: NameFinder,
  answer: AnswerSource,
): BrandReading[] {
  const blocks = blocksOf(answer.text);
  const language = languageOf(answer.text);
  const matches = blocks.flatMap((block) => finder.findIn(block, language));
  const isCited = (brand: TrackedBrand) => answer.citedHosts.some((host) => belongsTo(host, brand.hosts));
  const namingsOfAll = decideNaming(matches, isCited);
  const sentences = new Sentences(Map.groupBy(namingsOfAll, ({ block }) => block));
  const decided = Map.groupBy(namingsOfAll, ({ brand }) => brand);
  const known = [...decided.values()].filter((namings) => !isUnknown(namings, sentences)).flat();
  const named = known.filter(({ names }) => names).sort(byPlace(blocks));
  const ranks = ranksOf(blocks, named);
  const framings = framingsOf(named, sentences);
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

function byPlace(blocks: readonly Block[]): (a: Naming, b: Naming) => number {
  const order = new Map(blocks.map((block, index) => [block, index]));
  return (a, b) => (order.get(a.block) ?? 0) - (order.get(b.block) ?? 0) || a.from - b.from || b.to - a.to;
}

/** An answer that names a brand more often than this says something about it. */
const MOST_EMPTY_MENTIONS = 8;

/** Whether the answer says only that nothing is known about a brand. */
function isUnknown(namings: readonly Naming[], sentences: Sentences): boolean {
  const named = namings.filter(({ names }) => names);
  if (named.length === 0 || named.length > MOST_EMPTY_MENTIONS) return false;
  return sayNothing(named.map((naming) => marked(naming, sentences.around(naming))));
}

/** The sentence of a naming with the name replaced, in the form that sayNothing takes. */
function marked({ block, from, to }: Naming, sentence: Range): string {
  const before = block.text.slice(Math.max(sentence.from, from - 400), from);
  const after = block.text.slice(to, Math.min(sentence.to, to + 200));
  return `${before}\uE001${'\uE003'.repeat(to - from - 1)}${after}`;
}
