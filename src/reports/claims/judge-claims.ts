import { type Claim, type ClaimGate, type Direction, usualMargin, type Verdict } from '../../domain/claim.ts';
import {
  costOfDay,
  holm,
  isByIntervalAlone,
  type Leaning,
  MOST_WRONG,
  marginOfRates,
  type Question,
  type Region,
  type Side,
  shownSide,
  timesNeeded,
  weigh,
} from '../../stats/claims.ts';
import { leastAnswers, reachesPoints, type Thresholds } from '../../stats/gates.ts';
import { MOST_ANSWERS } from '../../stats/intervals.ts';
import { type CountedClaim, toldFigure } from './counted-claim.ts';

/** A claim with what may be said of it. */
export interface JudgedClaim extends CountedClaim {
  readonly verdict: Verdict;
  /** Why nothing can be told. */
  readonly gate: ClaimGate | null;
  /** The size that counts, in points or places; null where any does that is not noise. Of `unchanged`, the margin. */
  readonly size: number | null;
  /** Of `unchanged`, what a difference that is known has to be below to be called small; null of anything else. */
  readonly small: number | null;
  /** Which of two is higher, where that is known although the claim cannot be told. */
  readonly known: 'higher' | 'lower' | null;
  /** Whether a change is smaller than those that alerts are about. */
  readonly isBelowAlerts: boolean;
  /** The chance of evidence at least this strong if the verdict were wrong, alone and in its list; null without evidence. */
  readonly chance: number | null;
  readonly corrected: number | null;
  /** On how many days it was asked, today included. */
  readonly askedOn: number;
  /** How many more answers would decide; null where it is decided, or no number would decide. */
  readonly moreAnswers: number | null;
}

/**
 * Judges claims together: the more of them there are, and the more days each was asked on, the stronger the evidence for each has to be.
 *
 * @param askedOn on how many days a claim was asked, today included
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
    const isHeldBack = gate === null && after > MOST_WRONG;
    const last = isHeldBack ? 'not_after_correction' : gate;
    const days = askedOn(claim.claim);
    const share = claims.length * costOfDay(days);
    return {
      ...{ ...claim, size, small, chance, askedOn: days },
      verdict: last === null && leaning !== null ? leaning : 'cannot_be_told',
      gate: last,
      known: last !== null && chance !== null ? knownOf(claim, share) : null,
      isBelowAlerts: last === null && isBelowAlerts(claim, thresholds),
      corrected: chance === null ? null : after,
      moreAnswers: last === null ? null : moreAnswers(claim, last, question, thresholds, share),
    };
  });
}

/** Each claim of a list is held to its share of the chance to be wrong, which is the strictest that Holm's correction asks for. */
function knownOf({ claim, second, evidence }: CountedClaim, claims: number): JudgedClaim['known'] {
  const side = second === null ? null : shownSide(evidence, MOST_WRONG / claims);
  const direction = side && DIRECTION_OF[side];
  return direction && claim.measure === 'position' ? NEARER_TOP[direction] : direction;
}

const DIRECTION_OF = { above: 'higher', below: 'lower' } as const satisfies Readonly<Record<Side, Direction>>;

/** Alerts ask for so many points of a change, by plain counts and with the same mix; so a claim that asks for none says so. */
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
  const gate = before ?? gateAmong(question, p);
  return { leaning, gate, chance: before === null ? p : null, question, size, small };
}

/** There is no verdict on a share that is not shown. */
function mentionsGate({ claim, first, second }: CountedClaim): 'too_few_mentions' | null {
  const isTold = [first, second ?? first].every((side) => toldFigure(side) !== null);
  return claim.measure === 'share' && !isTold ? 'too_few_mentions' : null;
}

function gateAmong(question: Question, chance: number): ClaimGate | null {
  if (chance <= MOST_WRONG) return null;
  return isByIntervalAlone(question) ? 'stricter_test' : 'within_noise';
}

function marginOf({ claim, first, second }: CountedClaim, most: number): number {
  if (claim.measure === 'position') return most;
  return marginOfRates(
    most,
    [first, second].map((side) => side?.figure?.interval.lower ?? 0),
  );
}

/** @param size in points, or in places, as is what a difference has to be below to be called small */
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

/** The smaller the number, the higher the position. */
const NEARER_TOP = { higher: 'lower', lower: 'higher', at_least: 'at_least', at_most: 'at_most' } as const;

/** Gates that more answers like these would pass. */
const PASSABLE: readonly ClaimGate[] = [
  'too_few_answers',
  'too_few_shared_prompts',
  'within_noise',
  'stricter_test',
  'not_after_correction',
];

/** Answers that are missing on all sides, if the figures stay what they are, and as many of each side come in as did. */
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
  const times = question && most > 0 ? timesNeeded(question, MOST_ANSWERS / most, claims) : 1;
  if (times === null) return null;
  return sides.reduce((sum, n) => sum + Math.max(0, Math.ceil(Math.max(least, n * times)) - n), 0);
}
