import { type Interval, independent, wilson } from './proportion.ts';
import { type QuestionSpread, rangeOfQuestions } from './question-range.ts';

/** Below this many answers a rate is null: not enough answers yet, which is not zero. */
export const MIN_SAMPLE = 5;

/** The same in words, for readers of a null rate. */
export const RATE_NULL_MEANS =
  'Not enough answers yet. A null rate is never zero and must not be shown or averaged as 0%.';

declare const madeByRateOf: unique symbol;

/** A share of answers with its counts and its margin of error. Only `rateOf` makes one. */
export interface Rate {
  readonly present: number;
  readonly responses: number;
  readonly rate: number | null;
  readonly min_sample: number;
  /** How far the rate may be off for these questions: its 95% interval. Null where the rate is. */
  readonly interval: Interval | null;
  readonly [madeByRateOf]: true;
}

/** What a rate of answers to several questions says of them. */
export interface RangeFields {
  /** Where it would be for other questions like these; null where the rate is, and where that cannot be told. */
  readonly range_of_questions: Interval | null;
  /** What that range is about, and what is left to say where there is none. */
  readonly questions: Pick<QuestionSpread, 'asked' | 'naming' | 'branded'>;
  /** How many of these answers tell as much as one independent answer, to 2 decimals; null where that is not known. */
  readonly design_effect: number | null;
}

/** A rate of answers to several questions. */
export interface RateOfQuestions extends Rate, RangeFields {}

/** What is known of the answers that a rate is made of. */
export interface Among {
  /** How many of them tell as much as one independent answer, because engines repeat themselves; null where that is not known. */
  readonly designEffect: number | null;
}

/** The same of answers to several questions. */
export interface AmongQuestions extends Among {
  readonly questions: QuestionSpread;
}

/**
 * The only place a rate is made.
 *
 * @param present answers that named the brand, 0 to `responses`
 * @param responses answers in the window
 * @param among how they spread; a rate of answers to several questions has a range of questions too
 * @returns the counts, with present/responses and its Wilson interval to 3 decimals, both null below MIN_SAMPLE
 */
export function rateOf(present: number, responses: number, among: AmongQuestions): RateOfQuestions;
export function rateOf(present: number, responses: number, among?: Among): Rate;
export function rateOf(present: number, responses: number, among?: Among | AmongQuestions): Rate {
  const isKnown = responses >= MIN_SAMPLE;
  const rate = isKnown ? quotientOf(present, responses, 1000) : null;
  const counted = independent({ events: present, trials: responses }, among?.designEffect ?? null);
  const interval = isKnown ? roundedInterval(wilson(counted)) : null;
  const made = { present, responses, rate, min_sample: MIN_SAMPLE, interval } as Rate;
  if (among === undefined || !('questions' in among)) return made;
  return { ...made, ...rangeFields(among, isKnown) };
}

/**
 * What a rate of answers to several questions says of them.
 *
 * @param isKnown whether there is a rate: without one there is no range of it
 * @param scale as of `roundedInterval`
 */
export function rangeFields(
  { questions: spread, designEffect }: AmongQuestions,
  isKnown: boolean,
  scale?: number,
): RangeFields {
  const { asked, naming, branded } = spread;
  return {
    range_of_questions: isKnown ? shownRange({ questions: spread, designEffect }, scale) : null,
    questions: { asked, naming, branded },
    design_effect: designEffectOf(designEffect),
  };
}

/** The range of questions with its ends to 1 / scale. */
export function shownRange({ questions, designEffect }: AmongQuestions, scale?: number): Interval | null {
  const range = rangeOfQuestions(questions, designEffect);
  return range && roundedInterval(range, scale);
}

/** A design effect as it is shown, to 2 decimals. */
export function designEffectOf(designEffect: number | null): number | null {
  return designEffect && Math.round(100 * designEffect) / 100;
}

/**
 * An interval with its ends to 1 / scale: 3 decimals, as a rate has, unless another scale is given. Both ends are rounded to the
 * nearest, so a value rounded to the same scale stays between them.
 */
export function roundedInterval({ lower, upper }: Interval, scale = 1000): Interval {
  return { lower: Math.round(lower * scale) / scale, upper: Math.round(upper * scale) / scale };
}

/**
 * Mean of `count` integers that add up to `sum`, to 2 decimals; null when there are none.
 * A mean list position is not a rate, so it has no sample floor: by the contract it is null only when never named.
 */
export function meanOf(sum: number, count: number): number | null {
  return count === 0 ? null : quotientOf(sum, count, 100);
}

/** A share of a whole, to 3 decimals, where the counts are shown beside it; 0 of nothing. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : quotientOf(part, whole, 1000);
}

/** dividend / divisor to 1 / scale, half up, in integers: 201 / 400 is slightly less than 0.5025 in binary. */
export function quotientOf(dividend: number, divisor: number, scale: number): number {
  return Math.floor((2 * dividend * scale + divisor) / (2 * divisor)) / scale;
}
