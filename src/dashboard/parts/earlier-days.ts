import { BASELINE_DAYS } from '../../domain/alert-rules.ts';
import type { Comparison } from '../../reports/comparisons.ts';
import { dateText } from './window-text.ts';

/**
 * What a comparison is against where that is not the weeks right before: a change that was reported is compared with those
 * before it for as long as it lasts. `the 28 days to October 20, 2026`; null for the weeks right before.
 */
export function earlierDays({ current, baseline }: Pick<Comparison, 'current' | 'baseline'>): string | null {
  if (Date.parse(current.after) <= Date.parse(baseline.until)) return null;
  return `the ${BASELINE_DAYS} days to ${dateText(new Date(baseline.until))}`;
}
