/**
 * The cumulative standard normal distribution, to 15 digits.
 *
 * Source: Hart (1968), Computer Approximations, as given by West (2005), Wilmott Magazine, May, 70-76.
 */
export function normalCdf(z: number): number {
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
  return polynomial(ABOVE, size) / polynomial(BELOW, size);
}

/** Coefficients start at the highest power. A loop, because this is most of the work of chosen intervals. */
function polynomial(factors: readonly number[], x: number): number {
  let sum = 0;
  for (let place = 0; place < factors.length; place++) sum = sum * x + (factors[place] ?? 0);
  return sum;
}

function fraction(size: number): number {
  return 1 / (size + 1 / (size + 2 / (size + 3 / (size + 4 / (size + 0.65))))) / 2.506628274631;
}

/** Beyond it, floating point cannot distinguish chances. */
export const FARTHEST = 8;

/**
 * The quantile of the standard normal distribution, to 15 digits; at 0 and 1, ±8.
 *
 * Source: algorithm AS 241 (PPND16) of Wichura (1988), Appl. Statist. 37:477-484.
 */
export function normalQuantile(chance: number): number {
  const off = chance - 0.5;
  if (Math.abs(off) <= 0.425) return off * ratio(0.180625 - off * off, MIDDLE_ABOVE, MIDDLE_BELOW);
  const root = Math.sqrt(-Math.log(off < 0 ? chance : 1 - chance));
  const size =
    root <= 5 ? ratio(root - 1.6, SIDE_ABOVE, SIDE_BELOW) : ratio(root - 5, TAIL_ABOVE, TAIL_BELOW);
  return Math.sign(off) * (size < FARTHEST ? size : FARTHEST);
}

/** The quotient between two polynomials; coefficients start at the lowest power. */
function ratio(x: number, above: readonly number[], below: readonly number[]): number {
  let [numerator, denominator] = [0, 0];
  for (let power = above.length - 1; power >= 0; power -= 1) {
    numerator = numerator * x + (above[power] ?? 0);
    denominator = denominator * x + (below[power] ?? 0);
  }
  return numerator / denominator;
}

const MIDDLE_ABOVE = [
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987,
  67265.7709270087, 33430.57558358813, 2509.0809287301227,
];
const MIDDLE_BELOW = [
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
  28729.085735721943, 5226.495278852854,
];
const SIDE_ABOVE = [
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
  0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
];
const SIDE_BELOW = [
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
  0.0005475938084995345, 1.0507500716444169e-9,
];
const TAIL_ABOVE = [
  6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
  0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
];
const TAIL_BELOW = [
  1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133,
  1.8463183175100548e-5, 1.421511758316446e-7, 2.0442631033899397e-15,
];

/**
 * The chance of at least this many events among independent trials, summed from the largest term on.
 *
 * @param chance the probability of one event, above 0 and below 1
 */
export function binomialSurvival(events: number, trials: number, chance: number): number {
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

/** Stirling's series from 10 on, accurate to twelve digits there. */
export function logFactorial(n: number): number {
  let [x, below] = [n + 1, 0];
  for (; x < 10; x += 1) below += Math.log(x);
  const inverse = 1 / (x * x);
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / x;
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series - below;
}
