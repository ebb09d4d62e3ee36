/**
 * A number with its partial derivative in each share. Sums and products carry the derivatives along, and the delta
 * method turns them into a standard error.
 *
 * Source: forward accumulation, Wengert (1964), Commun. ACM 7:463-464.
 */
export interface DualNumber {
  readonly value: number;
  readonly slopes: Float64Array;
}

/** A number that does not depend on any share. */
export function constant(value: number, shares: number): DualNumber {
  return { value, slopes: new Float64Array(shares) };
}

export function plus(one: DualNumber, other: DualNumber): DualNumber {
  return combined(one.value + other.value, one, 1, other, 1);
}

export function minus(one: DualNumber, other: DualNumber): DualNumber {
  return combined(one.value - other.value, one, 1, other, -1);
}

export function times(one: DualNumber, other: DualNumber): DualNumber {
  return combined(one.value * other.value, one, other.value, other, one.value);
}

export function over(one: DualNumber, other: DualNumber): DualNumber {
  const value = one.value / other.value;
  return combined(value, one, 1 / other.value, other, -value / other.value);
}

export function scaled({ value, slopes }: DualNumber, factor: number): DualNumber {
  return { value: value * factor, slopes: slopes.map((slope) => slope * factor) };
}

function combined(
  value: number,
  one: DualNumber,
  byOne: number,
  other: DualNumber,
  byOther: number,
): DualNumber {
  const slopes = one.slopes.map((slope, at) => byOne * slope + byOther * (other.slopes[at] ?? 0));
  return { value, slopes };
}
