import type { Reader } from '../domain/brand/reader.ts';
import type { Period } from '../domain/time/period.ts';
import type { PanelNames } from './names.ts';
import type { Kind, KindData } from './segment.ts';
import type { Sums } from './tally.ts';

export type SegmentData<Kinds extends Kind> = Readonly<Pick<KindData, Kinds | 'mentions'>>;

/** A segment. Reports that only need its total sums need not read it. */
export interface Segment<Kinds extends Kind = Kind> {
  /** From the first day's start to before the last day's end. */
  readonly days: Period;
  /** Identifies the content among all versions of this brand's segment for these days. */
  readonly version: string;
  /** Sums over the whole segment, by query name (scan.ts). Shared by all readers. */
  readonly cachedSums: Map<string, Sums>;
  readonly read: () => Promise<SegmentData<Kinds>>;
}

export interface Panel {
  readonly names: PanelNames;
  /** Whose framing counts. */
  readonly reader: Reader;
  /** The brand itself as a tracked brand, and its current competitors. */
  readonly self: number;
  readonly competitors: readonly number[];
  /**
   * Segments that may have answers from these days, oldest first, with at least these kinds. Each is read on demand,
   * so a long history need not fit into memory.
   */
  readonly segments: <Kinds extends Kind>(
    kinds: readonly Kinds[],
    period: Period,
    order?: 'newest first',
  ) => AsyncIterable<Segment<Kinds>>;
  /** Yields to other work after a long turn; returns at once otherwise. */
  readonly breathe: () => Promise<void>;
}

/** Filters answers within a window. Omitted fields match everything. */
export interface Slice {
  readonly engine?: string | undefined;
  /** Prompt ids, and market ids. */
  readonly prompts?: ReadonlySet<number> | undefined;
  readonly markets?: ReadonlySet<number> | undefined;
  /** As engines name them; null for unknown. */
  readonly models?: ReadonlySet<string | null> | undefined;
  /** Only imported answers, or only those that Sightline asked for. */
  readonly isImported?: boolean | undefined;
}

export const EVERY_ANSWER: Slice = {};

export interface CountedAnswers {
  readonly panel: Panel;
  readonly period: Period;
  readonly only: Slice;
}
