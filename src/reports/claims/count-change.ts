import type { Claim, ClaimGate } from '../../domain/alerts/claim.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { expectedAnswers, type WeeklyFrom } from '../../domain/questions/weekly.ts';
import { daysIn, type Period } from '../../domain/time/period.ts';
import type { ClaimCount } from '../../panel/counts/claim-counts.ts';
import {
  type Compared,
  compare,
  type Effects,
  isOutage,
  sampleGate,
  type Thresholds,
} from '../../stats/alerts/gates.ts';
import { evidenceOfCompared } from '../../stats/claims/claim-evidence.ts';
import type { DesignEffects } from '../../stats/rates/design-effect.ts';
import { type CountedClaim, type CountedSide, spreadOfRate, totalsOf } from './counted-claim.ts';

/** A claim about two windows. */
export interface Change {
  readonly claim: Claim;
  readonly baseline: Period;
  readonly brand: TrackedBrand;
  readonly thresholds: Thresholds;
  readonly weekly: WeeklyFrom;
  /** One for each window's figure, another for the difference between windows. */
  readonly effects: DesignEffects;
  readonly branded: ReadonlySet<number>;
  readonly differenceEffects: DesignEffects;
  /** Whether all answers in both windows were extracted the same way. */
  readonly readAlike: boolean;
}

/** Both windows' counts. */
export interface Sides<Of> {
  readonly current: Of;
  readonly baseline: Of;
}

type SideName = keyof Sides<unknown>;

/** One engine's answers to each prompt with answers in both windows. */
type Shared = readonly Sides<ClaimCount>[];

function sharedOf({ current, baseline }: Sides<readonly ClaimCount[]>): Shared {
  const before = new Map(baseline.map((row) => [row.promptId, row]));
  return current.flatMap((row) => {
    const then = before.get(row.promptId);
    return then === undefined ? [] : [{ current: row, baseline: then }];
  });
}

/** How a rate changed on one engine. */
export function countRateChange(
  change: Change,
  engine: string,
  rows: Sides<readonly ClaimCount[]>,
): CountedClaim {
  const shared = sharedOf(rows);
  const all = { current: totalsOf(rows.current), baseline: totalsOf(rows.baseline) };
  const totals = { current: all.current.trials, baseline: all.baseline.trials };
  const counts = ({ first, trials }: ClaimCount) => ({ events: first, trials });
  const strata = shared.map(({ current, baseline }) => ({
    current: counts(current),
    baseline: counts(baseline),
  }));
  const compared = compare({ strata, totals }, effectsOn(change, change.differenceEffects, engine));
  const effects = effectsOn(change, change.effects, engine);
  const side = (name: SideName): CountedSide => {
    const own = shared.map((each) => each[name]);
    return {
      brand: change.brand,
      window: name === 'current' ? change.claim.window : change.baseline,
      ...compared.counted[name],
      lookedFor: totalsOf(own).answers,
      trialsOfAllPrompts: totals[name],
      questions: spreadOfRate(own, 'first', change.branded),
      designEffect: effects[name],
    };
  };
  const answered = { current: all.current.answers, baseline: all.baseline.answers };
  return {
    claim: change.claim,
    engine,
    first: side('current'),
    second: side('baseline'),
    compared,
    prompts: shared.length,
    gate: firstGate(change, isAfterOutage(change, shared, answered), compared),
    evidence: evidenceOfCompared(compared),
  };
}

function effectsOn({ claim, baseline, brand }: Change, effects: DesignEffects, engine: string): Effects {
  return {
    current: effects(engine, brand.id, daysIn(claim.window)),
    baseline: effects(engine, brand.id, daysIn(baseline)),
  };
}

/** @param totals answers to all prompts */
function isAfterOutage(
  { claim, baseline, thresholds, weekly }: Change,
  shared: Shared,
  totals: Sides<number>,
): boolean {
  const windows = { current: claim.window, baseline };
  const answers = (n: number) => ({ events: 0, trials: n });
  const strata = shared.map(({ current, baseline: before }) => ({
    current: answers(current.answers),
    baseline: answers(expectedAnswers(before, windows, weekly)),
  }));
  const lengths = { current: claim.window.to - claim.window.from, baseline: baseline.to - baseline.from };
  return isOutage({ strata, totals }, thresholds, lengths);
}

/** The gates before the rate is tested. */
function firstGate(
  { readAlike, thresholds }: Change,
  outage: boolean,
  { totals, counted }: Compared,
): ClaimGate | null {
  if (!readAlike) return 'mixed_readings';
  if (outage) return 'outage';
  const shared = { current: counted.current.trials, baseline: counted.baseline.trials };
  return sampleGate(totals, shared, thresholds) as 'too_few_answers' | 'too_few_shared_prompts' | null;
}
