/**
 * The quantile of Student's t from the normal quantile z: accurate to 3 decimals from 7 degrees of freedom on.
 *
 * Source: the expansion of Abramowitz and Stegun (1964), 26.7.5, to its fourth term.
 */
export function studentOf(z: number, freedom: number): number {
  const [z3, z5, z7, z9] = [z ** 3, z ** 5, z ** 7, z ** 9];
  return (
    z +
    (z3 + z) / (4 * freedom) +
    (5 * z5 + 16 * z3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * freedom ** 3) +
    (79 * z9 + 776 * z7 + 1482 * z5 - 1920 * z3 - 945 * z) / (92_160 * freedom ** 4)
  );
}
