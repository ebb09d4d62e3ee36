import { type Interval, Z95 } from '../domain/proportion.ts';
import { sideOf } from './intervals.ts';
import { lastAbove } from './last-above.ts';
import { FARTHEST, normalChance, normalQuantile } from './normal.ts';

/** The chance, on either side, with which a claim that is false may be supported, and one that is true contradicted. */
export const MOST_WRONG = 0.025;

/** A little more than the sum of 1 / j² over all days j. */
const SUM_OVER_DAYS = 1.65;

/**
 * By how much less likely evidence has to be on the j-th day on which the same claim is asked: 1 on the first one, and 1.65 j² after that.
 * So all later days together add at most 0.4 of MOST_WRONG to the chance of a false verdict.
 */
export function costOfDay(day: number): number {
  return day <= 1 ? 1 : SUM_OVER_DAYS * day ** 2;
}

/** What answers say about one figure, or about a difference of two. */
export interface Evidence {
  readonly estimate: number;
  /** How far it may be off, at a quantile of the normal distribution, had there been `times` as many answers like these. */
  readonly interval: (z: number, times?: number) => Interval;
  /** The chance at which the interval touches a value, where it is known without a search. */
  readonly chance?: (side: Side, value: number, times?: number) => number;
  /** The chance of an exact test, where there is one; it counts if it is larger. */
  readonly exact?: (clear: Clear, times?: number) => number;
}

export type Side = 'above' | 'below';

/**
 * Where the true figure lies if the claim is true. Within a margin of zero, it is still not the same where it is known to be more or less
 * than zero: then it is small, if it is within `small`, which is no less than the margin.
 */
export type Region =
  | { readonly above: number }
  | { readonly below: number }
  | { readonly within: number; readonly small: number };

/** What a figure is held against, and how clear it is: at which quantile its interval touches the value. */
export interface Clear {
  readonly side: Side;
  readonly value: number;
  readonly z: number;
}

/** What is claimed, and what was seen. All of the evidence has to agree; there is some. */
export interface Question {
  readonly region: Region;
  readonly evidence: readonly Evidence[];
}

export type Leaning = 'supported' | 'contradicted' | 'smaller_than_margin';

/** Which way the evidence points, and the chance of evidence at least as strong if that were wrong: at most. */
export interface Weighed {
  readonly leaning: Leaning;
  readonly p: number;
}

/**
 * Weighs the evidence. The chance is that at which the interval touches the end of the region, so it is at most
 * MOST_WRONG where the 95% interval lies inside of the region, or outside.
 *
 * "Within" is shown by two one-sided tests, both of which must hold: Schuirmann (1987), J. Pharmacokinet. Biopharm. 15:657-680. They can
 * hold for a difference that excludes zero, which is small and not none.
 */
export function weigh(question: Question): Weighed {
  const weighed = LEANINGS.map((leaning) => ({ leaning, p: chanceOf(question, leaning) }));
  const small = weighed.find(({ leaning }) => leaning === 'smaller_than_margin');
  if (small !== undefined && small.p <= MOST_WRONG) return small;
  const { region, evidence } = question;
  const isOther = ({ leaning }: Weighed) =>
    leaning === 'supported' && 'within' in region && evidence.some(({ interval }) => excludesZero(interval));
  return weighed.filter((each) => !isOther(each)).reduce((best, each) => (each.p < best.p ? each : best));
}

function excludesZero(interval: Evidence['interval']): boolean {
  return sideOf(interval(Z95)) !== 0;
}

/** The side of zero that all of the evidence shows the difference to be on, at this chance of being wrong; null if none. */
export function shownSide(evidence: readonly Evidence[], most: number): Side | null {
  const isShown = (side: Side) => evidence.every((each) => chanceBeside(each, side, 0) <= most);
  if (evidence.length === 0) return null;
  return (['above', 'below'] as const).find(isShown) ?? null;
}

