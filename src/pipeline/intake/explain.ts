import {
  type AnswerOutcome,
  type Framing,
  type MentionReading,
  namesKeyOf,
  newestFactIn,
  type Role,
} from '../../domain/answers/answer-reading.ts';
import type { Card } from '../../domain/answers/card.ts';
import { type FactVerdict, factWords } from '../../domain/brand/fact.ts';
import { SightlineError } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import type { AnswerReading, BrandReading } from '../../extract/extractor.ts';
import type { Cue, LearnedEvidence } from '../../extract/framing/rules/cues.ts';
import type { Naming } from '../../extract/names/decide-naming.ts';
import type { Rank } from '../../extract/ranks/ranks.ts';
import { EXTRACTOR } from '../../extract/reading-key.ts';
import { type Block, citationsOf } from '../../extract/text/blocks.ts';
import type { Range } from '../../extract/text/ranges.ts';
import { findOrigin, locateAnswer } from '../../storage/answers/answers.ts';
import { listCardsOfAnswer } from '../../storage/answers/cards.ts';
import { loadStored, type StoredAnswer } from '../../storage/answers/due-readings.ts';
import type { Database } from '../../storage/driver/database.ts';
import { type BrandReader, loadBrandReader } from './brand-reader.ts';

/** Why Sightline reads an answer this way. Offsets are UTF-16 units of the answer. */
export interface Explanation {
  readonly answer: string;
  readonly brand: string;
  readonly engine: string;
  readonly prompt: string;
  readonly collected_at: string;
  readonly outcome: AnswerOutcome;
  /** Whether the import stated the outcome. */
  readonly outcome_stated: boolean;
  /** The collection's codes besides its outcome, such as `unread_citations:2`; null for none. */
  readonly detail: string | null;
  readonly text: string | null;
  /** Null if unknown. */
  readonly model: string | null;
  /** The engine's searches; null if unknown. */
  readonly searches: readonly string[] | null;
  /** Advertisements and products in the engine's order. */
  readonly cards: readonly Card[];
  /** Whether the import gave the mentions, so `read` differs from `stored` by design. */
  readonly mentions_given: boolean;
  /** Whether names or the extractor changed since, so a rescan is due. */
  readonly rescan_due: boolean;
  /** Current extractor version. */
  readonly extractor: string;
  /** The source list of the answer; names there do not count. */
  readonly citing: readonly TextSpan[];
  readonly brands: readonly ExplainedBrand[];
  /** One per declared fact. */
  readonly facts: readonly ExplainedFact[];
}

/**
 * An answer's verdict on a fact: `silent` if it says nothing; null if Sightline read it without the fact or it does
 * not name the brand.
 */
export interface ExplainedFact {
  readonly fact: string;
  /** The declared value. */
  readonly value: string;
  /** The stored verdict, which reports use. */
  readonly stored: FactVerdict | 'silent' | null;
  /** The current extractor's verdict and its sentence. */
  readonly read: FactVerdict | 'silent' | null;
  readonly sentence: string | null;
}

/** A span of the answer; `end` is exclusive. */
export interface TextSpan {
  readonly at: number;
  readonly end: number;
}

export interface ExplainedBrand {
  readonly brand: string;
  readonly role: Role;
  /** The stored reading, which reports use; null if it does not cover the brand. */
  readonly stored: ExplainedMention | null;
  /** The current extractor's reading. */
  readonly read: ExplainedMention;
  readonly matches: readonly ExplainedMatch[];
  readonly rank: ExplainedRank | null;
  readonly framing: ExplainedFraming | null;
  /** Whether the answer names it only to say that it knows nothing about it. */
  readonly nothing_known: boolean;
}

export interface ExplainedMention {
  readonly mentioned: boolean;
  readonly rank: number | null;
  readonly count: number | null;
  readonly framing: Framing | null;
  readonly framing_signals: readonly string[] | null;
  readonly snippet: string | null;
}

export interface ExplainedMatch extends TextSpan {
  readonly text: string;
  /** The matched name or alias; null for the brand's own domain. */
  readonly name: string | null;
  readonly counts: boolean;
  readonly reason: string | null;
}

/** A list position, with the span of the entry that states it. */
export interface ExplainedRank extends TextSpan {
  readonly position: number;
  readonly rule: string;
  /** Entries in the deciding list. */
  readonly entries: number;
  /** Lists that rank the brand. */
  readonly lists: number;
}

export interface ExplainedFraming {
  readonly reason: string | null;
  readonly cues: readonly ExplainedCue[];
}

export interface ExplainedCue extends TextSpan {
  readonly text: string;
  readonly family: string;
  readonly direction: 'recommended' | 'negative';
  readonly hedge: string | null;
  /** The learned classifier's reasons; null for a rule's cue. */
  readonly learned: ExplainedScore | null;
}

/** The learned classifier's score for a sentence. */
export interface ExplainedScore {
  readonly score: number;
  /** The lowest score that counts here. */
  readonly threshold: number;
  readonly sentence: TextSpan & { readonly text: string };
  /** The words with the largest weights, either sign, heaviest first. */
  readonly words: readonly (TextSpan & { readonly text: string; readonly weight: number })[];
}

