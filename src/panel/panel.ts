import type { Period } from '../domain/period.ts';
import type { Column } from './bytes.ts';
import type { PanelNames } from './names.ts';
import type { Kind, KindData } from './segment.ts';

/** The kinds of a segment that were asked for. */
export type SegmentData<Kinds extends Kind> = Readonly<Pick<KindData, Kinds | 'mentions'>>;

/** A segment. Whoever needs no more than what it comes to as a whole need not read it. */
export interface Segment<Kinds extends Kind = Kind> {
  /** From the first instant of its first day to before the one after its last day. */
  readonly days: Period;
  /** Names its content, among those that a brand's segment of these days ever has. */
  readonly version: string;
  /** What it comes to as a whole, by what was counted (scan.ts). Shared by all who read it. */
  readonly kept: Map<string, Sums>;
  readonly read: () => Promise<SegmentData<Kinds>>;
}

/** Counts of groups: `width` of them for each group, in the order of `groups`. */
export interface Sums {
  readonly groups: Column;
  readonly counts: Column;
}

/** The answers of one brand as one snapshot has them. */
export interface Panel {
  readonly names: PanelNames;
  /** The tracked brand that is the brand itself, and the competitors tracked now. */
  readonly self: number;
  readonly competitors: readonly number[];
  /**
   * The segments that have answers of these days or may have some, oldest first, with at least these kinds. Each is read when it is asked for, so a
   * long history need not be in memory at once.
   */
  readonly segments: <Kinds extends Kind>(
    kinds: readonly Kinds[],
    period: Period,
    order?: 'newest first',
  ) => AsyncIterable<Segment<Kinds>>;
  /** Lets others have their turn if this one has taken long; at once if not. */
  readonly breathe: () => Promise<void>;
}

/** Which answers of a window count, beside when they were collected. What is left out does not matter. */
export interface Slice {
  readonly engine?: string | undefined;
  /** Ids of prompts, and of markets. */
  readonly prompts?: ReadonlySet<number> | undefined;
  readonly markets?: ReadonlySet<number> | undefined;
  /** As engines name them; null where it is not known. */
  readonly models?: ReadonlySet<string | null> | undefined;
}

export const EVERY_ANSWER: Slice = {};

/** Which answers of a brand are counted. */
export interface CountedAnswers {
  readonly panel: Panel;
  readonly period: Period;
  readonly only: Slice;
}
