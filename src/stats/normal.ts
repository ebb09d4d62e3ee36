/**
 * The chance that a standard normal number is above z, for z of 0 or more, to seven digits.
 *
 * Source: Chebyshev approximation of the complementary error function in Press et al. (2007), Numerical Recipes, 6.2.2.
 */
export function upperTail(z: number): number {
  const x = z / Math.SQRT2;
  const t = 1 / (1 + 0.5 * x);
  let sum = 0;
  for (const coefficient of COEFFICIENTS) sum = sum * t + coefficient;
  return (t * Math.exp(-x * x + sum)) / 2;
}

/** Of the highest power first. */
const COEFFICIENTS = [
  0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196,
  1.00002368, -1.26551223,
];

/** Beyond it, the chance is smaller than any that is told apart. */
export const FARTHEST = 8;

/** The z above which a standard normal number lies with this chance, at most a half. */
export function quantileOf(chance: number): number {
  let [near, far] = [0, FARTHEST];
  while (far - near > 1e-9) {
    const middle = (near + far) / 2;
    if (upperTail(middle) > chance) near = middle;
    else far = middle;
  }
  return near;
}

/**
 * What Student's t has in the place of z, for as many degrees of freedom as a claim has answers (at least 4).
 *
 * Source: the expansion of Abramowitz and Stegun (1964), 26.7.5, to its third term.
 */
export function studentOf(z: number, freedom: number): number {
  const [z3, z5, z7] = [z ** 3, z ** 5, z ** 7];
  return (
    z +
    (z3 + z) / (4 * freedom) +
    (5 * z5 + 16 * z3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * freedom ** 3)
  );
}

/**
 * The chance of at least so many events among independent trials, added up term by term from the largest on.
 *
 * @param chance of one event, above 0 and below 1
 */
export function binomialAtLeast(events: number, trials: number, chance: number): number {
  if (events <= 0) return 1;
  const odds = chance / (1 - chance);
  let term = Math.exp(
    logFactorial(trials) -
      logFactorial(events) -
      logFactorial(trials - events) +
      events * Math.log(chance) +
      (trials - events) * Math.log(1 - chance),
  );
  let sum = 0;
  for (let k = events; k <= trials && (term > sum * 1e-12 || k < trials * chance); k += 1) {
    sum += term;
    term *= ((trials - k) / (k + 1)) * odds;
  }
  return Math.min(1, sum);
}

/** Stirling's series from 10 on, which is right to twelve digits there. */
function logFactorial(n: number): number {
  let [x, below] = [n + 1, 0];
  for (; x < 10; x += 1) below += Math.log(x);
  const inverse = 1 / (x * x);
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / x;
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series - below;
}
