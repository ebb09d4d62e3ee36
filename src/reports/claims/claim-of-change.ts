import type { Claim } from '../../domain/alerts/claim.ts';
import { type Interval, Z95 } from '../../domain/figures/proportion.ts';
import { DAY_MS, type Period } from '../../domain/time/period.ts';
import type { Evidence } from '../../stats/claims/claims.ts';
import type { Change } from '../alerts/changes.ts';
import { type ClaimContext, countClaim } from './count-claim.ts';
import type { CountedClaim, CountedSide } from './counted-claim.ts';

/** Whether a claim's windows end with a change's days, or later; a claim about one rate is of a change only while it holds. */
export function reachesChange({ window, baseline }: Claim, { since, state }: Change): boolean {
  return window.to >= periodOf(since.window).to && (baseline !== null || state === 'holds');
}

/** A claim on the engine of a change: over the change's own days, with its intervals, which allow for how it was found. */
export async function countOnChange(
  context: ClaimContext,
  claim: Claim,
  change: Change,
): Promise<CountedClaim | null> {
  const { engine, since, before, difference } = change;
  const days = { window: periodOf(since.window), baseline: claim.baseline && periodOf(before.window) };
  const [counted] = await countClaim(context, { ...claim, ...days, engine });
  if (counted === undefined || difference === null || since.interval === null) return null;
  const first = sideOf(counted.first, since);
  if (counted.second === null)
    return { ...counted, first, evidence: [evidenceOf(since.present / since.responses, since.interval)] };
  const { points, lower, upper } = difference;
  return {
    ...counted,
    first,
    second: sideOf(counted.second, before),
    compared: null,
    gate: null,
    evidence: [evidenceOf(points / 100, { lower: lower / 100, upper: upper / 100 })],
  };
}

function periodOf({ from, until }: Change['since']['window']): Period {
  return { from: Date.parse(from), to: Date.parse(until) + DAY_MS };
}

function sideOf(side: CountedSide, { present, responses, interval }: Change['since']): CountedSide {
  return { ...side, events: present, trials: responses, interval };
}

/** A known 95% interval at other quantiles and for more answers: its ends move as those of a normal distribution. */
function evidenceOf(estimate: number, { lower, upper }: Interval): Evidence {
  const [low, high] = [Math.min(lower, estimate), Math.max(upper, estimate)];
  return {
    estimate,
    interval: (z, times = 1) => {
      const scale = z / Z95 / Math.sqrt(times);
      return { lower: estimate - scale * (estimate - low), upper: estimate + scale * (high - estimate) };
    },
  };
}
