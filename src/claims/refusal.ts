import type { ClaimMeasure, Direction } from '../domain/alerts/claim.ts';

/** A possible meaning of a refused sentence. Omitted parts are as in the sentence. */
export interface Reading {
  readonly measure?: ClaimMeasure;
  readonly direction?: Direction;
  readonly top?: number | null;
  readonly size?: number | null;
  readonly brand?: string;
  /** It is about its last brand, and compares it with none. */
  readonly isOfLast?: true;
  /** The brand in the comparison; `any` for one among the competitors. */
  readonly versus?: string | null;
  readonly engine?: string;
  /** The windows, in words that the parser knows. */
  readonly window?: string | null;
  readonly baseline?: string | null;
}

/** Why a sentence is not a claim, and its possible meanings. */
export interface Refusal {
  readonly problem: string;
  readonly meant: readonly Reading[];
}

/** Refuses a sentence without any readable equivalent: the problem says what to write instead. */
export function noFormRefusal(problem: string): Refusal {
  return { problem, meant: [] };
}

/** @param meant the possible readings; none if there is a single, unknown one */
export function refusal(problem: string, ...meant: readonly Reading[]): Refusal {
  return { problem, meant: meant.length === 0 ? [{}] : meant };
}
