import { signed } from './signed.ts';

/** A difference of two shares, from -1 to 1, in percentage points to 2 decimals. */
export function pointsOf(difference: number): number {
  // Adding 0 turns -0 into 0.
  return Math.round(difference * 10_000) / 100 + 0;
}

/**
 * Differences in points that add up to their rounded sum: the largest remainders round up.
 *
 * @param points the sum, rounded
 * @param scale the points' parts: 100 for 2 decimals
 */
export function pointsThatAddUp(differences: readonly number[], points: number, scale = 100): number[] {
  const parts = differences.map((each) => {
    const whole = Math.floor(100 * scale * each);
    return { whole, remainder: 100 * scale * each - whole };
  });
  const left = Math.round(scale * points) - parts.reduce((total, { whole }) => total + whole, 0);
  const byRemainder = parts.toSorted((one, other) => other.remainder - one.remainder);
  for (const part of byRemainder.slice(0, left)) part.whole += 1;
  return parts.map(({ whole }) => whole / scale + 0);
}

/**
 * Percentage points to 1 decimal, rounded from whole hundredths as in reports, so a figure reads the same in an alert,
 * in a table, and on a chart.
 */
export function tenthsText(points: number): string {
  const hundredths = Math.round(100 * points);
  const tenths = Math.sign(hundredths) * Math.round(Math.abs(hundredths) / 10);
  return (tenths / 10 + 0).toFixed(1);
}

/** A difference of two shares in words, with its sign: to 1 decimal, or to as many as distinguish it from zero. */
export function pointsText(difference: number): string {
  const points = 100 * difference;
  const finer = [2, 3, 4].map((decimals) => points.toFixed(decimals));
  return signed(points, [tenthsText(pointsOf(difference)), ...finer]);
}
