/**
 * A prospect: a throwaway brand, whose questions are asked once for one report. It is outside the plan's questions, the
 * daily schedule, alerts, models that read answers, and daily page fetches, and is purged at its end unless kept.
 */

/** From its creation to its purge. */
export const PROSPECT_DAYS = 30;

/** Why nobody is asked. */
export const NOBODY_TO_ASK =
  'No engine has a key, so there is nobody to ask. An admin enters one under Engine keys.';

export const PROSPECT_LIMITS = {
  questions: 10,
  /** How often each question is asked. */
  times: 3,
  /** Of an organization at once. */
  prospects: 20,
} as const;

/** What a prospect's questions gave. */
export interface AskedProspect {
  readonly questions: readonly string[];
  readonly times: number;
  /** Answers: `planned` of all questions, engines, and times. Those neither answered nor failed were not asked. */
  readonly planned: number;
  readonly answered: number;
  readonly failed: number;
  /** Whether the organization's ceiling held questions back. */
  readonly isAtCeiling: boolean;
  /** UTC days since 1970. */
  readonly firstDay: number;
  readonly lastDay: number;
}

/** `36 of 40 answers came.`, and what is missing, with the reason. */
export function askedWords({ planned, answered, failed, isAtCeiling }: AskedProspect): string {
  const came = `${answered} of ${planned} answers came.`;
  const unasked = Math.max(0, planned - answered - failed);
  const failing = failed === 0 ? '' : ` ${failed} failed, and count nowhere.`;
  const why = isAtCeiling
    ? 'the spending ceiling of the day was reached'
    : 'a ceiling was reached or their engines did not answer in time';
  return `${came}${failing}${unasked === 0 ? '' : ` ${unasked} ${unasked === 1 ? 'was' : 'were'} not asked, because ${why}.`}`;
}
