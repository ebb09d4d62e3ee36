import { BASELINE_DAYS, CURRENT_DAYS } from '../../domain/alerts/alert-rules.ts';

/** With this many paths, a streak's chance is known to about a point. */
const PATHS = 1024;
const WORDS = PATHS / 32;

/** A set of paths, one bit each. */
export type NoisePaths = Int32Array;

/** Empty sets, one after the other. */
export function noPaths(times = 1): NoisePaths {
  return new Int32Array(times * WORDS);
}

/** The share of all paths in the set that begins at this word. */
export function shareOfPaths(paths: NoisePaths, from: number): number {
  let count = 0;
  for (let word = from; word < from + WORDS; word += 1) count += bitsIn(paths[word] ?? 0);
  return count / PATHS;
}

/**
 * The paths in which an evaluation's noise exceeds this bar.
 *
 * @param day from 1 to 28 after the change
 * @param bar in standard deviations of the noise
 */
export function pathsAbove(day: number, bar: number): NoisePaths {
  if (days.length === 0) days.push(...paths().map(sorted));
  const { noise, above } = days[day - 1] ?? NO_NOISE;
  let [low, high] = [0, noise.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((noise[middle] ?? 0) > bar) low = middle + 1;
    else high = middle;
  }
  return above.subarray(low * WORDS, (low + 1) * WORDS);
}

interface DayOfNoise {
  /** In descending order. */
  readonly noise: Float64Array;
  /** Consecutive sets: empty, the path with the highest noise, the two with the highest, and so on. */
  readonly above: Int32Array;
}

const NO_NOISE: DayOfNoise = { noise: new Float64Array(0), above: noPaths() };

/** Computed once, always the same: 4 MB. */
const days: DayOfNoise[] = [];

function sorted(noise: Float64Array): DayOfNoise {
  const order = [...noise.keys()].sort((a, b) => (noise[b] ?? 0) - (noise[a] ?? 0));
  const above = new Int32Array(WORDS * (PATHS + 1));
  for (const [place, path] of order.entries()) {
    const [from, to] = [place * WORDS, (place + 1) * WORDS];
    above.copyWithin(to, from, to);
    above[to + (path >>> 5)] = (above[to + (path >>> 5)] ?? 0) | (1 << (path & 31));
  }
  return { noise: Float64Array.from(order, (path) => noise[path] ?? 0), above };
}

/**
 * Noise by day and path, in standard deviations: the current window's mean minus the baseline's, when each day's answers are pure noise.
 * Two evaluations are thus correlated by the answers they share. Each path has its mirror image.
 */
function paths(): Float64Array[] {
  const noises = Array.from({ length: BASELINE_DAYS }, () => new Float64Array(PATHS));
  const next = generator();
  const scale = 1 / Math.sqrt(1 / CURRENT_DAYS + 1 / BASELINE_DAYS);
  for (let path = 0; path < PATHS; path += 2) {
    const sums = [0];
    for (let day = 0; day < 2 * BASELINE_DAYS + CURRENT_DAYS; day += 1) sums.push((sums[day] ?? 0) + next());
    for (const [day, noise] of noises.entries()) {
      const [end, start, first] = [day + BASELINE_DAYS + CURRENT_DAYS, day + BASELINE_DAYS, day].map(
        (at) => sums[at] ?? 0,
      );
      const look =
        scale * (((end ?? 0) - (start ?? 0)) / CURRENT_DAYS - ((start ?? 0) - (first ?? 0)) / BASELINE_DAYS);
      noise[path] = look;
      noise[path + 1] = -look;
    }
  }
  return noises;
}

/** Approximately normal numbers, always the same. */
function generator(): () => number {
  let state = 1;
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** The number of 1 bits in a 32-bit word, in parallel: pairs, fours, and so on. */
function bitsIn(word: number): number {
  const pairs = (word - ((word >>> 1) & 0x55555555)) | 0;
  const fours = ((pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)) | 0;
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
