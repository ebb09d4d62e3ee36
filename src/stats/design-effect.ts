import { FAR_FROM, FAR_TO } from '../domain/repeats.ts';

/** Pairs of answers to one prompt on one engine, by their distance in days, and how many of them disagree on a brand. */
export interface Pairs {
  readonly answers: number;
  /** Days from the first of these answers to the last. */
  readonly days: number;
  readonly pairs: readonly number[];
  readonly disagreements: readonly number[];
}

/** The same of a tracked brand on an engine. */
export interface EnginePairs extends Pairs {
  readonly engine: string;
  readonly trackedId: number;
}

/** As `designEffect`, of answers of an engine about a tracked brand; null if it is not known. */
export type DesignEffects = (
  engine: string,
  trackedId: number,
  days: number,
  samples?: number,
) => number | null;

/** Of every engine and tracked brand that there are pairs of. */
export function designEffectsOf(all: readonly EnginePairs[]): DesignEffects {
  const byEngine = Map.groupBy(all, ({ engine }) => engine);
  const known = new Map(
    all.map((each) => [
      `${each.engine} ${each.trackedId}`,
      repetitionOf(each, byEngine.get(each.engine) ?? []),
    ]),
  );
  return (engine, trackedId, days, samples) => {
    const repetition = known.get(`${engine} ${trackedId}`) ?? null;
    return repetition && designEffect(repetition, days, samples);
  };
}

/** How much an engine repeats itself. */
export interface Repetition {
  /** Answers to a prompt on a day on which it is asked. */
  readonly perDay: number;
  /**
   * By distance in days, how many other answers at that distance an answer has in a series without ends, and how much more it
   * agrees with one of them than with answers that are far away: 0 as often, 1 always.
   */
  readonly near: readonly { readonly partners: number; readonly correlation: number }[];
}

/** Fewer pairs of answers that are far apart say nothing, nor do those at fewer distances. */
const LEAST_FAR = { pairs: 200, distances: 3 };

/** Agreement within so many standard errors of that of far answers is none. */
const CLEAR = 3;

/**
 * How much more answers to one prompt agree that are near each other in time.
 *
 * With V the share of pairs that disagree, halved, which is the variance of one answer around the rate of its prompt: near
 * answers at distance h have V(h), far ones V, and the correlation is 1 - V(h) / V. Distances count from the shortest up to the first
 * one at which the correlation is within its noise, which is that of the far distances around each other: sums of mere noise would make fresh
 * answers look repeated.
 *
 * @param own the pairs of a tracked brand; @param all those of all tracked brands on the engine, for where its own are too few
 * @returns null if even those are too few to tell
 *
 * Sources: Kish (1965), Survey Sampling, for the design effect; Geyer (1992), Statist. Sci. 7:473-483, for where the sum ends.
 */
export function repetitionOf(own: Pairs, all: readonly Pairs[]): Repetition | null {
  const counted = [own, added(all)].find(isEnough);
  if (counted === undefined) return null;
  const { answers, days, pairs } = counted;
  const partnersAt = (distance: number) =>
    (2 * (pairs[distance] ?? 0)) / answers / (1 - (distance === 0 ? 0 : distance / days));
  const correlations = correlationsOf(counted);
  const near = correlations.map((correlation, distance) => ({ partners: partnersAt(distance), correlation }));
  return { perDay: 1 + partnersAt(0), near };
}

/**
 * By how much repeats enlarge the variance of a rate over a window of so many days, at least 1: the answers tell as much as
 * that many times fewer independent ones.
 *
 * @param samples as if every prompt were asked so many times as often on the same days
 */
export function designEffect({ perDay, near }: Repetition, days: number, samples = 1): number {
  let sum = 1;
  for (const [distance, { partners, correlation }] of near.entries()) {
    if (distance >= days) break;
    const others = distance === 0 ? Math.max(0, perDay * samples - 1) : partners * samples;
    sum += (1 - distance / days) * others * correlation;
  }
  return Math.max(1, sum);
}

/** That of the answers of several engines taken together; those that are not known count as 1. Null if none is known. */
export function pooledEffect(
  engines: readonly { readonly answers: number; readonly effect: number | null }[],
): number | null {
  const answered = engines.filter(({ answers }) => answers > 0);
  if (answered.every(({ effect }) => effect === null)) return null;
  const answers = answered.reduce((sum, each) => sum + each.answers, 0);
  return answered.reduce((sum, each) => sum + each.answers * (each.effect ?? 1), 0) / answers;
}

function isEnough(counted: Pairs): boolean {
  const { pairs, distances } = farOf(counted);
  return pairs >= LEAST_FAR.pairs && distances >= LEAST_FAR.distances;
}

/** From distance 0 on; those that tell nothing, and all after them, are left out. */
function correlationsOf(counted: Pairs): number[] {
  const { pairs, disagreements } = counted;
  const far = farOf(counted);
  const variance = far.disagreements / (2 * far.pairs);
  const correlations: number[] = [];
  for (let distance = 0; distance < FAR_FROM && variance > 0; distance += 1) {
    const seen = pairs[distance] ?? 0;
    const correlation = seen === 0 ? 0 : 1 - (disagreements[distance] ?? 0) / (2 * seen) / variance;
    if (seen > 0 && correlation <= (CLEAR * Math.sqrt(far.noise / seen)) / variance) break;
    correlations.push(correlation);
  }
  return correlations;
}

/** Pairs of far answers, and how much the variance at one distance differs from that at all, squared, for a single pair. */
function farOf({ pairs, disagreements }: Pairs) {
  const distances = Array.from({ length: FAR_TO - FAR_FROM + 1 }, (_, index) => FAR_FROM + index)
    .map((distance) => ({ pairs: pairs[distance] ?? 0, disagreements: disagreements[distance] ?? 0 }))
    .filter((each) => each.pairs > 0);
  const total = distances.reduce((sum, each) => sum + each.pairs, 0);
  const disagreeing = distances.reduce((sum, each) => sum + each.disagreements, 0);
  const squares = distances.reduce(
    (sum, each) =>
      sum + each.pairs * (each.disagreements / (2 * each.pairs) - disagreeing / (2 * total)) ** 2,
    0,
  );
  return {
    pairs: total,
    disagreements: disagreeing,
    distances: distances.length,
    noise: squares / (distances.length - 1),
  };
}

function added(all: readonly Pairs[]): Pairs {
  const sum = (what: 'pairs' | 'disagreements') =>
    Array.from({ length: FAR_TO + 1 }, (_, distance) =>
      all.reduce((total, each) => total + (each[what][distance] ?? 0), 0),
    );
  return {
    answers: all.reduce((total, each) => total + each.answers, 0),
    days: Math.max(0, ...all.map(({ days }) => days)),
    pairs: sum('pairs'),
    disagreements: sum('disagreements'),
  };
}
