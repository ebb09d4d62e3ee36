import { type Interval, Z95 } from '../../domain/figures/proportion.ts';
import { FARTHEST, normalCdf, normalQuantile } from '../distributions/normal.ts';
import { findRoot } from '../distributions/root-finding.ts';
import { sideOf } from '../rates/intervals.ts';

/** The chance, per side, of supporting a false claim or contradicting a true one. */
export const ALPHA_PER_SIDE = 0.025;

/** Evidence on one figure, or on the difference between two. */
export interface Evidence {
  readonly estimate: number;
  /** The interval at a normal quantile, with `times` as many similar answers. */
  readonly interval: (z: number, times?: number) => Interval;
  /** An exact test's p-value, if there is one; it counts if it is larger. */
  readonly exact?: (clear: Clearance, times?: number) => number;
}

export type Side = 'above' | 'below';

/**
 * The region of the true figure if the claim is true. A difference within a margin of zero but known to be nonzero is
 * not "the same": it is small, if within `small`, which is at least the margin.
 */
export type Region =
  | { readonly above: number }
  | { readonly below: number }
  | { readonly within: number; readonly small: number };

/** A value to test against, and the quantile at which the interval touches it. */
export interface Clearance {
  readonly side: Side;
  readonly value: number;
  readonly z: number;
}

/** A claim with its evidence, at least one piece. All pieces must agree. */
export interface Question {
  readonly region: Region;
  readonly evidence: readonly Evidence[];
}

export type Leaning = 'supported' | 'contradicted' | 'smaller_than_margin';

/** The evidence's direction, and an upper bound for its p-value. */
export interface EvidenceWeight {
  readonly leaning: Leaning;
  readonly p: number;
}

/**
 * Weighs the evidence. The p-value is the chance at which the interval touches the end of the region, so it is at most
 * ALPHA_PER_SIDE if the 95% interval lies wholly inside or outside the region.
 *
 * "Within" needs two one-sided tests: Schuirmann (1987), J. Pharmacokinet. Biopharm. 15:657-680. Both can pass for a
 * difference that excludes zero, which is small but not zero.
 */
export function weigh(question: Question): EvidenceWeight {
  const weighed = LEANINGS.map((leaning) => ({ leaning, p: chanceOf(question, leaning) }));
  const small = weighed.find(({ leaning }) => leaning === 'smaller_than_margin');
  if (small !== undefined && small.p <= ALPHA_PER_SIDE) return small;
  const { region, evidence } = question;
  const isOther = ({ leaning }: EvidenceWeight) =>
    leaning === 'supported' && 'within' in region && evidence.some(({ interval }) => excludesZero(interval));
  return weighed.filter((each) => !isOther(each)).reduce((best, each) => (each.p < best.p ? each : best));
}

function excludesZero(interval: Evidence['interval']): boolean {
  return sideOf(interval(Z95)) !== 0;
}

/** The side of zero that all evidence supports at this p-value; null if none. */
export function shownSide(evidence: readonly Evidence[], most: number): Side | null {
  const isShown = (side: Side) => evidence.every((each) => pValueBeside(each, side, 0) <= most);
  if (evidence.length === 0) return null;
  return (['above', 'below'] as const).find(isShown) ?? null;
}

/** Whether the 95% interval decides a question that a stricter test leaves open. */
export function isDecidedByInterval({ region, evidence }: Question): boolean {
  const intervals = evidence.map(({ exact: _, ...interval }) => interval);
  return (
    weigh({ region, evidence }).p > ALPHA_PER_SIDE &&
    weigh({ region, evidence: intervals }).p <= ALPHA_PER_SIDE
  );
}

/** The first wins a tie. */
const LEANINGS: readonly Leaning[] = ['supported', 'contradicted', 'smaller_than_margin'];

/**
 * The largest difference, in points, at which two rates count as unchanged: at most half of the smaller rate, rounded
 * down to tenths, because a move from 9% to 2% is not stability. It uses the lower end of that rate's interval, because
 * a margin from the observed rate moves with the difference and lets up to 8% of false claims through
 * (test/statistics/claims.test.ts).
 *
 * @param most in points
 * @param least the lower ends of the 95% intervals of both rates, from 0 to 1
 */
export function marginOfRates(most: number, least: readonly number[]): number {
  return Math.min(most, Math.floor(500 * Math.min(...least)) / 10);
}

