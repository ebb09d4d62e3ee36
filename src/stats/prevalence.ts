import { type Interval, type Proportion, Z95 } from '../domain/proportion.ts';

/** How often a reader finds what is there, and says that nothing is there where nothing is. */
export interface MeasuredError {
  readonly sensitivity: Proportion;
  readonly specificity: Proportion;
}

/** A reader that tells less than this, the sum of both, is too near chance for what it reads to be corrected. */
const LEAST_TOLD = 1.3;

/**
 * Where the true share lies, at 95%, if a reader that errs read this one: with the sampling error of the share and of both measures.
 *
 * With each count adjusted as Agresti and Coull do, the share is (q + specificity - 1) / (sensitivity + specificity - 1).
 *
 * @param read what was read, of how many; the share is at most as sure as that many independent answers
 * @returns null for a reader that is too near chance, and without answers
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

/** With so many answers more, half of which count. */
function adjusted({ events, trials }: Proportion, more: number) {
  const share = (events + more / 2) / (trials + more);
  return { share, variance: (share * (1 - share)) / (trials + more) };
}

function between(share: number): number {
  return Math.min(1, Math.max(0, share));
}
