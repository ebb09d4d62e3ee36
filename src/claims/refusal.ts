import type { ClaimMeasure, Direction } from '../domain/claim.ts';

/** One thing that a refused sentence may mean. What is left out is as the sentence says. */
export interface Meant {
  readonly measure?: ClaimMeasure;
  readonly direction?: Direction;
  readonly top?: number | null;
  readonly size?: number | null;
  readonly brand?: string;
  /** That it is about the last of its brands, and compares it with none. */
  readonly isOfLast?: true;
  /** The brand that it is compared with; `any` for one of the competitors. */
  readonly rival?: string | null;
  readonly engine?: string;
  /** The windows, as words that are read. */
  readonly window?: string | null;
  readonly baseline?: string | null;
}

/** Why a sentence is not read, and what it may mean. */
export interface Refusal {
  readonly problem: string;
  readonly meant: readonly Meant[];
}

/** Why nothing that can be read says the same as a sentence: a problem that says what to write instead. */
export function unformed(problem: string): Refusal {
  return { problem, meant: [] };
}

/** @param meant the readings; none if the sentence has one, which is not known */
export function refusal(problem: string, ...meant: readonly Meant[]): Refusal {
  return { problem, meant: meant.length === 0 ? [{}] : meant };
}
