import { generator } from '../distributions/generator.ts';

/** An experiment's two arms: one number per prompt. */
export interface Arms {
  readonly treated: readonly number[];
  readonly control: readonly number[];
}

/** An experiment's effect, in its measurements' unit. */
export interface Effect {
  readonly effect: number;
  /** Null if the arms are too small, or too uniform, for an interval. */
  readonly interval: { readonly lower: number; readonly upper: number } | null;
  /** Two-sided; null if unknown. */
  readonly p: number | null;
}

/** Above this many permutations, a sample stands for all. */
const MAX_PERMUTATIONS = 100_000;
const DRAWS = 20_000;

/** Numbers summed in another order differ by less. */
const SAME = 1e-12;

export function differenceOfMeans({ treated, control }: Arms): number {
  return meanOf(treated) - meanOf(control);
}

/**
 * The randomization test for arms drawn at random: how often redrawn arms would differ in their means at least as much
 * if the treatment had no effect. It counts all permutations, or above 100,000, 20,000 random ones and the actual one.
 *
 * The interval contains every constant effect that the test does not reject. For each permutation, the effects at which
 * it differs at least as much form a range around the measured effect, so the ends of the interval are quantiles of the
 * ranges' ends, without a search.
 *
 * Sources: Fisher (1935), The Design of Experiments, section 21; Phipson and Smyth (2010), Stat. Appl. Genet. Mol. Biol. 9:39, for
 * counting the draw itself; Garthwaite (1996), Biometrics 52:1387-1393, for the interval.
 *
 * @param alpha the false positive rate
 * @param seed an integer; fixes the random permutations
 */
export function randomizationTest(arms: Arms, alpha: number, seed: number): Effect {
  const effect = differenceOfMeans(arms);
  const redrawn = redrawnArms(arms, seed);
  const lowest = new Float64Array(redrawn.count);
  const highest = new Float64Array(redrawn.count);
  let asFar = 0;
  redrawn.each((difference, overlap, way) => {
    if (Math.abs(difference) >= Math.abs(effect) - SAME) asFar += 1;
    // The actual arms, and both swapped, differ as much for any effect.
    const isAlways = 1 - Math.abs(overlap) < SAME;
    const ends = [(effect - difference) / (1 - overlap), (effect + difference) / (1 + overlap)];
    lowest[way] = isAlways ? Number.NEGATIVE_INFINITY : Math.min(...ends);
    highest[way] = isAlways ? Number.POSITIVE_INFINITY : Math.max(...ends);
  });
  const refused = Math.floor(alpha * redrawn.count + 1e-9);
  const lower = lowest.sort()[refused] ?? Number.NEGATIVE_INFINITY;
  const upper = highest.sort()[redrawn.count - 1 - refused] ?? Number.POSITIVE_INFINITY;
  const isKnown = Number.isFinite(lower) && Number.isFinite(upper);
  return { effect, interval: isKnown ? { lower, upper } : null, p: asFar / redrawn.count };
}

interface Redrawn {
  readonly count: number;
  /**
   * Calls `visit` for each permutation with its difference of means, and with its overlap: the treated share of its
   * treatment arm less the treated share of its control arm. The overlap is 1 for the actual arms and -1 for both
   * swapped.
   */
  readonly each: (visit: (difference: number, overlap: number, way: number) => void) => void;
}

function redrawnArms({ treated, control }: Arms, seed: number): Redrawn {
  const values = [...treated, ...control];
  const total = values.reduce((sum, each) => sum + each, 0);
  const [size, others] = [treated.length, control.length];
  const of = (places: ArrayLike<number>): [difference: number, overlap: number] => {
    let [sum, kept] = [0, 0];
    for (let index = 0; index < size; index += 1) {
      const place = places[index] as number;
      sum += values[place] as number;
      if (place < size) kept += 1;
    }
    return [sum / size - (total - sum) / others, kept / size - (size - kept) / others];
  };
  const ways = waysToChoose(values.length, size);
  if (ways <= MAX_PERMUTATIONS) {
    return {
      count: ways,
      each: (visit) => eachChoice(values.length, size, (at, way) => visit(...of(at), way)),
    };
  }
  return {
    count: DRAWS + 1,
    each: (visit) => {
      const places = values.map((_, place) => place);
      visit(...of(places), 0);
      const random = generator(seed);
      for (let way = 1; way <= DRAWS; way += 1) {
        shuffleFirst(places, size, random);
        visit(...of(places), way);
      }
    },
  };
}

/** The binomial coefficient; infinite above the limit. */
function waysToChoose(all: number, some: number): number {
  let ways = 1;
  for (let index = 1; index <= Math.min(some, all - some); index += 1) {
    ways = (ways * (all - Math.min(some, all - some) + index)) / index;
    if (ways > MAX_PERMUTATIONS) return Number.POSITIVE_INFINITY;
  }
  return Math.round(ways);
}

/** Every combination of places from 0 on, in ascending order, starting with the first places. */
function eachChoice(
  all: number,
  some: number,
  visit: (places: ArrayLike<number>, way: number) => void,
): void {
  const places = Array.from({ length: some }, (_, place) => place);
  for (let way = 0; ; way += 1) {
    visit(places, way);
    let last = some - 1;
    while (last >= 0 && places[last] === all - some + last) last -= 1;
    if (last < 0) return;
    places[last] = (places[last] as number) + 1;
    for (let next = last + 1; next < some; next += 1) places[next] = (places[next - 1] as number) + 1;
  }
}

/** Draws the first places uniformly (Fisher and Yates). */
function shuffleFirst(places: number[], some: number, random: () => number): void {
  for (let index = 0; index < some; index += 1) {
    const other = index + Math.floor(random() * (places.length - index));
    [places[index], places[other]] = [places[other] as number, places[index] as number];
  }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}
