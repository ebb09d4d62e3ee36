import type { ClaimGate, Direction, Verdict } from '../../domain/alerts/claim.ts';
import { leastAnswers, reachesPoints, type Thresholds } from '../../stats/alerts/gates.ts';
import {
  ALPHA_PER_SIDE,
  answersMultiple,
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
import { type CountedClaim, intervalOf } from './counted-claim.ts';

/** A claim and its verdict. */
export interface JudgedClaim extends CountedClaim {
  readonly verdict: Verdict;
  /** Why there is no verdict. */
  readonly gate: ClaimGate | null;
  /** The claimed size in points; null if any size counts. For `unchanged`, the margin. */
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
  /** How many more answers would decide it; null if it is decided, or no number would. */
  readonly moreAnswers: number | null;
}

/** Judges a claim on several engines together: with more engines, each verdict needs stronger evidence. */
export function judgeClaims(claims: readonly CountedClaim[], thresholds: Thresholds): JudgedClaim[] {
  const weighed = claims.map((claim) => weighedClaim(claim, thresholds));
  const corrected = holm(weighed.map(({ chance }) => chance ?? 1));
  return claims.map((claim, index) => {
    const { leaning, gate, chance, question, size, small } = weighed[index] as WeighedClaim;
    const after = corrected[index] ?? 1;
    const isHeldBack = gate === null && after > ALPHA_PER_SIDE;
    const last = isHeldBack ? 'not_after_correction' : gate;
    return {
      ...claim,
      size,
      small,
      chance,
      verdict: last === null && leaning !== null ? leaning : 'cannot_be_told',
      gate: last,
      known: last !== null && chance !== null ? knownOf(claim, claims.length) : null,
      isBelowAlerts: last === null && isBelowAlerts(claim, thresholds),
      corrected: chance === null ? null : after,
      moreAnswers: last === null ? null : moreAnswers(claim, last, question, thresholds, claims.length),
    };
  });
}

/** Each claim gets its share of the error rate, at the strictest step of Holm's correction. */
function knownOf({ second, evidence }: CountedClaim, claims: number): JudgedClaim['known'] {
  const side = second === null ? null : shownSide(evidence, ALPHA_PER_SIDE / claims);
  return side && DIRECTION_OF[side];
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
  const small = claim.direction === 'unchanged' ? (claim.size ?? thresholds.minDeltaPoints) : null;
  const size = small === null ? claim.size : marginOf(counted, small);
  if (evidence.length === 0) {
    const gate = counted.gate ?? 'nothing_to_compare';
    return { leaning: null, gate, chance: null, question: null, size, small };
  }
  const question = { region: regionOf(counted, size ?? 0, small ?? 0), evidence };
  const { leaning, p } = weigh(question);
  const gate = counted.gate ?? claimGate(question, p);
  return { leaning, gate, chance: counted.gate === null ? p : null, question, size, small };
}

function claimGate(question: Question, chance: number): ClaimGate | null {
  if (chance <= ALPHA_PER_SIDE) return null;
  return isDecidedByInterval(question) ? 'stricter_test' : 'within_noise';
}

function marginOf({ first, second }: CountedClaim, most: number): number {
  return marginOfRates(
    most,
    [first, second].map((side) => (side && intervalOf(side)?.lower) ?? 0),
  );
}

/** @param size in points, as is the limit for a small difference */
function regionOf({ claim: { direction } }: CountedClaim, size: number, small: number): Region {
  return direction === 'unchanged'
    ? { within: size / 100, small: small / 100 }
    : REGIONS[direction](size / 100);
}

const REGIONS: Readonly<Record<Exclude<Direction, 'unchanged'>, (value: number) => Region>> = {
  higher: (value) => ({ above: value }),
  lower: (value) => ({ below: -value }),
  at_least: (value) => ({ above: value }),
  at_most: (value) => ({ below: value }),
};

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
  const sides = second === null || isPair ? [first.trials] : [first.trials, second.trials];
  const least = leastAnswers(thresholds);
  const most = Math.max(...sides);
  const times = question && most > 0 ? answersMultiple(question, MOST_ANSWERS / most, claims) : 1;
  if (times === null) return null;
  return sides.reduce((sum, n) => sum + Math.max(0, Math.ceil(Math.max(least, n * times)) - n), 0);
}
