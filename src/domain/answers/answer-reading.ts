/** The result of reading an answer: types that extraction, intake, storage, and reports share. */

export const ROLES = ['self', 'competitor'] as const;
export type Role = (typeof ROLES)[number];

export const FRAMINGS = ['recommended', 'neutral', 'negative'] as const;
export type Framing = (typeof FRAMINGS)[number];

/** A collection's outcome. Only `ok` and `empty` are answers; the others are failed collections. */
export const OUTCOMES = ['ok', 'empty', 'error', 'timeout'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export type AnswerOutcome = 'ok' | 'empty';

/** No engine writes a longer answer, and reading one would take too long. */
export const MAX_ANSWER_CHARACTERS = 1_000_000;

/** A sentence about a brand, under one of its themes. */
export interface Said {
  /** One of `THEMES` (theme.ts), or a theme that the brand added. */
  readonly theme: string;
  readonly framing: Framing;
  /** The sentence's position in the answer's text, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
}

export interface MentionReading {
  readonly mentioned: boolean;
  /** 1-based list position; null when unranked. */
  readonly rank: number | null;
  readonly count: number | null;
  readonly framing: Framing | null;
  readonly framingSignals: readonly string[] | null;
  readonly snippet: string | null;
}

/** The reading for an absent brand. */
export const NOT_MENTIONED: MentionReading = {
  mentioned: false,
  rank: null,
  count: 0,
  framing: null,
  framingSignals: null,
  snippet: null,
};
