import {
  type Claim,
  type ClaimGate,
  type Direction,
  usualMargin,
  type Verdict,
} from '../../domain/alerts/claim.ts';
import { leastAnswers, reachesPoints, type Thresholds } from '../../stats/alerts/gates.ts';
import {
  ALPHA_PER_SIDE,
  answersMultiple,
  costOfDay,
  holm,
  isDecidedByInterval,
  type Leaning,
  marginOfRates,
  type Question,
  type Region,
  type Side,
  shownSide,
  weigh,
} from '../../stats/claims/claims.ts';
import { MOST_ANSWERS } from '../../stats/rates/intervals.ts';
import { type CountedClaim, formatFigure } from './counted-claim.ts';

/** A claim and its verdict. */
export interface JudgedClaim extends CountedClaim {
  readonly verdict: Verdict;
  /** Why there is no verdict. */
  readonly gate: ClaimGate | null;
  /** The claimed size, in points or places; null if any size counts. For `unchanged`, the margin. */
  readonly size: number | null;
  /** For `unchanged`, the limit below which a known difference is called small; null otherwise. */
  readonly small: number | null;
  /** The side known to be higher or lower, even without a verdict. */
  readonly known: 'higher' | 'lower' | null;
  /** Whether a change is smaller than the alert threshold. */
  readonly isBelowAlerts: boolean;
  /** The p-value, alone and corrected for the list; null without evidence. */
  readonly chance: number | null;
  readonly corrected: number | null;
  /** Days on which somebody asked it, including today. */
  readonly askedOn: number;
  /** How many more answers would decide it; null if it is decided, or no number would. */
  readonly moreAnswers: number | null;
}

/**
 * Judges claims together: with more claims and more days, each one needs stronger evidence.
 *
 * @param askedOn days on which somebody asked a claim, including today
 */
export function judgeClaims(
  claims: readonly CountedClaim[],
  thresholds: Thresholds,
  askedOn: (claim: Claim) => number = () => 1,
): JudgedClaim[] {
  const weighed = claims.map((claim) => weighedClaim(claim, thresholds));
  const corrected = holm(
    weighed.map(({ chance }, index) =>
      Math.min(1, (chance ?? 1) * costOfDay(askedOn((claims[index] as CountedClaim).claim))),
    ),
  );
  return claims.map((claim, index) => {
    const { leaning, gate, chance, question, size, small } = weighed[index] as WeighedClaim;
    const after = corrected[index] ?? 1;
    const isHeldBack = gate === null && after > ALPHA_PER_SIDE;
    const last = isHeldBack ? 'not_after_correction' : gate;
    const days = askedOn(claim.claim);
    const share = claims.length * costOfDay(days);
    return {
      ...claim,
      size,
      small,
      chance,
      askedOn: days,
      verdict: last === null && leaning !== null ? leaning : 'cannot_be_told',
      gate: last,
      known: last !== null && chance !== null ? knownOf(claim, share) : null,
      isBelowAlerts: last === null && isBelowAlerts(claim, thresholds),
      corrected: chance === null ? null : after,
      moreAnswers: last === null ? null : moreAnswers(claim, last, question, thresholds, share),
    };
  });
}

/** Each claim gets its share of the error rate, at the strictest step of Holm's correction. */
function knownOf({ claim, second, evidence }: CountedClaim, claims: number): JudgedClaim['known'] {
  const side = second === null ? null : shownSide(evidence, ALPHA_PER_SIDE / claims);
  const direction = side && DIRECTION_OF[side];
  return direction && claim.measure === 'position' ? NEARER_TOP[direction] : direction;
}

const DIRECTION_OF = { above: 'higher', below: 'lower' } as const satisfies Readonly<Record<Side, Direction>>;

/** Alerts require a minimum change, by plain counts and with the same mix; a claim that names no minimum says so. */
function isBelowAlerts({ claim, compared }: CountedClaim, { minDeltaPoints }: Thresholds): boolean {
  const isAnyChange = claim.size === null && (claim.direction === 'higher' || claim.direction === 'lower');
  if (!isAnyChange || compared === null) return false;
  return [compared.difference, compared.sameMix].some(
    (each) => each !== null && !reachesPoints(each, minDeltaPoints) && !reachesPoints(each, -minDeltaPoints),
  );
}

