import type { AnswerOutcome, MentionReading, Outcome } from '../../domain/answer-reading.ts';
import type { FactReading } from '../../domain/fact.ts';
import type { NewCitation } from './citations.ts';

/** One attempt to ask an engine, with the answer it brought; null when it failed. */
export interface NewCollection {
  /** What makes this attempt the same as one stored before. */
  readonly identity: string;
  readonly prompt: string;
  /** The market of the brand that it was asked in. */
  readonly marketId: number;
  readonly engine: string;
  readonly outcome: Outcome;
  readonly collectedAt: number;
  readonly answer: NewAnswer | null;
  /** How it was asked, as far as that is known. */
  readonly asking?: Asking;
}

/** How a collection went. */
export interface Asking {
  /** A machine code in addition to the outcome; null for none. */
  readonly detail: string | null;
  /** The model that served it, as the engine names it. */
  readonly model: string | null;
  /** What it cost in millionths of a US dollar, where the engine says so. */
  readonly micros: number | null;
  readonly latencyMs: number | null;
  /** Whether the engine took the market into account; null where that is not known. */
  readonly locationApplied: boolean | null;
  readonly languageApplied: boolean | null;
}

/** Of a collection that somebody else asked for. */
export function askedElsewhere(model: string | null): Asking {
  return { detail: null, model, micros: null, latencyMs: null, locationApplied: null, languageApplied: null };
}

/** The reader of an answer whose mentions were given instead of read. */
export const GIVEN = 'import';

/** The reading of an answer that is still to be read. */
export const DUE = '';

export interface NewAnswer {
  readonly publicId: string;
  readonly outcome: AnswerOutcome;
  /** Whether the outcome was stated, and so never changes. */
  readonly outcomeStated: boolean;
  readonly text: string | null;
  readonly locationCode: number | null;
  /** What read the answer: an extractor and its version, or `import` where the mentions were given. */
  readonly reader: string;
  /** The key of the brands that it was read with; under another key, such as `DUE`, it is due to be read again. */
  readonly reading: string;
  /** One per tracked brand. */
  readonly mentions: readonly NewMention[];
  /** Of the facts that it says something of. */
  readonly facts: readonly FactReading[];
  /** In the engine's order. */
  readonly citations: readonly NewCitation[];
  /** What the engine searched for, in its own order; null where that is not known. */
  readonly searches: readonly string[] | null;
}

export interface NewMention extends MentionReading {
  readonly trackedId: number;
  /** Whether the answer cites a page of this brand's own sites. */
  readonly cited: boolean;
}
