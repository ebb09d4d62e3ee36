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

/** What an empty list of alerts says, and what it does not. */
export const EMPTY_ALERTS_MEAN =
  'No change was large enough to tell from noise at this sample size. It does not mean that nothing changed.';
