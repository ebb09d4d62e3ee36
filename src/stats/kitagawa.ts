import { minus, plus, type Sloped, scaled, times } from './sloped.ts';

/** A group of answers in one window: its share of all, and its rate; null for a group without answers. */
export interface GroupSide {
  readonly share: Sloped;
  readonly rate: Sloped | null;
}

/**
 * What one group adds to the change of a rate: by its own rate, which changed at the mean of both shares, and by its share, which changed at the
 * mean of both rates. Over all groups the two add up to the change, and if the windows are swapped, each is its negative. Of the two factors, share
 * and rate, this is the Shapley value too. A rate that one window does not have is taken to be that of the other: then it is the share that changed.
 *
 * @returns null for a group without answers in both windows
 *
 * Source: Kitagawa (1955), J. Am. Stat. Assoc. 50:1168-1194; for the order of factors, Das Gupta (1993), Standardization and Decomposition of Rates.
 */
export function kitagawa(
  current: GroupSide,
  baseline: GroupSide,
): { readonly byRate: Sloped; readonly byShare: Sloped } | null {
  const [now, before] = [current.rate ?? baseline.rate, baseline.rate ?? current.rate];
  if (now === null || before === null) return null;
  return {
    byRate: times(meanOf(current.share, baseline.share), minus(now, before)),
    byShare: times(meanOf(now, before), minus(current.share, baseline.share)),
  };
}

export function meanOf(one: Sloped, other: Sloped): Sloped {
  return scaled(plus(one, other), 0.5);
}
