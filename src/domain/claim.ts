import { GATES } from './alert-rules.ts';
import { DAY_MS, type Period } from './period.ts';

/** What a claim may be about. */
export const CLAIM_MEASURES = ['named', 'cited', 'recommended', 'position', 'share'] as const;

export type ClaimMeasure = (typeof CLAIM_MEASURES)[number];

/** What it says of that: of two windows or two brands, or of one figure against a size. A higher position is nearer the top. */
export const DIRECTIONS = ['higher', 'lower', 'unchanged', 'at_least', 'at_most'] as const;

export type Direction = (typeof DIRECTIONS)[number];

export const VERDICTS = ['supported', 'contradicted', 'cannot_be_told'] as const;

export type Verdict = (typeof VERDICTS)[number];

/** Why nothing can be told: the gates of alerts that a claim may meet, and those that it alone can. */
export const CLAIM_GATES = [
  ...GATES.filter(
    (
      gate,
    ): gate is 'outage' | 'too_few_answers' | 'too_few_shared_prompts' | 'below_min_delta' | 'within_noise' =>
      !['condition_not_met', 'episode_open', 'not_persistent'].includes(gate),
  ),
  'stricter_test',
  'mixed_readings',
  'nothing_to_compare',
  'too_few_mentions',
  'not_after_correction',
] as const;

export type ClaimGate = (typeof CLAIM_GATES)[number];

/** The most claims that are judged together. */
export const MOST_CLAIMS = 20;

/** The longest window of a claim, in days. */
const LONGEST_WINDOW_DAYS = 366;

/** A claim about tracked brands, by their names. */
export interface Claim {
  readonly measure: ClaimMeasure;
  readonly direction: Direction;
  readonly brand: string;
  /** The brand that it is compared with in the same answers; null if with itself, in another window, or with a size. */
  readonly versus: string | null;
  /** Null: it is claimed of every engine, and judged on each apart. */
  readonly engine: string | null;
  readonly window: Period;
  /** The earlier window that it is compared with; null if it is not. */
  readonly baseline: Period | null;
  /** In percentage points, or for positions in places. Null: any that is not noise; for `unchanged`, the usual margin. */
  readonly size: number | null;
}

/** Whether the claim compares a figure with a size. */
export function isOfOneFigure({ direction }: Pick<Claim, 'direction'>): boolean {
  return direction === 'at_least' || direction === 'at_most';
}

/** What is wrong with a claim, whatever the answers say; null if nothing is. */
export function flawOf(claim: Claim): string | null {
  return FLAWS.find(({ when }) => when(claim))?.because ?? null;
}

const FLAWS: readonly { readonly when: (claim: Claim) => boolean; readonly because: string }[] = [
  {
    when: ({ brand, versus }) => brand === versus,
    because: 'A brand cannot be compared with itself in the same answers: name another one, or two windows.',
  },
  {
    when: (claim) => isOfOneFigure(claim) && claim.size === null,
    because: 'A claim that a figure is at least or at most something needs a size.',
  },
  {
    when: (claim) => isOfOneFigure(claim) && (claim.versus !== null || claim.baseline !== null),
    because:
      'A claim that a figure is at least or at most something is about one brand in one window: leave out the other.',
  },
  {
    when: ({ versus, baseline }) => versus !== null && baseline !== null,
    because:
      'A claim compares two brands or two windows, not both: whether a lead has grown cannot be judged. Make two claims of it.',
  },
  {
    // The interval of their difference is right around zero alone.
    when: ({ versus, measure, size, direction }) =>
      versus !== null && measure === 'share' && (size !== null || direction === 'unchanged'),
    because:
      'Which of two shares of the same mentions is larger can be judged, but not by how much, and not that they are the same.',
  },
  {
    when: ({ measure, size }) => size !== null && (size <= 0 || (measure !== 'position' && size >= 100)),
    because: 'The size must be above 0, and below 100 points.',
  },
  {
    when: ({ window, baseline }) => [window, baseline ?? window].some(({ from, to }) => from >= to),
    because: 'A window must begin before it ends, and before now.',
  },
  {
    when: ({ window, baseline }) =>
      [window, baseline ?? window].some(({ from, to }) => to - from > LONGEST_WINDOW_DAYS * DAY_MS),
    because: `A window may have ${LONGEST_WINDOW_DAYS} days at most.`,
  },
  {
    when: ({ window, baseline }) => baseline !== null && baseline.to > window.from,
    because: 'The two windows must not overlap, and the one that is compared with must be the earlier.',
  },
];
