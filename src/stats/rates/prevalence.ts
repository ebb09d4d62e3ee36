import { type Interval, type Proportion, Z95 } from '../../domain/figures/proportion.ts';

/** A classifier's sensitivity and specificity, as measured. */
export interface MeasuredError {
  readonly sensitivity: Proportion;
  readonly specificity: Proportion;
}

/** Below this sum of sensitivity and specificity, a classifier is too close to chance for a correction. */
const LEAST_TOLD = 1.3;

/**
 * The 95% interval of the true share behind an imperfect classifier's share, including the sampling error of the share,
 * the sensitivity, and the specificity.
 *
 * With each count adjusted as in Agresti and Coull, the share is (q + specificity - 1) / (sensitivity + specificity -
 * 1).
 *
 * @param read positives as classified, among independent answers (the effective sample size)
 * @returns null without answers, or for a classifier too close to chance
 *
 * Sources: Rogan and Gladen (1978), Am. J. Epidemiol. 107:71-76; the interval of Lang and Reiczigel (2014), Prev. Vet. Med. 113:13-22.
 */
export function prevalence(read: Proportion, { sensitivity, specificity }: MeasuredError): Interval | null {
  const told = sensitivity.events / sensitivity.trials + specificity.events / specificity.trials;
  if (read.trials === 0 || told < LEAST_TOLD) return null;
  const [q, se, sp] = [adjusted(read, Z95 ** 2), adjusted(sensitivity, 2), adjusted(specificity, 2)];
  const divisor = se.share + sp.share - 1;
  const share = (q.share + sp.share - 1) / divisor;
  const shift = 2 * Z95 ** 2 * (share * se.variance - (1 - share) * sp.variance);
  const variance = q.variance + share ** 2 * se.variance + (1 - share) ** 2 * sp.variance;
  const half = (Z95 * Math.sqrt(variance)) / divisor;
  return { lower: between(share + shift - half), upper: between(share + shift + half) };
}

/** Adds this many pseudo-answers, half of them events. */
function adjusted({ events, trials }: Proportion, more: number) {
  const share = (events + more / 2) / (trials + more);
  return { share, variance: (share * (1 - share)) / (trials + more) };
}

function between(share: number): number {
  return Math.min(1, Math.max(0, share));
}
