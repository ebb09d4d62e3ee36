/** What a comparison, an alert's test, or a claim came to if not a finding: in a few words, and as a clause for references. */
export interface OutcomeWords {
  readonly short: string;
  readonly long: string;
}

/** The one wording of every code. Pages that know the figures say more. */
export const OUTCOME_WORDS = {
  outage: { short: 'answers missing', long: 'fewer than half the expected answers came in' },
  too_few_answers: { short: 'too few answers', long: 'a side has fewer than `min_sample_each_side` answers' },
  too_few_shared_prompts: {
    short: 'too few shared questions',
    long: 'each side has enough answers, but not to questions answered in both windows',
  },
  too_few_mentions: { short: 'too few mentions', long: 'a share with too few mentions for a rate' },
  mixed_readings: {
    short: 'readings differ',
    long: 'the answers have readings with different names or versions, or framing by different models or prompts',
  },
  days_without_log: { short: 'days without a log', long: 'a day of either window has no line in the log' },
  nothing_to_compare: { short: 'nothing to compare', long: 'no answer has anything to compare' },
  several_engines: {
    short: 'several engines',
    long: 'it counts several engines together, which have no rate: name one in `engine`',
  },
  below_min_delta: {
    short: 'too small to report',
    long: 'in the tested direction it is smaller than `min_delta_points`',
  },
  within_noise: { short: 'within noise', long: 'its 95% interval, before rounding, does not decide it' },
  stricter_test: {
    short: 'not past the stricter test',
    long: 'the interval decides it, but not the stricter test that a claim must pass too',
  },
  not_after_correction: {
    short: 'possibly chance, as one of many',
    long: 'it would hold alone, but not among so many',
  },
  condition_not_met: {
    short: 'another change than this kind’s',
    long: 'a change, but not this one: `competitor_overtook` needs to cross half the answers, `engine_blackout` to leave none',
  },
  below_noise_floor: {
    short: 'within usual movement',
    long: "a change within this share's usual movement: less than `noise_floor_points`",
  },
  episode_open: {
    short: 'part of an alert',
    long: '`alert` reported it before, or reports a change that includes it',
  },
  not_persistent: {
    short: 'not for long enough yet',
    long: 'it has not held on enough evaluations in a row yet',
  },
} as const satisfies Readonly<Record<string, OutcomeWords>>;

export type ComparisonOutcome = keyof typeof OUTCOME_WORDS;

/** These codes with their meaning, for a reference: `` `outage`: fewer than …; `too_few_answers`: … `` */
export function outcomesText(codes: readonly ComparisonOutcome[]): string {
  return codes.map((code) => `\`${code}\`: ${OUTCOME_WORDS[code].long}`).join('; ');
}

/** An outcome as a label: `Within noise`. */
export function outcomeLabel(code: ComparisonOutcome): string {
  const { short } = OUTCOME_WORDS[code];
  return short.charAt(0).toUpperCase() + short.slice(1);
}