/** Whether the 95% interval decides a question that a stricter test leaves open. */
export function isByIntervalAlone({ region, evidence }: Question): boolean {
  const intervals = evidence.map(({ exact: _, ...interval }) => interval);
  return weigh({ region, evidence }).p > MOST_WRONG && weigh({ region, evidence: intervals }).p <= MOST_WRONG;
}

/** Of two that are as likely, the first. */
const LEANINGS: readonly Leaning[] = ['supported', 'contradicted', 'smaller_than_margin'];

/**
 * How many points two rates may differ by and still be called unchanged: at most half of the smaller one, to a tenth of a point below, for
 * to go from 9% to 2% is no stability. It is half of the lower end of that rate's interval, because a margin of half of the rate that was
 * seen moves with the difference, and lets up to 8% of false claims through (test/statistics/claims.test.ts).
 *
 * @param most in points
 * @param least the lower ends of the 95% intervals of both rates, from 0 to 1
 */
export function marginOfRates(most: number, least: readonly number[]): number {
  return Math.min(most, Math.floor(500 * Math.min(...least)) / 10);
}

/** Tests on the sides of values: all of one list must hold, for one of the lists. */
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
    Math.max(...tests.flatMap(([side, value]) => evidence.map((each) => chanceBeside(each, side, value)))),
  );
  return Math.min(1, ...chances);
}

/** The chance by the interval, or by the exact test if that is larger; 1 where the estimate is not even on that side. */
export function chanceBeside(evidence: Evidence, side: Side, value: number, times = 1): number {
  if (clearance(evidence.interval(0, times), side, value) <= 0) return 1;
  if (evidence.chance) return evidence.chance(side, value, times);
  const z = lastAbove((quantile) => clearance(evidence.interval(quantile, times), side, value), 0, FARTHEST);
  return Math.max(normalChance(-z), evidence.exact?.({ side, value, z }, times) ?? 0);
}

/** How far an interval is beside a value; 0 and less where it includes it. Only the end that matters is looked at. */
function clearance(interval: Interval, side: Side, value: number): number {
  return side === 'above' ? interval.lower - value : value - interval.upper;
}

function liesBeside(interval: Interval, side: Side, value: number): boolean {
  return clearance(interval, side, value) > 0;
}

/**
 * Chances corrected for the number of claims in a list, so that the chance of being wrong about any of them stays what it is
 * for one.
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

/** Less than one answer, of any number that is collected. */
const FEWEST_TIMES = 1e-9;

/**
 * How many times as many answers would decide, one way or the other, if they went on saying the same; null if more than
 * `most` times as many would have to.
 *
 * @param claims in the list: each is held to its share of the chance, the strictest that Holm's correction asks for
 */
export function timesNeeded(question: Question, most: number, claims: number): number | null {
  const chance = MOST_WRONG / claims;
  const z = normalQuantile(1 - chance);
  const shows = (each: Evidence, side: Side, value: number, times: number) =>
    each.chance
      ? each.chance(side, value, times) <= chance
      : liesBeside(each.interval(z, times), side, value);
  if (!isDecided(question, (...given) => shows(...given, most))) return null;
  let [tooFew, enough] = [0, most];
  // Where none at all would decide it, there is no smallest number.
  while (enough - tooFew > 1e-6 * enough && enough > FEWEST_TIMES) {
    const middle = (tooFew + enough) / 2;
    if (isDecided(question, (...given) => shows(...given, middle))) enough = middle;
    else tooFew = middle;
  }
  return enoughForExact(question, enough, most, chance);
}

/** An exact test may ask for a few more than its interval; more than there are, if these do not decide. */
function enoughForExact(question: Question, enough: number, most: number, chance: number): number | null {
  const decides = (times: number) =>
    isDecided(question, (each, side, value) => chanceBeside(each, side, value, times) <= chance);
  const first = enough <= 1 && !decides(1) ? 1.01 : enough;
  for (let times = first; times <= Math.min(most, 10 * first); times *= 1.03)
    if (decides(times)) return times;
  return null;
}

/** Whether all of the evidence shows all of the tests of one leaning. */
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
