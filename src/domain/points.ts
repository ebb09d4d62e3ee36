/** A difference of two shares, from -1 to 1, in percentage points to 2 decimals. */
export function pointsOf(difference: number): number {
  // Adding 0 turns -0 into 0.
  return Math.round(difference * 10_000) / 100 + 0;
}

/**
 * The same in words, with its sign: to 1 decimal, or to as many (4 at most) as it takes to tell it from zero, because an
 * interval that excludes zero must not read as if it touched it.
 */
export function pointsText(difference: number): string {
  const points = 100 * difference;
  const isZeroAt = (decimals: number) => Number(points.toFixed(decimals)) === 0;
  const decimals = points === 0 ? 1 : ([1, 2, 3].find((each) => !isZeroAt(each)) ?? 4);
  const text = points.toFixed(decimals);
  if (Number(text) === 0) return '0.0';
  return points > 0 ? `+${text}` : text;
}