/** Tests on the sides of values: all of one list must pass, for any of the lists. */
type Tests = readonly (readonly (readonly [Side, number])[])[];

function testsOf(region: Region, leaning: Leaning): Tests {
  if ('within' in region) return testsWithin(region)[leaning];
  if (leaning === 'smaller_than_margin') return [];
  const [side, value] =
    'above' in region ? (['above', region.above] as const) : (['below', region.below] as const);
  const other = side === 'above' ? 'below' : 'above';
  return [[[leaning === 'supported' ? side : other, value]]];
}

function testsWithin({ within, small }: { readonly within: number; readonly small: number }) {
  return {
    supported: [
      [
        ['above', -within],
        ['below', within],
      ],
    ],
    contradicted: [[['above', within]], [['below', -within]]],
    smaller_than_margin: [
      [
        ['above', 0],
        ['below', small],
      ],
      [
        ['below', 0],
        ['above', -small],
      ],
    ],
  } as const satisfies Record<Leaning, Tests>;
}

function chanceOf({ region, evidence }: Question, leaning: Leaning): number {
  const chances = testsOf(region, leaning).map((tests) =>
    Math.max(...tests.flatMap(([side, value]) => evidence.map((each) => pValueBeside(each, side, value)))),
  );
  return Math.min(1, ...chances);
}

/** The p-value from the interval, or from the exact test if larger; 1 if the estimate is on the other side. */
export function pValueBeside(evidence: Evidence, side: Side, value: number, times = 1): number {
  if (clearance(evidence.interval(0, times), side, value) <= 0) return 1;
  const z = findRoot((quantile) => clearance(evidence.interval(quantile, times), side, value), 0, FARTHEST);
  return Math.max(normalCdf(-z), evidence.exact?.({ side, value, z }, times) ?? 0);
}

/** The interval's distance from a value; 0 or less if it includes the value. Computes only the nearer end. */
function clearance(interval: Interval, side: Side, value: number): number {
  return side === 'above' ? interval.lower - value : value - interval.upper;
}

/**
 * P-values corrected for the number of claims in a list (family-wise error).
 *
 * Source: Holm (1979), Scand. J. Stat. 6:65-70.
 */
export function holm(chances: readonly number[]): number[] {
  const order = chances.map((chance, index) => ({ chance, index })).sort((a, b) => a.chance - b.chance);
  const corrected: number[] = [];
  let largest = 0;
  for (const [place, { chance, index }] of order.entries()) {
    largest = Math.max(largest, Math.min(1, (chances.length - place) * chance));
    corrected[index] = largest;
  }
  return corrected;
}

/** Less than one answer, for any sample. */
const FEWEST_TIMES = 1e-9;

/**
 * How many times as many similar answers would decide the claim either way; null if more than `most` times.
 *
 * @param claims the list's length, for the strictest threshold in Holm's correction
 */
export function answersMultiple(question: Question, most: number, claims: number): number | null {
  const chance = ALPHA_PER_SIDE / claims;
  const z = normalQuantile(1 - chance);
  const shows = (each: Evidence, side: Side, value: number, times: number) =>
    clearance(each.interval(z, times), side, value) > 0;
  if (!isDecided(question, (...given) => shows(...given, most))) return null;
  let [tooFew, enough] = [0, most];
  // If none at all would decide it, there is no smallest number.
  while (enough - tooFew > 1e-6 * enough && enough > FEWEST_TIMES) {
    const middle = (tooFew + enough) / 2;
    if (isDecided(question, (...given) => shows(...given, middle))) enough = middle;
    else tooFew = middle;
  }
  return enoughForExact(question, enough, most, chance);
}

/** An exact test may need slightly more answers than the interval. */
function enoughForExact(question: Question, enough: number, most: number, chance: number): number | null {
  const decides = (times: number) =>
    isDecided(question, (each, side, value) => pValueBeside(each, side, value, times) <= chance);
  const first = enough <= 1 && !decides(1) ? 1.01 : enough;
  for (let times = first; times <= Math.min(most, 10 * first); times *= 1.03)
    if (decides(times)) return times;
  return null;
}

/** Whether all evidence passes all tests that lean one way. */
function isDecided(
  { region, evidence }: Question,
  shows: (each: Evidence, side: Side, value: number) => boolean,
): boolean {
  return LEANINGS.some((leaning) =>
    testsOf(region, leaning).some((tests) =>
      tests.every(([side, value]) => evidence.every((each) => shows(each, side, value))),
    ),
  );
}
