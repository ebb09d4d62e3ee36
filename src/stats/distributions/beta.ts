import { logFactorial } from './normal.ts';

/**
 * The cumulative beta distribution: the regularized incomplete beta function.
 *
 * Source: the continued fraction of DiDonato and Morris (1992), ACM Trans. Math. Softw. 18:360-373, evaluated by Lentz's method.
 *
 * @param a, like b, above 0 and not necessarily whole
 */
export function betaCdf(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - betaCdf(1 - x, b, a);
  const scale = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta(a, b)) / a;
  return scale * fraction(x, a, b);
}

function logBeta(a: number, b: number): number {
  return logFactorial(a - 1) + logFactorial(b - 1) - logFactorial(a + b - 1);
}

const SMALL = 1e-300;

/** Converges in about the square root of the larger parameter. */
function fraction(x: number, a: number, b: number): number {
  let [c, d] = [1, 1 / awayFromZero(1 - ((a + b) * x) / (a + 1))];
  let value = d;
  for (let m = 1; m < 10_000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / awayFromZero(1 + even * d);
    c = awayFromZero(1 + even / c);
    value *= c * d;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / awayFromZero(1 + odd * d);
    c = awayFromZero(1 + odd / c);
    value *= c * d;
    if (Math.abs(c * d - 1) < 1e-12) break;
  }
  return value;
}

function awayFromZero(value: number): number {
  return Math.abs(value) < SMALL ? SMALL : value;
}
