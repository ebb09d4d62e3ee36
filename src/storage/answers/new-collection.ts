import type { AnswerOutcome, MentionReading, Outcome } from '../../domain/answers/answer-reading.ts';
import type { Card } from '../../domain/answers/card.ts';
import type { NewCitation } from './citations.ts';

/** One attempt to ask an engine, with its answer; null if it failed. */
export interface NewCollection {
  /** Equal identities mean the same attempt. */
  readonly identity: string;
  readonly prompt: string;
  readonly marketId: number;
  readonly engine: string;
  readonly outcome: Outcome;
  readonly collectedAt: number;
  readonly answer: NewAnswer | null;
  /** How it was asked, if known. */
  readonly asking?: Asking;
  /** The import that brings it; null, as by default, if Sightline asked. */
  readonly importId?: number | null;
}

/** How a collection went. */
export interface Asking {
  /** A machine code beyond the outcome; null for none. */
  readonly detail: string | null;
  /** The serving model as the engine names it. */
  readonly model: string | null;
  /** Cost in millionths of a US dollar, if the engine reports it. */
  readonly micros: number | null;
}

/** For collections made outside Sightline. */
export function askedElsewhere(model: string | null): Asking {
  return { detail: null, model, micros: null };
}

/** The reader of an answer whose mentions an import gave. */
export const GIVEN = 'import';

/** The reading key of an answer not read yet. */
export const DUE = '';

export interface NewAnswer {
  readonly publicId: string;
  readonly outcome: AnswerOutcome;
  /** Whether an import gave the outcome, which then never changes. */
  readonly outcomeStated: boolean;
  readonly text: string | null;
  readonly locationCode: number | null;
  /** The extractor and its version, or `import` if the mentions were given. */
  readonly reader: string;
  /** The key of the brands at the reading; any other key, such as `DUE`, makes it due. */
  readonly reading: string;
  /** One per tracked brand. */
  readonly mentions: readonly NewMention[];
  /** In the engine's order. */
  readonly citations: readonly NewCitation[];
  /** The engine's searches in order; null if unknown. */
  readonly searches: readonly string[] | null;
  /** Cards in the engine's order; null if unknown. */
  readonly cards: readonly NewCard[] | null;
}

export interface NewCard extends Card {
  /** From its URL; null without one. */
  readonly host: string | null;
}

export interface NewMention extends MentionReading {
  readonly trackedId: number;
  /** Whether the answer cites this brand's own sites. */
  readonly cited: boolean;
}
