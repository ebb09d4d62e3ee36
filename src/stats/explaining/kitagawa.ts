import { type DualNumber, minus, plus, scaled, times } from '../distributions/dual-number.ts';

/** A group's share of all answers in one window, and its rate; null for a group without answers. */
export interface GroupSide {
  readonly share: DualNumber;
  readonly rate: DualNumber | null;
}

/**
 * A group's contribution to a change of a rate: by its rate, at the mean of both shares, and by its share, at the mean
 * of both rates. Over all groups they add up to the change, and swapping the windows negates both. For two factors this
 * equals the Shapley value. If a window has no rate, the other window's applies, so that only the share changed.
 *
 * @returns null for a group without answers in both windows
 *
 * Source: Kitagawa (1955), J. Am. Stat. Assoc. 50:1168-1194; for the order of factors, Das Gupta (1993), Standardization and Decomposition of Rates.
 */
export function kitagawa(
  current: GroupSide,
  baseline: GroupSide,
): { readonly byRate: DualNumber; readonly byShare: DualNumber } | null {
  const [now, before] = [current.rate ?? baseline.rate, baseline.rate ?? current.rate];
  if (now === null || before === null) return null;
  return {
    byRate: times(meanOf(current.share, baseline.share), minus(now, before)),
    byShare: times(meanOf(now, before), minus(current.share, baseline.share)),
  };
}

export function meanOf(one: DualNumber, other: DualNumber): DualNumber {
  return scaled(plus(one, other), 0.5);
}
