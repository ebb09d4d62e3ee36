import { CURRENT_DAYS, windowsAt } from '../../domain/alerts/alert-rules.ts';
import {
  type Claim,
  type ClaimMeasure,
  type Direction,
  flawOf,
  isOfOneFigure,
  LONGEST_WINDOW_DAYS,
} from '../../domain/alerts/claim.ts';
import { selfOrNamed } from '../../domain/brand/named-brand.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { SightlineError } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { DAY_MS, lastDays, type Period, periodOf, USUAL_DAYS } from '../../domain/time/period.ts';

export interface ClaimQuery {
  readonly measure?: ClaimMeasure | undefined;
  readonly top?: number | undefined;
  readonly direction?: Direction | undefined;
  readonly about?: string | undefined;
  readonly versus?: string | undefined;
  readonly engine?: string | undefined;
  readonly size?: number | undefined;
  /** UTC milliseconds; the window includes both ends. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  readonly baseline_from?: number | undefined;
  readonly baseline_until?: number | undefined;
}

/**
 * The claim in a query.
 *
 * @param tracked the brands tracked now, the brand itself first
 * @param minDeltaPoints the alert threshold for a change, in points
 * @throws SightlineError `invalid_parameter`
 */
export function claimIn(
  query: ClaimQuery,
  tracked: readonly TrackedBrand[],
  now: number,
  minDeltaPoints: number,
): Claim {
  const { measure = 'named', top = null, direction = 'higher', engine = null, size = null } = query;
  const brand = nameOf('about', query.about ?? 'self', tracked);
  const versus = query.versus === undefined ? null : nameOf('versus', query.versus, tracked);
  const windows = windowsOf(query, { direction, versus }, now);
  const claim = { measure, top, direction, brand, versus, engine, size, ...windows };
  const flaw = windowFlaw(query, claim) ?? flawOf(claim, minDeltaPoints);
  if (flaw !== null) throw new SightlineError('invalid_parameter', flaw);
  return claim;
}

function nameOf(parameter: string, said: string, tracked: readonly TrackedBrand[]): string {
  return selfOrNamed({ parameter, said }, tracked).name;
}

/** Without any ends, a change compares the last 7 days, as alerts do; with one window, the same length before. */
function windowsOf(
  query: ClaimQuery,
  claim: { readonly direction: Direction; readonly versus: string | null },
  now: number,
): { readonly window: Period; readonly baseline: Period | null } {
  const { from, baseline_from: before, baseline_until: beforeUntil } = query;
  // Today's last instant is in the future.
  const until = Math.min(query.until ?? now, now);
  const isGiven = before !== undefined || beforeUntil !== undefined;
  const isOfOne = claim.versus !== null || isOfOneFigure(claim);
  if (from === undefined && !isGiven && !isOfOne) {
    const { current, baseline } = windowsAt(until);
    return { window: current, baseline };
  }
  const ofOne = () => lastDays(until, USUAL_DAYS, { withToday: query.until !== undefined });
  const last = () => (isOfOne ? ofOne() : periodOf(until, CURRENT_DAYS));
  const window = from === undefined ? last() : { from, to: until + 1 };
  if (isOfOne && !isGiven) return { window, baseline: null };
  const to = beforeUntil === undefined ? window.from : Math.min(beforeUntil, now) + 1;
  return { window, baseline: { from: before ?? to - (window.to - window.from), to } };
}

/** The problem with a claim's windows, by their parameter names; null for none. */
function windowFlaw(query: ClaimQuery, { window, baseline }: Claim): string | null {
  if (window.from >= window.to) return '`from` is later than `until`.';
  if (isTooLong(window)) return `${TOO_LONG} give a later \`from\`.`;
  if (baseline === null) return null;
  const begins = `the window to compare with, which begins at ${formatInstant(window.from)}`;
  if (baseline.from >= baseline.to) {
    return query.baseline_until === undefined
      ? `\`baseline_from\` must be before ${begins}.`
      : '`baseline_from` is later than `baseline_until`.';
  }
  if (isTooLong(baseline)) return `${TOO_LONG} give a later \`baseline_from\`.`;
  return baseline.to > window.from ? `\`baseline_until\` must be before ${begins}.` : null;
}

function isTooLong({ from, to }: Period): boolean {
  return to - from > LONGEST_WINDOW_DAYS * DAY_MS;
}

const TOO_LONG = `A claim's window has at most ${LONGEST_WINDOW_DAYS} days:`;
