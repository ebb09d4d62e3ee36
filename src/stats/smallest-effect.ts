import { POWER } from './detectable.ts';
import type { Arms } from './randomization.ts';
import { studentReach } from './student.ts';
import { varianceOf } from './welch.ts';

/**
 * The smallest effect that an experiment finds in 80 of 100 cases, by how much prompts changed when nothing was done to them. How many
 * prompts there are decides it: more answers to each only take away what is noise within prompts.
 *
 * Source: Cohen (1988), Statistical Power Analysis, section 2.4, with t in the place of z; Bloom (1995), Eval. Rev. 19:547-556.
 *
 * @param before the changes of both arms between two windows before the experiment
 * @param sizes how many prompts each arm will have
 * @param mostWrong how often an effect is seen where there is none
 * @returns in the unit of the changes; null with fewer than 3 prompts, and where all changed alike
 */
export function smallestEffect(
  before: Arms,
  sizes: { readonly treated: number; readonly control: number },
  mostWrong: number,
): number | null {
  const changes = [...before.treated, ...before.control];
  const freedom = changes.length - 2;
  if (freedom < 1) return null;
  const error = Math.sqrt(varianceOf(changes) * (1 / sizes.treated + 1 / sizes.control));
  if (!(error > 1e-12)) return null;
  return (studentReach(mostWrong, freedom) + studentReach(2 * (1 - POWER), freedom)) * error;
}
