import { generator } from './generator.ts';

/** What was measured in both arms of an experiment: a number for each prompt. */
export interface Arms {
  readonly treated: readonly number[];
  readonly control: readonly number[];
}

/** What an experiment shows of its effect, in the unit of what was measured. */
export interface Effect {
  readonly effect: number;
  /** Where the effect may be; null where the arms are too small, or too alike, to tell. */
  readonly interval: { readonly lower: number; readonly upper: number } | null;
  /** The chance of an effect at least this far from 0, in either direction, if there is none; null where it is not known. */
  readonly p: number | null;
}

/** With more ways to draw the arms than this, some of them stand for all. */
export const MOST_WAYS = 100_000;
const DRAWS = 20_000;

/** Sums of the same numbers in another order differ by less. */
const SAME = 1e-12;

export function differenceOfMeans({ treated, control }: Arms): number {
  return meanOf(treated) - meanOf(control);
}

/**
 * The randomization test of an experiment whose arms were drawn: how often the arms, drawn again, would differ in their means at
 * least as much, if what was measured of each prompt did not depend on its arm. All ways to draw arms of these sizes are counted, or
 * beyond 100,000 ways 20,000 random ones and the one that was drawn.
 *
 * The interval has every effect that the test does not refuse, if it is the same for all treated prompts. For each way to draw the arms,
 * the effects at which it differs at least as much lie between two ends, and the effect that was measured is between them. So the ends of the
 * interval are quantiles of those ends, and nothing is searched for.
 *
 * Sources: Fisher (1935), The Design of Experiments, section 21; Phipson and Smyth (2010), Stat. Appl. Genet. Mol. Biol. 9:39, for
 * counting the draw itself; Garthwaite (1996), Biometrics 52:1387-1393, for the interval.
 *
 * @param mostWrong how often an effect is seen where there is none, at most
 * @param seed a whole number: the same one draws the same ways
 */
export function randomizationTest(arms: Arms, mostWrong: number, seed: number): Effect {
  const effect = differenceOfMeans(arms);
  const redrawn = redrawnArms(arms, seed);
  const lowest = new Float64Array(redrawn.count);
  const highest = new Float64Array(redrawn.count);
  let asFar = 0;
  redrawn.each((difference, overlap, way) => {
    if (Math.abs(difference) >= Math.abs(effect) - SAME) asFar += 1;
    // The same arms, and both exchanged, differ as much whatever the effect is.
    const isAlways = 1 - Math.abs(overlap) < SAME;
    const ends = [(effect - difference) / (1 - overlap), (effect + difference) / (1 + overlap)];
    lowest[way] = isAlways ? Number.NEGATIVE_INFINITY : Math.min(...ends);
    highest[way] = isAlways ? Number.POSITIVE_INFINITY : Math.max(...ends);
  });
  const refused = Math.floor(mostWrong * redrawn.count + 1e-9);
  const lower = lowest.sort()[refused] ?? Number.NEGATIVE_INFINITY;
  const upper = highest.sort()[redrawn.count - 1 - refused] ?? Number.POSITIVE_INFINITY;
  const isKnown = Number.isFinite(lower) && Number.isFinite(upper);
  return { effect, interval: isKnown ? { lower, upper } : null, p: asFar / redrawn.count };
}

interface Redrawn {
  readonly count: number;
  /**
   * Calls `visit` with the difference of the means of each way to draw the arms, and with the share of its treated arm that was treated, less
   * the share of its control arm that was: 1 for the arms as they are, -1 for both exchanged.
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
  if (ways <= MOST_WAYS) {
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

/** How many ways there are to choose some of so many; infinite if they are more than the limit. */
function waysToChoose(all: number, some: number): number {
  let ways = 1;
  for (let index = 1; index <= Math.min(some, all - some); index += 1) {
    ways = (ways * (all - Math.min(some, all - some) + index)) / index;
    if (ways > MOST_WAYS) return Number.POSITIVE_INFINITY;
  }
  return Math.round(ways);
}

/** Every choice of some of the places from 0 on, in ascending order; the first is the first places. */
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

/** Draws the first places among all, each set of them as likely (Fisher and Yates). */
function shuffleFirst(places: number[], some: number, random: () => number): void {
  for (let index = 0; index < some; index += 1) {
    const other = index + Math.floor(random() * (places.length - index));
    [places[index], places[other]] = [places[other] as number, places[index] as number];
  }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}
