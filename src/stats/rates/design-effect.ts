import { FAR_FROM, FAR_TO } from '../../domain/answers/repeats.ts';

/** Pairs of answers to one prompt on one engine, by distance in days, and how many disagree on a brand. */
export interface Pairs {
  readonly answers: number;
  /** Days from the first answer to the last. */
  readonly days: number;
  readonly pairs: readonly number[];
  readonly disagreements: readonly number[];
}

/** A tracked brand's pairs on an engine. */
export interface EnginePairs extends Pairs {
  readonly engine: string;
  readonly trackedId: number;
}

/** `designEffect` by engine and tracked brand; null if unknown. */
export type DesignEffects = (
  engine: string,
  trackedId: number,
  days: number,
  samples?: number,
) => number | null;

/** `repetitionOf` by engine and tracked brand; null if unknown. */
export type Repetitions = (engine: string, trackedId: number) => Repetition | null;

/** For every engine and tracked brand with pairs. */
export function repetitionsOf(all: readonly EnginePairs[]): Repetitions {
  const known = new Map<string, Repetition | null>();
  for (const [engine, own] of Map.groupBy(all, (each) => each.engine)) {
    const pooled = pooledPairs(own);
    for (const each of own) known.set(`${engine} ${each.trackedId}`, repetitionOf(each, pooled));
  }
  return (engine, trackedId) => known.get(`${engine} ${trackedId}`) ?? null;
}

export function designEffectsOf(repetitions: Repetitions): DesignEffects {
  return (engine, trackedId, days, samples) => {
    const repetition = repetitions(engine, trackedId);
    return repetition && designEffect(repetition, days, samples);
  };
}

/** The excess agreement of the nearest answers to a prompt, from 0 to 1: of one day's or, if each day has one, of the next day's. */
export function nearestCorrelation({ near }: Repetition): number {
  return near.find(({ partners }) => partners > 0)?.correlation ?? 0;
}

/** How much an engine repeats itself. */
export interface Repetition {
  /** Answers to a prompt on a day with collection. */
  readonly perDay: number;
  /**
   * By distance in days: how many other answers at that distance an answer has in an endless series, and their excess
   * agreement over distant answers, from 0 (none) to 1 (always agree).
   */
  readonly near: readonly { readonly partners: number; readonly correlation: number }[];
}

/** Minimum distant pairs, and minimum distances among them. */
const LEAST_FAR = { pairs: 200, distances: 3 };

/** Agreement within this many standard errors of distant agreement counts as none. */
const CLEAR = 3;

/**
 * The autocorrelation of a prompt's answers over time.
 *
 * With V half the share of disagreeing pairs (the variance of one answer around its prompt's rate), V(h) at distance h
 * and V for distant answers, the correlation is 1 - V(h) / V. The sum starts at the shortest distance and ends before
 * the first correlation within its noise, which is the scatter of the distant ones: sums of mere noise would make
 * independent answers look repeated.
 *
 * @param own one tracked brand's pairs; @param pooled those of all tracked brands on the engine, the fallback if its own are too few
 * @returns null if even those are too few
 *
 * Sources: Kish (1965), Survey Sampling, for the design effect; Geyer (1992), Statist. Sci. 7:473-483, for where the sum ends.
 */
export function repetitionOf(own: Pairs, pooled: Pairs): Repetition | null {
  const counted = [own, pooled].find(isEnough);
  if (counted === undefined) return null;
  const { answers, days, pairs } = counted;
  const partnersAt = (distance: number) =>
    (2 * (pairs[distance] ?? 0)) / answers / (1 - (distance === 0 ? 0 : distance / days));
  const correlations = correlationsOf(counted);
  const near = correlations.map((correlation, distance) => ({ partners: partnersAt(distance), correlation }));
  return { perDay: 1 + partnersAt(0), near };
}

/**
 * The design effect of a rate over a window of this many days, at least 1: the variance relative to independent
 * answers.
 *
 * @param samples multiplies each day's answers
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

/** The design effect over several engines' answers; unknown ones count as 1. Null if none is known. */
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

/** Correlations from distance 0 up to the first insignificant one. */
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

/** Distant pairs, and the variance between their distances, scaled to a single pair. */
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

/** Several brands' pairs as one's. */
export function pooledPairs(all: readonly Pairs[]): Pairs {
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
