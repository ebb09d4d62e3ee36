import type { ChangeGate } from '../../domain/alerts/claim.ts';
import type { Proportion } from '../../domain/figures/proportion.ts';
import { type Compared, changeGate, type Difference, type Thresholds } from '../alerts/gates.ts';
import { newcombe, sideOf } from '../rates/intervals.ts';
import { evidenceOfCompared, evidenceOfWeightedDifference } from './claim-evidence.ts';
import { ALPHA_PER_SIDE, type Evidence, holm, weigh } from './claims.ts';

/** A figure in two windows, with the tests for its change. */
export interface WindowChange {
  readonly compared: Compared;
  /** A gate that rejected the change before any test of its figures; null for none. */
  readonly priorGate: ChangeGate | null;
  /** Evidence from both differences, computed only if the change passes the alert gates. */
  readonly evidence: () => readonly Evidence[];
}

/**
 * The gate that rejects each change in a table; null if it exceeds noise. The gates are the alerts' gates, then a claim's exact test that a
 * figure rose or fell, with Holm's correction for the number of changes that had enough answers. So at most 5% of tables without any real
 * change show one.
 *
 * Only sample sizes decide which changes share the correction, not their values.
 */
export function gatesOfChanges(
  changes: readonly WindowChange[],
  thresholds: Thresholds,
): (ChangeGate | null)[] {
  const gates = changes.map(({ priorGate: held, compared }) => held ?? gateOfAlerts(compared, thresholds));
  const judged = changes
    .map((change, index) => ({ index, change, gate: gates[index] ?? null }))
    .filter(({ gate }) => gate === null || DECIDED.has(gate))
    .map((each) => ({ ...each, chance: each.gate === null ? chanceOf(each.change.evidence()) : 1 }));
  const corrected = holm(judged.map(({ chance }) => chance));
  for (const [place, { index, gate, chance }] of judged.entries()) {
    if (gate !== null) continue;
    if (chance > ALPHA_PER_SIDE) gates[index] = 'stricter_test';
    else if ((corrected[place] ?? 1) > ALPHA_PER_SIDE) gates[index] = 'not_after_correction';
  }
  return gates;
}

/** Gates after the sample gates: the change was tested, and failed. */
const DECIDED: ReadonlySet<ChangeGate> = new Set(['below_min_delta', 'within_noise']);

/** The alerts' gate that rejects a change in its own direction; null if none does. */
function gateOfAlerts(compared: Compared, thresholds: Thresholds): ChangeGate | null {
  const { current, baseline } = compared.difference ?? compared.counted;
  const isFall = current.events * baseline.trials < baseline.events * current.trials;
  return changeGate(isFall ? -1 : 1, compared, thresholds) as ChangeGate | null;
}

/** The p-value in the differences' direction. */
function chanceOf(evidence: readonly Evidence[]): number {
  const [first] = evidence;
  if (first === undefined) return 1;
  return weigh({ region: first.estimate < 0 ? { below: 0 } : { above: 0 }, evidence }).p;
}

/** A rate change's evidence, without the exact test if it cannot matter. */
export function evidenceOfRates(compared: Compared): readonly Evidence[] {
  const { difference, sameMix } = compared;
  if (difference === null || sameMix === null || !isBeyondDoubt(difference))
    return evidenceOfCompared(compared);
  return [difference, sameMix].map(evidenceOfWeightedDifference);
}

/** The normal distribution has a billionth beyond this quantile. */
const FAR = 6;

/** Minimum events, and minimum non-events, per side. */
const MANY = 20;

/**
 * Whether a difference is so clear, over so many answers, that an exact test is sure to find a p-value below 1 in
 * 100,000. That test would only matter in a table of thousands, and is slowest for large samples
 * (window-changes.test.ts has these p-values).
 */
export function isBeyondDoubt({ current, baseline }: Pick<Difference, 'current' | 'baseline'>): boolean {
  const isMany = ({ events, trials }: Proportion) => Math.min(events, trials - events) >= MANY;
  return isMany(current) && isMany(baseline) && sideOf(newcombe(current, baseline, FAR)) !== 0;
}
