import { type Interval, independent, wilson } from './proportion.ts';
import { type QuestionSpread, rangeOfQuestions } from './question-range.ts';

/** Below this many answers a rate is null: not enough answers yet, which is not zero. */
export const MIN_SAMPLE = 5;

/** Explains a null rate to readers. */
export const RATE_NULL_MEANS =
  'Not enough answers yet. A null rate is never zero and must not be shown or averaged as 0%.';

declare const madeByRateOf: unique symbol;

/** A share of answers with its counts and its interval. Only `rateOf` makes one. */
export interface Rate {
  readonly present: number;
  readonly responses: number;
  readonly rate: number | null;
  readonly min_sample: number;
  /** The 95% interval for these questions. Null if the rate is. */
  readonly interval: Interval | null;
  readonly [madeByRateOf]: true;
}

/** Fields for a rate over several questions. */
export interface RangeFields {
  /** The range for other questions like these; null if the rate is, or if it is unknown. */
  readonly range_of_questions: Interval | null;
  /** The questions behind that range, or the reason that there is none. */
  readonly questions: Pick<QuestionSpread, 'asked' | 'naming' | 'branded'>;
  /** Answers per independent answer, to 2 decimals; null if unknown. */
  readonly design_effect: number | null;
}

/** A rate over several questions. */
export interface RateOfQuestions extends Rate, RangeFields {}

interface RateSample {
  /** Answers per independent answer, because engines repeat themselves; null if unknown. */
  readonly designEffect: number | null;
}

export interface SampleDesign extends RateSample {
  readonly questions: QuestionSpread;
}

/**
 * The only place that makes a rate.
 *
 * @param present answers that named the brand, 0 to `responses`
 * @param responses answers in the window
 * @param sample the sample; several questions add a range of questions
 * @returns the counts, with present/responses and its Wilson interval to 3 decimals, both null below MIN_SAMPLE
 */
export function rateOf(present: number, responses: number, sample: SampleDesign): RateOfQuestions;
export function rateOf(present: number, responses: number, sample?: RateSample): Rate;
export function rateOf(present: number, responses: number, sample?: RateSample | SampleDesign): Rate {
  const isKnown = responses >= MIN_SAMPLE;
  const rate = isKnown ? quotientOf(present, responses, 1000) : null;
  const counted = independent({ events: present, trials: responses }, sample?.designEffect ?? null);
  const interval = isKnown ? roundedInterval(wilson(counted)) : null;
  const made = { present, responses, rate, min_sample: MIN_SAMPLE, interval } as Rate;
  if (sample === undefined || !('questions' in sample)) return made;
  return { ...made, ...rangeFields(sample, isKnown) };
}

/**
 * The fields for a rate over several questions.
 *
 * @param isKnown whether there is a rate: without one there is no range
 * @param scale as in `roundedInterval`
 */
export function rangeFields(
  { questions: spread, designEffect }: SampleDesign,
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

/** The question range with its ends to 1 / scale. */
export function shownRange({ questions, designEffect }: SampleDesign, scale?: number): Interval | null {
  const range = rangeOfQuestions(questions, designEffect);
  return range && roundedInterval(range, scale);
}

/** A design effect for display, to 2 decimals. */
export function designEffectOf(designEffect: number | null): number | null {
  return designEffect && Math.round(100 * designEffect) / 100;
}

/**
 * An interval with its ends to 1 / scale, by default 3 decimals as in a rate. Both ends round to the nearest, so a
 * value rounded to the same scale stays between them.
 */
export function roundedInterval({ lower, upper }: Interval, scale = 1000): Interval {
  return { lower: Math.round(lower * scale) / scale, upper: Math.round(upper * scale) / scale };
}

/**
 * Mean of `count` integers that add up to `sum`, to 2 decimals; null if there are none. A mean list position is not a
 * rate, so it has no minimum sample: by the contract it is null only when never named.
 */
export function meanOf(sum: number, count: number): number | null {
  return count === 0 ? null : quotientOf(sum, count, 100);
}

/** A share to 3 decimals, for display beside its counts; 0 if the whole is 0. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : quotientOf(part, whole, 1000);
}

/** dividend / divisor to 1 / scale, half up, in integers: 201 / 400 is slightly less than 0.5025 in binary. */
export function quotientOf(dividend: number, divisor: number, scale: number): number {
  return Math.floor((2 * dividend * scale + divisor) / (2 * divisor)) / scale;
}

/** A whole percentage from the counts, because a rate is already rounded; the counts if there is no rate. */
export function wholePercent({
  present,
  responses,
  rate,
}: Pick<Rate, 'present' | 'responses' | 'rate'>): string {
  return rate === null ? `${present} of ${responses}` : `${((100 * present) / responses).toFixed(0)}%`;
}
