import type { reports } from '../../../reports/index.ts';
import type { RowOf } from '../../../reports/shape/report.ts';

/** Whether a competitor is ahead of the brand in the same answers, beyond chance, or behind it; null for neither. */
export function orderOf({
  gap,
  stands_out: standsOut,
}: Pick<RowOf<typeof reports.gaps>, 'gap' | 'stands_out'>): 'ahead' | 'behind' | null {
  if (gap === null || !standsOut) return null;
  return gap.points > 0 ? 'ahead' : 'behind';
}
