import { BASELINE_DAYS } from '../../../domain/alerts/alert-rules.ts';
import type { Comparison } from '../../../reports/alerts/comparisons.ts';
import { dateText } from '../words/window-text.ts';

/**
 * A comparison's baseline, if it is not the weeks right before: `the 28 days to October 20, 2026`, otherwise null. A reported change keeps
 * its original baseline while it lasts.
 */
export function earlierDays({ current, baseline }: Pick<Comparison, 'current' | 'baseline'>): string | null {
  if (Date.parse(current.after) <= Date.parse(baseline.until)) return null;
  return `the ${BASELINE_DAYS} days to ${dateText(new Date(baseline.until))}`;
}
