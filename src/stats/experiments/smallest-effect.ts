import { POWER } from '../alerts/detectable.ts';
import { studentQuantile } from '../distributions/student.ts';
import type { Arms } from './randomization.ts';
import { varianceOf } from './welch.ts';

/**
 * The smallest effect that an experiment detects with 80% power, from how much prompts changed without treatment. The
 * number of prompts decides it; more answers to each only reduce the noise within prompts.
 *
 * Source: Cohen (1988), Statistical Power Analysis, section 2.4, with t in the place of z; Bloom (1995), Eval. Rev. 19:547-556.
 *
 * @param before both arms' changes between two windows before the experiment
 * @param sizes the planned number of prompts per arm
 * @param alpha the false positive rate
 * @returns in the unit of the changes; null with fewer than 3 prompts, or if all changed equally
 */
export function smallestEffect(
  before: Arms,
  sizes: { readonly treated: number; readonly control: number },
  alpha: number,
): number | null {
  const changes = [...before.treated, ...before.control];
  const freedom = changes.length - 2;
  if (freedom < 1) return null;
  const error = Math.sqrt(varianceOf(changes) * (1 / sizes.treated + 1 / sizes.control));
  if (!(error > 1e-12)) return null;
  return (studentQuantile(alpha, freedom) + studentQuantile(2 * (1 - POWER), freedom)) * error;
}
