import type { Said } from '../answers/answer-reading.ts';
import type { FactReading } from './fact.ts';

/** How a model says that an answer treats a name. `both`: real advice for it, and real warning against it. */
export const VERDICTS = ['recommended', 'neutral', 'negative', 'both'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Verbatim words of the answer, with their position in its text in UTF-16 units. */
export interface ProvenWords {
  readonly words: string;
  readonly from: number;
  readonly to: number;
}

export interface JudgedName {
  readonly trackedId: number;
  /** Null without proof: the name is not judged, and its statements still count. */
  readonly verdict: Verdict | null;
  /** What the verdict rests on, in text order; none for `neutral` without evidence. */
  readonly words: readonly ProvenWords[];
  /** Statements by theme, in text order. */
  readonly said: readonly Said[];
}

/** What is left of a model's reply after each statement was proven against the text. */
export interface ModelReading {
  /** All names that were asked about, by tracked brand id; at least one has a verdict. */
  readonly names: readonly JudgedName[];
  /** Declared facts that the answer speaks about, by fact id. */
  readonly facts: readonly FactReading[];
  /** How many verdicts, statements, and values had no proof. */
  readonly dropped: number;
}

type Written = readonly [words: string, from: number, to: number];

export function provenText(words: readonly ProvenWords[]): string {
  return JSON.stringify(words.map(({ words: text, from, to }): Written => [text, from, to]));
}

export function provenFrom(text: string): ProvenWords[] {
  return (JSON.parse(text) as Written[]).map(([words, from, to]) => ({ words, from, to }));
}
