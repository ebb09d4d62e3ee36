import type { ChangeGate } from '../domain/claim.ts';
import type { Proportion } from '../domain/proportion.ts';
import { evidenceOfCompared, evidenceOfWeightedDifference } from './claim-evidence.ts';
import { type Evidence, holm, MOST_WRONG, weigh } from './claims.ts';
import { type Compared, changeGate, type Difference, type Thresholds } from './gates.ts';
import { newcombe, sideOf } from './intervals.ts';

/** A figure in two windows, and what its change is held to. */
export interface WindowChange {
  readonly compared: Compared;
  /** A gate that it met before any figure was looked at; null for none. */
  readonly held: ChangeGate | null;
  /** What both differences say. Only made of a change that passes the gates of alerts. */
  readonly evidence: () => readonly Evidence[];
}

/**
 * What holds back each change of a table: the gate that it does not pass, or null if it exceeds noise. The gates are those of alerts, the
 * exact test of a claim that a figure is higher, or lower, than before, and Holm's correction for the number of changes that had enough
 * answers to be judged. So at most 5% of tables without any change have one that seems to exceed noise.
 *
 * How many answers there are decides which changes are judged together, and not what these say.
 */
export function gatesOfChanges(
  changes: readonly WindowChange[],
  thresholds: Thresholds,
): (ChangeGate | null)[] {
  const gates = changes.map(({ held, compared }) => held ?? gateOfAlerts(compared, thresholds));
  const judged = changes
    .map((change, index) => ({ index, change, gate: gates[index] ?? null }))
    .filter(({ gate }) => gate === null || DECIDED.has(gate))
    .map((each) => ({ ...each, chance: each.gate === null ? chanceOf(each.change.evidence()) : 1 }));
  const corrected = holm(judged.map(({ chance }) => chance));
  for (const [place, { index, gate, chance }] of judged.entries()) {
    if (gate !== null) continue;
    if (chance > MOST_WRONG) gates[index] = 'stricter_test';
    else if ((corrected[place] ?? 1) > MOST_WRONG) gates[index] = 'not_after_correction';
  }
  return gates;
}

/** Gates of figures that were judged, and are too near each other. */
const DECIDED: ReadonlySet<ChangeGate> = new Set(['below_min_delta', 'within_noise']);

/** In the direction of the change. */
function gateOfAlerts(compared: Compared, thresholds: Thresholds): ChangeGate | null {
  const { current, baseline } = compared.difference ?? compared.counted;
  const isFall = current.events * baseline.trials < baseline.events * current.trials;
  return changeGate(isFall ? -1 : 1, compared, thresholds) as ChangeGate | null;
}

/** The chance of differences at least this clear, in their direction, without any change. */
function chanceOf(evidence: readonly Evidence[]): number {
  const [first] = evidence;
  if (first === undefined) return 1;
  return weigh({ region: first.estimate < 0 ? { below: 0 } : { above: 0 }, evidence }).p;
}

/** What a change of a rate says: as a claim has it, without the exact test where that cannot matter. */
export function evidenceOfRates(compared: Compared): readonly Evidence[] {
  const { difference, sameMix } = compared;
  if (difference === null || sameMix === null || !isBeyondDoubt(difference))
    return evidenceOfCompared(compared);
  return [difference, sameMix].map(evidenceOfWeightedDifference);
}

/** At this quantile the normal distribution has a billionth beside it. */
const FAR = 6;

/** Events, and answers that are none, on either side. */
const MANY = 20;

/**
 * Whether a difference is so clear, and of so many answers, that an exact test finds a chance of less than one in 100,000: it would matter
 * in a table of thousands, and takes longest where there are most answers (window-changes.test.ts has these chances).
 */
export function isBeyondDoubt({ current, baseline }: Pick<Difference, 'current' | 'baseline'>): boolean {
  const isMany = ({ events, trials }: Proportion) => Math.min(events, trials - events) >= MANY;
  return isMany(current) && isMany(baseline) && sideOf(newcombe(current, baseline, FAR)) !== 0;
}
