import {
  type AnswerOutcome,
  type Framing,
  type MentionReading,
  namesKeyOf,
  newestFactIn,
  type Role,
} from '../../domain/answer-reading.ts';
import { SightlineError } from '../../domain/errors.ts';
import { type FactVerdict, factWords } from '../../domain/fact.ts';
import { formatInstant } from '../../domain/instant.ts';
import type { AnswerReading, BrandReading } from '../../extract/extractor.ts';
import type { Cue, LearnedEvidence } from '../../extract/framing/readers/cue-reader.ts';
import type { Naming } from '../../extract/names/decide-naming.ts';
import type { Rank } from '../../extract/ranks/ranks.ts';
import { EXTRACTOR } from '../../extract/reading-key.ts';
import { type Block, citationsOf } from '../../extract/text/blocks.ts';
import type { Range } from '../../extract/text/ranges.ts';
import { findOrigin, locateAnswer } from '../../storage/answers/answers.ts';
import { loadStored, type StoredAnswer } from '../../storage/answers/due-readings.ts';
import type { Database } from '../../storage/driver/database.ts';
import { loadWorkspace, type Workspace } from './workspace.ts';

/** Why an answer is read the way it is. Places are offsets of the answer, in UTF-16 units. */
export interface Explanation {
  readonly answer: string;
  readonly brand: string;
  readonly engine: string;
  readonly prompt: string;
  readonly collected_at: string;
  readonly outcome: AnswerOutcome;
  /** Whether the import stated the outcome, so it is not derived. */
  readonly outcome_stated: boolean;
  readonly text: string | null;
  /** The model that served it; null where that is not known. */
  readonly model: string | null;
  /** What the engine searched for; null where that is not known. */
  readonly searches: readonly string[] | null;
  /** Whether the import gave the mentions, so what is read here is not what is stored. */
  readonly mentions_given: boolean;
  /** Whether it was stored with other names or by another extractor, so a rescan is due. */
  readonly rescan_due: boolean;
  /** What reads it now. */
  readonly extractor: string;
  /** Where it says what its statements come from. Names there do not count. */
  readonly citing: readonly Stretch[];
  readonly brands: readonly ExplainedBrand[];
  /** One for each fact that is declared. */
  readonly facts: readonly ExplainedFact[];
}

/** What an answer says of a fact; `silent` if it says nothing, null where it was not read with the fact or does not name the brand. */
export interface ExplainedFact {
  readonly fact: string;
  /** As it was declared. */
  readonly value: string;
  /** What is stored and reported. */
  readonly stored: FactVerdict | 'silent' | null;
  /** What the text says when it is read now, and the sentence that says so. */
  readonly read: FactVerdict | 'silent' | null;
  readonly sentence: string | null;
}

/** A stretch of the answer, up to but not including `end`. */
export interface Stretch {
  readonly at: number;
  readonly end: number;
}

export interface ExplainedBrand {
  readonly brand: string;
  readonly role: Role;
  /** What is stored and reported; null if the brand was not looked for. */
  readonly stored: ExplainedMention | null;
  /** What the text says when it is read now. */
  readonly read: ExplainedMention;
  readonly matches: readonly ExplainedMatch[];
  readonly rank: ExplainedRank | null;
  readonly framing: ExplainedFraming | null;
  /** Whether it is named only to say that nothing is known about it. */
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

export interface ExplainedMatch extends Stretch {
  readonly text: string;
  /** The name or alias it was found as; null for the brand's own domain. */
  readonly name: string | null;
  readonly counts: boolean;
  readonly reason: string | null;
}

/** A list position, and where the entry that gives it says what it is about. */
export interface ExplainedRank extends Stretch {
  readonly position: number;
  readonly rule: string;
  /** Entries of the list that decided. */
  readonly entries: number;
  /** Lists that give the brand a position. */
  readonly lists: number;
}

export interface ExplainedFraming {
  readonly reason: string | null;
  readonly cues: readonly ExplainedCue[];
}

export interface ExplainedCue extends Stretch {
  readonly text: string;
  readonly family: string;
  readonly direction: 'recommended' | 'negative';
  readonly hedge: string | null;
  /** Why the learned reader found it; null for a cue of the lists. */
  readonly learned: ExplainedScore | null;
}

/** How the learned reader came to its verdict on a sentence. */
export interface ExplainedScore {
  readonly score: number;
  /** The score from which it counts here. */
  readonly threshold: number;
  /** What it read. */
  readonly sentence: Stretch & { readonly text: string };
  /** The words that add most to the score, or take most from it, the heaviest first. */
  readonly words: readonly (Stretch & { readonly text: string; readonly weight: number })[];
}

/**
 * Reads a stored answer and explains how each decision was made.
 *
 * @param brand the public id of the brand that it must be of; any if it is left out
 * @throws SightlineError `not_found` when no live brand has such an answer
 */
export async function explainAnswer(
  db: Database,
  publicId: string,
  brand: string | null = null,
): Promise<Explanation> {
  const located = await locateAnswer(db, publicId, brand);
  const [stored] = located ? await loadStored(db, located.brandId, [located.id]) : [];
  if (!located || !stored) throw new SightlineError('not_found', `There is no answer ${publicId}.`);
  const workspace = await loadWorkspace(db, located.brandId);
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
    mentions_given: stored.given,
    rescan_due: located.reading !== reading,
    extractor: EXTRACTOR,
    citing: citationsOf(text).map(stretchOf),
    brands: read.brands.map((each) => explainedBrand(each, stored.mentions.get(each.brand.id) ?? null)),
    facts: explainedFacts(workspace, { stored, read, reading: located.reading }),
  };
}

function explainedFacts(
  { facts, tracked, reading: today }: Workspace,
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
      ...{ fact: name, value: factWords(value) },
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
  return { position, rule, entries, lists, ...stretchOf(block.placeOf(head.from, head.to)) };
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

/** Visible text, and where it is in the answer. */
function quoted(block: Block, { from, to }: Range) {
  return { text: block.text.slice(from, to), ...stretchOf(block.placeOf(from, to)) };
}

function stretchOf({ from, to }: Range): Stretch {
  return { at: from, end: to };
}
