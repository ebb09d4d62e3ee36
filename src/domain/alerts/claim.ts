import type { Period } from '../time/period.ts';

/** A claim's rate, over all answers in which Sightline looked for the brand; `recommended_of_judged`: with a judged framing. */
export const CLAIM_MEASURES = ['named', 'cited', 'recommended', 'recommended_of_judged', 'listed'] as const;

export type ClaimMeasure = (typeof CLAIM_MEASURES)[number];

/** The comparison: between two windows or two brands, or of one rate with a size. */
export const DIRECTIONS = ['higher', 'lower', 'unchanged', 'at_least', 'at_most'] as const;

export type Direction = (typeof DIRECTIONS)[number];

/** `smaller_than_margin`: the figure did change, but by less than the margin of `unchanged`. */
export const VERDICTS = ['supported', 'contradicted', 'smaller_than_margin', 'cannot_be_told'] as const;

export type Verdict = (typeof VERDICTS)[number];

/** Why there is no verdict: the alert gates that apply to claims, and the claim's own. */
export const CLAIM_GATES = [
  'outage',
  'too_few_answers',
  'too_few_shared_prompts',
  'within_noise',
  'stricter_test',
  'mixed_readings',
  'nothing_to_compare',
  'not_after_correction',
] as const;

export type ClaimGate = (typeof CLAIM_GATES)[number];

/** Gates for a change between a report's two windows, which may be of shares, and must also reach the alerts' points. */
export const CHANGE_GATES = [...CLAIM_GATES, 'too_few_mentions', 'below_min_delta'] as const;

export type ChangeGate = (typeof CHANGE_GATES)[number];

/** The furthest list position in a claim. */
export const MOST_TOP = 100;

export const LONGEST_WINDOW_DAYS = 366;

/** A claim about tracked brands, by their names. */
export interface Claim {
  readonly measure: ClaimMeasure;
  /** For `listed`: this list position or better; null for any. */
  readonly top: number | null;
  readonly direction: Direction;
  readonly brand: string;
  /** The brand to compare with in the same answers; null to compare with itself in another window, or with a size. */
  readonly versus: string | null;
  /** Null: every engine, with a verdict for each. */
  readonly engine: string | null;
  readonly window: Period;
  /** The earlier window to compare with, if any. */
  readonly baseline: Period | null;
  /**
   * In percentage points. Null: any significant difference; for `unchanged`, the alerts' minimum points, which a size can only
   * narrow.
   */
  readonly size: number | null;
}

/** Whether the claim compares a rate with a size. */
export function isOfOneFigure({ direction }: Pick<Claim, 'direction'>): boolean {
  return direction === 'at_least' || direction === 'at_most';
}

/** Whether the claim is about no answers, or all: one answer contradicts it, and no number of them supports it. */
export function isAllOrNone({ direction, size }: Pick<Claim, 'direction' | 'size'>): boolean {
  return (direction === 'at_most' && size === 0) || (direction === 'at_least' && size === 100);
}

/** Why a claim is invalid for any answers, apart from its windows; null if it is valid. @param minDeltaPoints the alerts' minimum */
export function flawOf(claim: Claim, minDeltaPoints: number): string | null {
  const { direction, size } = claim;
  if (direction === 'unchanged' && size !== null && size > minDeltaPoints) {
    return `A claim that nothing changed can have a margin of at most ${minDeltaPoints} points: write a smaller one, or none.`;
  }
  return FLAWS.find(({ when }) => when(claim))?.because ?? null;
}

const FLAWS: readonly { readonly when: (claim: Claim) => boolean; readonly because: string }[] = [
  {
    when: ({ brand, versus }) => brand === versus,
    because: 'A brand cannot be compared with itself in the same answers: name another one, or two windows.',
  },
  {
    when: (claim) => isOfOneFigure(claim) && claim.size === null,
    because: 'A claim that a rate is at least or at most something needs `size`.',
  },
  {
    when: (claim) => isOfOneFigure(claim) && (claim.versus !== null || claim.baseline !== null),
    because:
      'A claim that a rate is at least or at most something is about one brand in one window: leave out the other.',
  },
  {
    when: ({ versus, baseline }) => versus !== null && baseline !== null,
    because:
      'A claim compares two brands or two windows, not both: Sightline cannot judge whether a lead has grown. Send two claims.',
  },
  {
    when: ({ measure, top }) => top !== null && measure !== 'listed',
    because: '`top` goes with the measure `listed` alone: add that measure, or leave out `top`.',
  },
  {
    when: (claim) => claim.size !== null && !isAllOrNone(claim) && (claim.size <= 0 || claim.size >= 100),
    because:
      'The size must be above 0, and below 100 points. Only a rate may be at most 0% (never), or at least 100% (always).',
  },
];
