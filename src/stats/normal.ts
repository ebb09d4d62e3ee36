/**
 * The chance that a standard normal number is at most z, to 15 digits.
 *
 * Source: Hart (1968), Computer Approximations, as given by West (2005), Wilmott Magazine, May, 70-76.
 */
export function normalChance(z: number): number {
  const size = Math.abs(z);
  if (size > 37) return z > 0 ? 1 : 0;
  const tail = Math.exp((-size * size) / 2) * (size < HART_ENDS ? hart(size) : fraction(size));
  return z > 0 ? 1 - tail : tail;
}

const HART_ENDS = 7.07106781186547;

const ABOVE = [
  0.0352624965998911, 0.700383064443688, 6.37396220353165, 33.912866078383, 112.079291497871,
  221.213596169931, 220.206867912376,
];
const BELOW = [
  0.0883883476483184, 1.75566716318264, 16.064177579207, 86.7807322029461, 296.564248779674, 637.333633378831,
  793.826512519948, 440.413735824752,
];

function hart(size: number): number {
  const polynomial = (factors: readonly number[]) => factors.reduce((sum, factor) => sum * size + factor, 0);
  return polynomial(ABOVE) / polynomial(BELOW);
}

function fraction(size: number): number {
  return 1 / (size + 1 / (size + 2 / (size + 3 / (size + 4 / (size + 0.65))))) / 2.506628274631;
}

/** Beyond it, the chance is smaller than any that is told apart. */
export const FARTHEST = 8;

/** The number that a standard normal one is at most with this chance; at 0 and 1, as far out as 8. */
export function normalQuantile(chance: number): number {
  let [low, high] = [-FARTHEST, FARTHEST];
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (normalChance(middle) < chance) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
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
export function logFactorial(n: number): number {
  let [x, below] = [n + 1, 0];
  for (; x < 10; x += 1) below += Math.log(x);
  const inverse = 1 / (x * x);
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / x;
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series - below;
}
