import type { Claim } from '../../domain/alerts/claim.ts';
import { Z95 } from '../../domain/figures/proportion.ts';
import { DAY_MS, type Period } from '../../domain/time/period.ts';
import type { Evidence } from '../../stats/claims/claims.ts';
import type { Change } from '../alerts/changes.ts';
import { type ClaimContext, countClaim } from './count-claim.ts';
import type { CountedClaim, CountedSide } from './counted-claim.ts';

/** Whether a claim's windows end with a change's days, or later. */
export function reachesChange({ window }: Claim, { since }: Change): boolean {
  return window.to >= periodOf(since.window).to;
}

/** A claim on the engine of a change: over the change's own days, with its intervals, which allow for how it was found. */
export async function countOnChange(
  context: ClaimContext,
  claim: Claim,
  change: Change,
): Promise<CountedClaim | null> {
  const { engine, since, before, difference } = change;
  const days = { window: periodOf(since.window), baseline: periodOf(before.window) };
  const [counted] = await countClaim(context, { ...claim, ...days, engine });
  if (counted === undefined || counted.second === null || difference === null) return null;
  return {
    ...counted,
    first: sideOf(counted.first, since),
    second: sideOf(counted.second, before),
    compared: null,
    gate: null,
    evidence: [evidenceOf(difference)],
  };
}

function periodOf({ from, until }: Change['since']['window']): Period {
  return { from: Date.parse(from), to: Date.parse(until) + DAY_MS };
}

function sideOf(side: CountedSide, { present, responses, interval }: Change['since']): CountedSide {
  return { ...side, events: present, trials: responses, interval };
}

/** A known 95% interval at other quantiles and for more answers: its ends move as those of a normal distribution. */
function evidenceOf({ points, lower, upper }: NonNullable<Change['difference']>): Evidence {
  const [estimate, low, high] = [points, Math.min(lower, points), Math.max(upper, points)].map(
    (each) => each / 100,
  ) as [number, number, number];
  return {
    estimate,
    interval: (z, times = 1) => {
      const scale = z / Z95 / Math.sqrt(times);
      return { lower: estimate - scale * (estimate - low), upper: estimate + scale * (high - estimate) };
    },
  };
}
