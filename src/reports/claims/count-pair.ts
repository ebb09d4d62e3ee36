import type { Claim } from '../../domain/alerts/claim.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { daysIn } from '../../domain/time/period.ts';
import type { ClaimCount } from '../../panel/counts/claim-counts.ts';
import { leastAnswers, type Thresholds } from '../../stats/alerts/gates.ts';
import { evidenceOfPair } from '../../stats/claims/claim-evidence.ts';
import type { DesignEffects } from '../../stats/rates/design-effect.ts';
import { type CountedClaim, type CountedSide, spreadOfRate, totalsOf } from './counted-claim.ts';

/** A claim about two brands in the same answers. */
export interface Pair {
  readonly claim: Claim;
  readonly brand: TrackedBrand;
  readonly other: TrackedBrand;
  readonly thresholds: Thresholds;
  readonly effects: DesignEffects;
  readonly branded: ReadonlySet<number>;
}

/**
 * How often each of two brands is named, cited, recommended, or listed on one engine.
 *
 * @param rows answers in which Sightline looked for both
 */
export function countPair(
  { claim, brand, other, thresholds, effects, branded }: Pair,
  engine: string,
  rows: readonly ClaimCount[],
): CountedClaim {
  const totals = totalsOf(rows);
  const { answers: lookedFor, trials, first, second, both } = totals;
  const side = (of: TrackedBrand, which: 'first' | 'second'): CountedSide => ({
    brand: of,
    window: claim.window,
    events: totals[which],
    trials,
    lookedFor,
    trialsOfAllPrompts: trials,
    questions: spreadOfRate(rows, which, branded),
    designEffect: effects(engine, of.id, daysIn(claim.window)),
  });
  const sides = { first: side(brand, 'first'), second: side(other, 'second') };
  // If either brand's counts repeat, so does their difference.
  const effect = Math.max(sides.first.designEffect ?? 1, sides.second.designEffect ?? 1);
  const paired = {
    both,
    onlyFirst: first - both,
    onlySecond: second - both,
    neither: trials - first - second + both,
  };
  const gate = trials < leastAnswers(thresholds) ? 'too_few_answers' : null;
  const evidence = trials === 0 ? [] : [evidenceOfPair(paired, effect)];
  return { claim, engine, ...sides, prompts: rows.length, gate, evidence, compared: null };
}
