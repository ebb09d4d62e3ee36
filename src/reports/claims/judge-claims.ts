import type { ClaimGate, Direction, Verdict } from '../../domain/claim.ts';
import {
  holm,
  isByIntervalAlone,
  type Leaning,
  MOST_WRONG,
  type Question,
  type Region,
  timesNeeded,
  weigh,
} from '../../stats/claims.ts';
import { changeGate, leastAnswers, type Thresholds } from '../../stats/gates.ts';
import { MOST_ANSWERS } from '../../stats/intervals.ts';
import { type CountedClaim, toldFigure } from './counted-claim.ts';

/** A claim with what may be said of it. */
export interface JudgedClaim extends CountedClaim {
  readonly verdict: Verdict;
  /** Why nothing can be told. */
  readonly gate: ClaimGate | null;
  /** The size that counts, in points or places; null where any does that is not noise. */
  readonly size: number | null;
  /** The chance of evidence at least this strong if the verdict were wrong, alone and in its list; null without evidence. */
  readonly chance: number | null;
  readonly corrected: number | null;
  /** How many more answers would decide; null where it is decided, or no number would decide. */
  readonly moreAnswers: number | null;
}

/** Judges claims together: the more of them there are, the stronger the evidence for each has to be. */
export function judgeClaims(claims: readonly CountedClaim[], thresholds: Thresholds): JudgedClaim[] {
  const weighed = claims.map((claim) => weighedClaim(claim, thresholds));
  const corrected = holm(weighed.map(({ chance }) => chance ?? 1));
  return claims.map((claim, index) => {
    const { leaning, gate, chance, question, size } = weighed[index] as WeighedClaim;
    const after = corrected[index] ?? 1;
    const isHeldBack = gate === null && after > MOST_WRONG;
    const last = isHeldBack ? 'not_after_correction' : gate;
    return {
      ...{ ...claim, size, chance },
      verdict: last === null && leaning !== null ? leaning : 'cannot_be_told',
      gate: last,
      corrected: chance === null ? null : after,
      moreAnswers: last === null ? null : moreAnswers(claim, last, question, thresholds, claims.length),
    };
  });
}

interface WeighedClaim {
  readonly leaning: Leaning | null;
  readonly gate: ClaimGate | null;
  readonly chance: number | null;
  readonly question: Question | null;
  readonly size: number | null;
}

function weighedClaim(counted: CountedClaim, thresholds: Thresholds): WeighedClaim {
  const { claim, evidence } = counted;
  const size = claim.size ?? (claim.direction === 'unchanged' ? marginOf(counted, thresholds) : null);
  if (evidence.length === 0) {
    const gate = counted.gate ?? 'nothing_to_compare';
    return { leaning: null, gate, chance: null, question: null, size };
  }
  const question = { region: regionOf(counted, size), evidence };
  const { leaning, p } = weigh(question);
  const before = counted.gate ?? mentionsGate(counted);
  const gate = before ?? gateAmong(counted, question, p, thresholds);
  return { leaning, gate, chance: before === null ? p : null, question, size };
}

/** There is no verdict on a share that is not shown. */
function mentionsGate({ claim, first, second }: CountedClaim): 'too_few_mentions' | null {
  const isTold = [first, second ?? first].every((side) => toldFigure(side) !== null);
  return claim.measure === 'share' && !isTold ? 'too_few_mentions' : null;
}

/** A change without a size is held to the gates of alerts first; what has one, to its interval and that size. */
function gateAmong(
  { claim, compared }: CountedClaim,
  question: Question,
  chance: number,
  thresholds: Thresholds,
): ClaimGate | null {
  const isChange = claim.size === null && (claim.direction === 'higher' || claim.direction === 'lower');
  if (isChange && compared !== null) {
    const direction = (question.evidence[0]?.estimate ?? 0) < 0 ? -1 : 1;
    const gate = changeGate(direction, compared, thresholds);
    if (gate !== null) return gate as ClaimGate;
  }
  if (chance <= MOST_WRONG) return null;
  return isByIntervalAlone(question) ? 'stricter_test' : 'within_noise';
}

/** How much "unchanged" leaves room for if nobody says: the points from which on alerts call it a change, or one place. */
function marginOf({ claim }: CountedClaim, { minDeltaPoints }: Thresholds): number {
  return claim.measure === 'position' ? 1 : minDeltaPoints;
}

function regionOf({ claim }: CountedClaim, size: number | null): Region {
  const isOfPosition = claim.measure === 'position';
  const value = (size ?? 0) / (isOfPosition ? 1 : 100);
  return isOfPosition && !['at_least', 'at_most'].includes(claim.direction)
    ? REGIONS[NEARER_TOP[claim.direction]](value)
    : REGIONS[claim.direction](value);
}

const REGIONS: Readonly<Record<Direction, (value: number) => Region>> = {
  higher: (value) => ({ above: value }),
  lower: (value) => ({ below: -value }),
  unchanged: (value) => ({ within: value }),
  at_least: (value) => ({ above: value }),
  at_most: (value) => ({ below: value }),
};

/** The smaller the number, the higher the position. */
const NEARER_TOP: Readonly<Record<Direction, Direction>> = {
  higher: 'lower',
  lower: 'higher',
  unchanged: 'unchanged',
  at_least: 'at_least',
  at_most: 'at_most',
};

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
