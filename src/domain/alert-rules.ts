import { DAY_MS, type Period } from './period.ts';

export const ALERT_KINDS = [
  'visibility_drop',
  'visibility_rise',
  'competitor_overtook',
  'cited_not_named',
  'negative_framing',
  'engine_blackout',
] as const;

export type AlertKind = (typeof ALERT_KINDS)[number];

/** What an organization asks of a change before it is told of it. `kinds` is null when none are chosen: all. */
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

/** The kinds an organization wants to hear of; none where its alerts are off. */
export function wantedKinds({ enabled, kinds }: AlertSettings): readonly AlertKind[] {
  return enabled ? (kinds ?? ALERT_KINDS) : [];
}

/**
 * Why a comparison raised no alert, in the order in which it is asked: the first that holds it is its gate. `outage`:
 * far fewer answers came in than before. `condition_not_met`: the change is one, but lacks what the kind is named for
 * (half the answers crossed; nothing named at all). `episode_open`: it was told already, or an alert that covers it.
 */
export const GATES = [
  'outage',
  'too_few_answers',
  'too_few_shared_prompts',
  'below_min_delta',
  'within_noise',
  'condition_not_met',
  'episode_open',
  'not_persistent',
] as const;

export type Gate = (typeof GATES)[number];

/** The windows that are compared, in days: the current one, and the baseline right before it. */
export const CURRENT_DAYS = 7;
export const BASELINE_DAYS = 28;

/** The two windows of an evaluation. */
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

/** What an empty list of alerts says, and what it does not. */
export const EMPTY_ALERTS_MEAN =
  'No change was large enough to tell from noise at this sample size. It does not mean that nothing changed.';
