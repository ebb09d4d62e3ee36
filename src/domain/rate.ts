/** Below this many answers a rate is null: not enough answers yet, which is not zero. */
export const MIN_SAMPLE = 5;

/** In words, for whoever reads a null rate. */
export const RATE_NULL_MEANS =
  'Not enough answers yet. A null rate is never zero and must not be shown or averaged as 0%.';

declare const madeByRateOf: unique symbol;

/** A share with its counts. Only `rateOf` makes one. */
export interface Rate {
  readonly present: number;
  readonly responses: number;
  readonly rate: number | null;
  readonly min_sample: number;
  readonly [madeByRateOf]: true;
}

/**
 * The only place a rate is made.
 *
 * @param present answers that named the brand, 0 to `responses`
 * @param responses answers in the window
 * @returns the counts with present/responses rounded half up to 3 decimals, or null below MIN_SAMPLE
 */
export function rateOf(present: number, responses: number): Rate {
  const rate = responses < MIN_SAMPLE ? null : quotientOf(present, responses, 1000);
  return { present, responses, rate, min_sample: MIN_SAMPLE } as Rate;
}

/**
 * Mean of `count` integers that add up to `sum`, to 2 decimals; null when there are none.
 * A mean list position is no rate, so no sample floor applies: the contract nulls it only when never named.
 */
export function meanOf(sum: number, count: number): number | null {
  return count === 0 ? null : quotientOf(sum, count, 100);
}

/** dividend / divisor to 1 / scale, half up: in integers, because 201 / 400 is a little less than 0.5025 in binary. */
function quotientOf(dividend: number, divisor: number, scale: number): number {
  return Math.floor((2 * dividend * scale + divisor) / (2 * divisor)) / scale;
}
