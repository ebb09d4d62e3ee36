import type { Claim } from '../../domain/alerts/claim.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { independent } from '../../domain/figures/proportion.ts';
import { daysIn } from '../../domain/time/period.ts';
import type { ClaimCount } from '../../panel/counts/claim-counts.ts';
import { leastAnswers, type Thresholds } from '../../stats/alerts/gates.ts';
import { evidenceOfRate } from '../../stats/claims/claim-evidence.ts';
import type { DesignEffects } from '../../stats/rates/design-effect.ts';
import { type CountedClaim, spreadOfRate, totalsOf } from './counted-claim.ts';

/** A claim about one brand in one window. */
export interface SingleFigure {
  readonly claim: Claim;
  readonly brand: TrackedBrand;
  readonly thresholds: Thresholds;
  readonly effects: DesignEffects;
  readonly branded: ReadonlySet<number>;
}

/** How often a brand is named, cited, recommended, or listed on one engine. */
export function countSingleRate(
  { claim, brand, thresholds, effects, branded }: SingleFigure,
  engine: string,
  rows: readonly ClaimCount[],
): CountedClaim {
  const { answers: lookedFor, trials, first: events } = totalsOf(rows);
  const designEffect = effects(engine, brand.id, daysIn(claim.window));
  const first = {
    brand,
    window: claim.window,
    events,
    trials,
    lookedFor,
    trialsOfAllPrompts: trials,
    questions: spreadOfRate(rows, 'first', branded),
    designEffect,
  };
  const gate = trials < leastAnswers(thresholds) ? 'too_few_answers' : null;
  const evidence = trials === 0 ? [] : [evidenceOfRate(independent({ events, trials }, designEffect))];
  return { claim, engine, first, second: null, prompts: rows.length, gate, evidence, compared: null };
}
