/**
 * A figure made of shares, with its slope in each of them: how fast it grows with the share. Whoever adds and multiplies such figures gets the
 * slopes of the result without deriving anything by hand, and from them how far it may be off (the delta method).
 *
 * Source: forward accumulation, Wengert (1964), Commun. ACM 7:463-464.
 */
export interface Sloped {
  readonly value: number;
  readonly slopes: Float64Array;
}

/** A number that depends on none of so many shares. */
export function constant(value: number, shares: number): Sloped {
  return { value, slopes: new Float64Array(shares) };
}

export function plus(one: Sloped, other: Sloped): Sloped {
  return combined(one.value + other.value, one, 1, other, 1);
}

export function minus(one: Sloped, other: Sloped): Sloped {
  return combined(one.value - other.value, one, 1, other, -1);
}

export function times(one: Sloped, other: Sloped): Sloped {
  return combined(one.value * other.value, one, other.value, other, one.value);
}

export function over(one: Sloped, other: Sloped): Sloped {
  const value = one.value / other.value;
  return combined(value, one, 1 / other.value, other, -value / other.value);
}

export function scaled({ value, slopes }: Sloped, factor: number): Sloped {
  return { value: value * factor, slopes: slopes.map((slope) => slope * factor) };
}

function combined(value: number, one: Sloped, byOne: number, other: Sloped, byOther: number): Sloped {
  const slopes = one.slopes.map((slope, at) => byOne * slope + byOther * (other.slopes[at] as number));
  return { value, slopes };
}
