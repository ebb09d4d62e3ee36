/** What was read in an answer: the nouns that extraction, intake, storage and reports share. */

export const ROLES = ['self', 'competitor'] as const;
export type Role = (typeof ROLES)[number];

export const FRAMINGS = ['recommended', 'neutral', 'negative'] as const;
export type Framing = (typeof FRAMINGS)[number];

/** What a collection ended in. Only `ok` and `empty` are answers; the others are failed collections. */
export const OUTCOMES = ['ok', 'empty', 'error', 'timeout'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export type AnswerOutcome = 'ok' | 'empty';

/** No engine writes a longer answer, and reading one would take too long. */
export const MAX_ANSWER_CHARACTERS = 1_000_000;

/** How many characters of the key that an answer is read under say with which names (extract/reading-key.ts). */
export const NAMES_KEY = 16;

/** The part of a key that says with which names: what is counted of brands does not change with the facts that are declared. */
export function namesKeyOf(reading: string): string {
  return reading.slice(0, NAMES_KEY);
}

/** Where a key says how new the facts are that an answer was read with, from 0, and in how many characters. */
export const FACTS_KEY = { from: NAMES_KEY + 10, length: 6 } as const;

/** The newest fact of a key, by its id, so that marks compare as ids do. 0 for none. */
export function factMark(factId: number): string {
  return factId.toString(36).padStart(FACTS_KEY.length, '0');
}

/**
 * The id of the newest fact that an answer was read with. A fact that is changed is another one with a higher id, so what was read of an
 * older fact holds whatever facts came or went since.
 */
export function newestFactIn(reading: string): number {
  const mark = reading.slice(FACTS_KEY.from);
  return mark === '' ? 0 : Number.parseInt(mark, 36);
}

/** A sentence about a brand, by one of its themes. */
export interface Said {
  /** One of `THEMES` (theme.ts), or the name of one that the brand added. */
  readonly theme: string;
  readonly framing: Framing;
  /** Where the sentence stands in the text of the answer, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
}

/** What one answer says of one tracked brand. */
export interface MentionReading {
  readonly mentioned: boolean;
  /** 1-based list position; null when unranked. */
  readonly rank: number | null;
  readonly count: number | null;
  readonly framing: Framing | null;
  readonly framingSignals: readonly string[] | null;
  readonly snippet: string | null;
  /** What is said of it by theme, in the order of the text; null where that was not read. */
  readonly said: readonly Said[] | null;
}

/** The brand was looked for and is absent. */
export const NOT_MENTIONED: MentionReading = {
  mentioned: false,
  rank: null,
  count: 0,
  framing: null,
  framingSignals: null,
  snippet: null,
  said: null,
};
