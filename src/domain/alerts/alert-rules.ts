import { DAY_MS, type Period } from '../time/period.ts';

/** Kinds of changes that daily evaluation looks for between the windows of `windowsAt`. */
export const ALERT_KINDS = [
  'visibility_drop',
  'visibility_rise',
  'competitor_overtook',
  'cited_not_named',
  'negative_framing',
  'engine_blackout',
] as const;

export type AlertKind = (typeof ALERT_KINDS)[number];

/** An organization's thresholds for alerts. `kinds` is null for all. */
export interface AlertSettings {
  readonly enabled: boolean;
  readonly kinds: readonly AlertKind[] | null;
  readonly minDeltaPoints: number;
  readonly minSampleEachSide: number;
}

export const DEFAULT_ALERT_SETTINGS: AlertSettings = {
  enabled: true,
  kinds: null,
  minDeltaPoints: 10,
  minSampleEachSide: 30,
};

/** The organization's alert kinds; none if its alerts are off. */
export function alertKindsOf({ enabled, kinds }: AlertSettings): readonly AlertKind[] {
  return enabled ? (kinds ?? ALERT_KINDS) : [];
}

/**
 * Why a comparison raised no alert, in the order of the gates: the first one to fail counts. `outage`: far fewer
 * answers came in than before. `mixed_readings`: several models, or prompts, judged the framing. `condition_not_met`: there is a change, but not the one that the kind reports (half the
 * answers crossed; nothing named at all). `below_noise_floor`: chance alone moves the brand's share by more.
 * `episode_open`: an earlier alert already covers it.
 */
export const GATES = [
  'outage',
  'mixed_readings',
  'too_few_answers',
  'too_few_shared_prompts',
  'below_min_delta',
  'within_noise',
  'condition_not_met',
  'below_noise_floor',
  'episode_open',
  'not_persistent',
] as const;

export type Gate = (typeof GATES)[number];

/**
 * One change is tested for every kind with its measure: a drop is also not a rise. The verdicts that passed the most
 * gates describe the change; there may be several.
 *
 * @param verdicts on one change, at least one; a gate of null is a raised alert
 */
export function furthest<Verdict extends { readonly gate: string | null }>(
  verdicts: readonly Verdict[],
): Verdict[] {
  const passed = ({ gate }: Verdict) => (gate === null ? GATES.length : GATES.indexOf(gate as Gate));
  const most = Math.max(...verdicts.map(passed));
  return verdicts.filter((verdict) => passed(verdict) === most);
}

/** The windows of a comparison, in days: the current one, and the baseline right before it. */
export const CURRENT_DAYS = 7;
export const BASELINE_DAYS = 28;

/** Default evaluation time, in milliseconds after midnight UTC: 06:00. */
export const EVALUATION_TIME = DAY_MS / 4;

export interface Windows {
  readonly current: Period;
  readonly baseline: Period;
}

/** The windows as of an instant: the last 7 days up to it, and the 28 days before those, exact to the millisecond. */
export function windowsAt(at: number): Windows {
  const to = at + 1;
  const between = to - CURRENT_DAYS * DAY_MS;
  return {
    current: { from: between, to },
    baseline: { from: between - BASELINE_DAYS * DAY_MS, to: between },
  };
}
