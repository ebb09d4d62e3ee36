import type { Framing, MentionReading, Role } from '../../domain/answers/answer-reading.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { type BrandReading, extractorFor } from '../../extract/extractor.ts';
import type { Cue } from '../../extract/framing/cue.ts';
import type { Naming } from '../../extract/names/decide-naming.ts';
import type { Rank } from '../../extract/ranks/ranks.ts';
import { type Block, citationsOf } from '../../extract/text/blocks.ts';
import type { Range } from '../../extract/text/ranges.ts';

/** An answer's text, what to look for in it, and its stored reading. */
export interface TextToExplain {
  readonly text: string;
  readonly citedHosts: readonly string[];
  readonly tracked: readonly TrackedBrand[];
  readonly stored: StoredReading;
}

interface StoredReading {
  /** By tracked brand id. */
  readonly mentions: ReadonlyMap<number, MentionReading>;
}

/** Why a text reads as it does. */
export interface ExplainedText {
  /** The source list of the answer; names there do not count. */
  readonly citing: readonly TextSpan[];
  readonly brands: readonly ExplainedBrand[];
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
}

/** More names of a brand, cues about it, or citations than these only repeat. */
const MOST_SHOWN = 1000;

export function explainedText({ text, citedHosts, tracked, stored }: TextToExplain): ExplainedText {
  const read = extractorFor(tracked).read({ text, citedHosts });
  return {
    citing: citationsOf(text).slice(0, MOST_SHOWN).map(spanOf),
    brands: read.map((each) => explainedBrand(each, stored.mentions.get(each.brand.id) ?? null)),
  };
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
    matches: evidence.namings.slice(0, MOST_SHOWN).map(explainedMatch),
    rank: rank && explainedRank(rank),
    framing: framing && { reason: framing.reason, cues: framing.cues.slice(0, MOST_SHOWN).map(explainedCue) },
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

function explainedCue({ block, from, to, family, direction, hedge }: Cue): ExplainedCue {
  return {
    ...quoted(block, { from, to }),
    family,
    direction,
    hedge,
  };
}

/** A span's visible text, with its offsets in the answer. */
function quoted(block: Block, { from, to }: Range) {
  return { text: block.text.slice(from, to), ...spanOf(block.placeOf(from, to)) };
}

function spanOf({ from, to }: Range): TextSpan {
  return { at: from, end: to };
}