/**
 * Reads a stored answer again and explains each decision.
 *
 * @param brand public id of its brand; default: any
 * @throws SightlineError `not_found` if no live brand has this answer
 */
export async function explainAnswer(
  db: Database,
  publicId: string,
  brand: string | null = null,
): Promise<Explanation> {
  const located = await locateAnswer(db, publicId, brand);
  const [stored] = located ? await loadStored(db, located.brandId, [located.id]) : [];
  if (!located || !stored) throw new SightlineError('not_found', `There is no answer ${publicId}.`);
  const workspace = await loadBrandReader(db, located.brandId);
  const { extractor, reading } = workspace;
  const isStatedEmpty = stored.outcomeStated && stored.outcome === 'empty';
  const text = isStatedEmpty ? '' : (stored.text ?? '');
  const read = extractor.readAll({ text, citedHosts: stored.citedHosts });
  return {
    answer: publicId,
    brand: located.brand,
    engine: located.engine,
    prompt: located.prompt,
    collected_at: formatInstant(located.collectedAt),
    outcome: stored.outcome,
    outcome_stated: stored.outcomeStated,
    text: stored.text,
    ...(await findOrigin(db, located.brandId, located.id)),
    cards: await listCardsOfAnswer(db, located.brandId, located.id),
    mentions_given: stored.given,
    rescan_due: located.reading !== reading,
    extractor: EXTRACTOR,
    citing: citationsOf(text).map(spanOf),
    brands: read.brands.map((each) => explainedBrand(each, stored.mentions.get(each.brand.id) ?? null)),
    facts: explainedFacts(workspace, { stored, read, reading: located.reading }),
  };
}

function explainedFacts(
  { facts, tracked, reading: today }: BrandReader,
  {
    stored,
    read,
    reading,
  }: { readonly stored: StoredAnswer; readonly read: AnswerReading; readonly reading: string },
): ExplainedFact[] {
  const selfId = tracked.find(({ role }) => role === 'self')?.id ?? 0;
  const isNamed = read.brands.some(({ brand, mention }) => brand.id === selfId && mention.mentioned);
  const wasNamed = stored.mentions.get(selfId)?.mentioned === true;
  const newest = namesKeyOf(reading) === namesKeyOf(today) ? newestFactIn(reading) : 0;
  return facts.map(({ id, name, value }) => {
    const [before, now] = [stored.facts, read.facts].map((all) => all.find(({ factId }) => factId === id));
    return {
      fact: name,
      value: factWords(value),
      stored: wasNamed && id <= newest ? (before?.verdict ?? 'silent') : null,
      read: isNamed ? (now?.verdict ?? 'silent') : null,
      sentence: now?.sentence ?? null,
    };
  });
}

function explainedBrand(
  { brand, mention, evidence }: BrandReading,
  stored: MentionReading | null,
): ExplainedBrand {
  const { rank, framing } = evidence;
  return {
    brand: brand.name,
    role: brand.role,
    stored: stored && explainedMention(stored),
    read: explainedMention(mention),
    matches: evidence.namings.map(explainedMatch),
    rank: rank && explainedRank(rank),
    framing: framing && { reason: framing.reason, cues: framing.cues.map(explainedCue) },
    nothing_known: evidence.isUnknown,
  };
}

function explainedMention(mention: MentionReading): ExplainedMention {
  const { mentioned, rank, count, framing, framingSignals, snippet } = mention;
  return { mentioned, rank, count, framing, framing_signals: framingSignals, snippet };
}

function explainedMatch({ block, from, to, name, names, reason }: Naming): ExplainedMatch {
  return { ...quoted(block, { from, to }), name: name?.text ?? null, counts: names, reason };
}

function explainedRank({ position, rule, entries, lists, block, head }: Rank): ExplainedRank {
  return { position, rule, entries, lists, ...spanOf(block.placeOf(head.from, head.to)) };
}

function explainedCue({ block, from, to, family, direction, hedge, learned }: Cue): ExplainedCue {
  return {
    ...quoted(block, { from, to }),
    family,
    direction,
    hedge,
    learned: learned && explainedScore(block, learned),
  };
}

function explainedScore(
  block: Block,
  { score, threshold, sentence, weights }: LearnedEvidence,
): ExplainedScore {
  return {
    score: toThousandths(score),
    threshold: toThousandths(threshold),
    sentence: quoted(block, sentence),
    words: weights.map(({ weight, ...range }) => ({
      ...quoted(block, range),
      weight: toThousandths(weight),
    })),
  };
}

function toThousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** A span's visible text, with its offsets in the answer. */
function quoted(block: Block, { from, to }: Range) {
  return { text: block.text.slice(from, to), ...spanOf(block.placeOf(from, to)) };
}

function spanOf({ from, to }: Range): TextSpan {
  return { at: from, end: to };
}