interface WeighedClaim {
  readonly leaning: Leaning | null;
  readonly gate: ClaimGate | null;
  readonly chance: number | null;
  readonly question: Question | null;
  readonly size: number | null;
  readonly small: number | null;
}

function weighedClaim(counted: CountedClaim, thresholds: Thresholds): WeighedClaim {
  const { claim, evidence } = counted;
  const small =
    claim.direction === 'unchanged'
      ? (claim.size ?? usualMargin(claim.measure, thresholds.minDeltaPoints))
      : null;
  const size = small === null ? claim.size : marginOf(counted, small);
  if (evidence.length === 0) {
    const gate = counted.gate ?? 'nothing_to_compare';
    return { leaning: null, gate, chance: null, question: null, size, small };
  }
  const question = { region: regionOf(counted, size ?? 0, small ?? 0), evidence };
  const { leaning, p } = weigh(question);
  const before = counted.gate ?? mentionsGate(counted);
  const gate = before ?? claimGate(question, p);
  return { leaning, gate, chance: before === null ? p : null, question, size, small };
}

/** A share that is not shown gets no verdict. */
function mentionsGate({ claim, first, second }: CountedClaim): 'too_few_mentions' | null {
  const isFormatted = [first, second ?? first].every((side) => formatFigure(side) !== null);
  return claim.measure === 'share' && !isFormatted ? 'too_few_mentions' : null;
}

function claimGate(question: Question, chance: number): ClaimGate | null {
  if (chance <= ALPHA_PER_SIDE) return null;
  return isDecidedByInterval(question) ? 'stricter_test' : 'within_noise';
}

function marginOf({ claim, first, second }: CountedClaim, most: number): number {
  if (claim.measure === 'position') return most;
  return marginOfRates(
    most,
    [first, second].map((side) => side?.figure?.interval.lower ?? 0),
  );
}

/** @param size in points or places, as is the limit for a small difference */
function regionOf({ claim }: CountedClaim, size: number, small: number): Region {
  const { measure, direction } = claim;
  const isOfPosition = measure === 'position';
  const unit = isOfPosition ? 1 : 100;
  if (direction === 'unchanged') return { within: size / unit, small: small / unit };
  return REGIONS[isOfPosition ? NEARER_TOP[direction] : direction](size / unit);
}

const REGIONS: Readonly<Record<Exclude<Direction, 'unchanged'>, (value: number) => Region>> = {
  higher: (value) => ({ above: value }),
  lower: (value) => ({ below: -value }),
  at_least: (value) => ({ above: value }),
  at_most: (value) => ({ below: value }),
};

/** A smaller number is a higher position. */
const NEARER_TOP = { higher: 'lower', lower: 'higher', at_least: 'at_least', at_most: 'at_most' } as const;

/** Gates that more such answers would pass. */
const PASSABLE: readonly ClaimGate[] = [
  'too_few_answers',
  'too_few_shared_prompts',
  'within_noise',
  'stricter_test',
  'not_after_correction',
];

/** Answers still missing on all sides, if the figures stay and each side grows at its rate. */
function moreAnswers(
  { first, second }: CountedClaim,
  gate: ClaimGate,
  question: Question | null,
  thresholds: Thresholds,
  claims: number,
): number | null {
  if (!PASSABLE.includes(gate)) return null;
  const isPair = second !== null && second.window === first.window;
  const sides = second === null || isPair ? [first.answers] : [first.answers, second.answers];
  const least = leastAnswers(thresholds);
  const most = Math.max(...sides);
  const times = question && most > 0 ? answersMultiple(question, MOST_ANSWERS / most, claims) : 1;
  if (times === null) return null;
  return sides.reduce((sum, n) => sum + Math.max(0, Math.ceil(Math.max(least, n * times)) - n), 0);
}
