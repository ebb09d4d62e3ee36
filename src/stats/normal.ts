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

/** Beyond this a chance is 0 or 1 for all that is asked here. */
const FARTHEST = 8;

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
