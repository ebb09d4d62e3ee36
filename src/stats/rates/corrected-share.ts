import { type Interval, type Proportion, Z95 } from '../../domain/figures/proportion.ts';
import { findRoot } from '../distributions/root-finding.ts';

/** What people said of randomly chosen answers, beside what the reader said: counts of labels. */
export interface Calibration {
  /** Labeled so, and read so. */
  readonly truePositives: number;
  /** Labeled so. */
  readonly positives: number;
  /** Labeled otherwise, and read otherwise. */
  readonly trueNegatives: number;
  /** Labeled otherwise. */
  readonly negatives: number;
}

export interface CorrectedShare {
  /** From 0 to 1. */
  readonly share: number;
  /** At 95%, with the uncertainty of the answers and of the reader. */
  readonly interval: Interval;
}

/** Two-sided 95%: the chi-squared quantile with one degree of freedom. */
const FAR = Z95 * Z95;

/**
 * The share of answers that a person would read so, from the share that a reader reads so and its errors on a random
 * sample of labels. Sensitivity and specificity are taken to be the same in all answers, so the labels may come from
 * other engines and windows than the share.
 *
 * The estimate is Rogan and Gladen's: (read + specificity - 1) / (sensitivity + specificity - 1), within 0 and 1. The
 * interval has every share that the profile likelihood doesn't refuse: for each, the best sensitivity and specificity
 * are found by expectation maximization. In simulations with 20 to 400 labels and sensitivities of 0.4 to 0.98, it
 * holds the true share in 95% on average, and in 92 to 99% in each world (test/statistics/corrected-share.test.ts).
 *
 * Sources: Rogan and Gladen (1978), Am. J. Epidemiol. 107:71-76; Venzon and Moolgavkar (1988), Appl. Stat. 37:87-94.
 *
 * @param read what the reader says; fractional if answers repeat each other (`independent`)
 * @returns null if the labels can't tell the reader from one that guesses
 */
export function correctedShare(read: Proportion, labels: Calibration): CorrectedShare | null {
  const { sensitivity, specificity } = ratesOf(labels);
  const told = sensitivity + specificity - 1;
  if (read.trials === 0 || !(told > 0)) return null;
  const plain = (read.events / read.trials + specificity - 1) / told;
  const share = Math.min(1, Math.max(0, plain));
  const best = likelihood(share, read, labels);
  const room = (place: number) => FAR - 2 * (best - likelihood(place, read, labels));
  return {
    share,
    interval: { lower: findRoot(room, share, 0, CLOSE), upper: findRoot(room, share, 1, CLOSE) },
  };
}

/**
 * How many more random labels halve the interval, if they turn out like those so far: a square of its width is the answers' part,
 * which labels leave, and the labels' part, which falls as their number grows.
 *
 * @param width the interval's present width
 * @returns null if labels alone can't
 */
export function labelsToHalve(read: Proportion, labels: Calibration, width: number): number | null {
  const squareWith = (times: number) => widthOf(correctedShare(read, timesAs(labels, times))) ** 2;
  const [now, answersPart] = [width ** 2, squareWith(MOST_TIMES)];
  let times = 1;
  for (let fit = 0; fit < FITS; fit += 1) {
    const labelsPart = times * ((fit === 0 ? now : squareWith(times)) - answersPart);
    times = labelsPart / (now / 4 - answersPart);
    if (!(times > 0 && times < MOST_TIMES)) return null;
  }
  return Math.ceil((times - 1) * (labels.positives + labels.negatives));
}

/** Nobody labels a hundred times as many. */
const MOST_TIMES = 100;

const FITS = 3;

const CLOSE = 1e-4;

/** Without labels of a kind, nothing is known of it: the reader is taken at its word, and the interval is wide. */
function ratesOf({ truePositives, positives, trueNegatives, negatives }: Calibration) {
  return {
    sensitivity: positives === 0 ? 1 : truePositives / positives,
    specificity: negatives === 0 ? 1 : trueNegatives / negatives,
  };
}

/** The log-likelihood of a share with the sensitivity and specificity that suit it best. */
function likelihood(share: number, read: Proportion, labels: Calibration): number {
  const { truePositives, positives, trueNegatives, negatives } = labels;
  const [yes, no] = [read.events, read.trials - read.events];
  let sensitivity = (truePositives + 0.5) / (positives + 1);
  let specificity = (trueNegatives + 0.5) / (negatives + 1);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    // Expected answers of each kind among those that the reader reads so, and otherwise.
    const hits = yes * partOf(share * sensitivity, (1 - share) * (1 - specificity));
    const misses = no * partOf(share * (1 - sensitivity), (1 - share) * specificity);
    const next = within((truePositives + hits) / (positives + hits + misses));
    const rest = read.trials - hits - misses;
    const nextSpecificity = within((trueNegatives + no - misses) / (negatives + rest));
    const moved = Math.abs(next - sensitivity) + Math.abs(nextSpecificity - specificity);
    [sensitivity, specificity] = [next, nextSpecificity];
    if (moved < 1e-7) break;
  }
  const chance = share * sensitivity + (1 - share) * (1 - specificity);
  return (
    logOf(yes, chance) +
    logOf(no, 1 - chance) +
    logOf(truePositives, sensitivity) +
    logOf(positives - truePositives, 1 - sensitivity) +
    logOf(trueNegatives, specificity) +
    logOf(negatives - trueNegatives, 1 - specificity)
  );
}

const MOST_STEPS = 2000;

function partOf(one: number, other: number): number {
  const sum = one + other;
  return sum === 0 ? 0 : one / sum;
}

/** Within the open range, and in the middle if nothing tells. */
function within(rate: number): number {
  return Number.isNaN(rate) ? 0.5 : Math.min(1 - 1e-12, Math.max(1e-12, rate));
}

function logOf(times: number, chance: number): number {
  return times === 0 ? 0 : times * Math.log(chance);
}

function widthOf(corrected: CorrectedShare | null): number {
  return corrected === null ? 1 : corrected.interval.upper - corrected.interval.lower;
}

function timesAs(labels: Calibration, times: number): Calibration {
  return {
    truePositives: labels.truePositives * times,
    positives: labels.positives * times,
    trueNegatives: labels.trueNegatives * times,
    negatives: labels.negatives * times,
  };
}
