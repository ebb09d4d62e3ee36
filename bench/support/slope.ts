/** A measured value at a time. */
export interface Point {
  readonly seconds: number;
  readonly value: number;
}

/** A value's growth from the first point to the last, along the least-squares line through all points. */
export function growthOf(points: readonly Point[]): number {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || first.seconds === last.seconds) return 0;
  const meanSeconds = meanOf(points.map(({ seconds }) => seconds));
  const meanValue = meanOf(points.map(({ value }) => value));
  let covariance = 0;
  let variance = 0;
  for (const { seconds, value } of points) {
    covariance += (seconds - meanSeconds) * (value - meanValue);
    variance += (seconds - meanSeconds) ** 2;
  }
  return (covariance / variance) * (last.seconds - first.seconds);
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}

/** The value that a share of the others, from 0 to 1, does not exceed. */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
