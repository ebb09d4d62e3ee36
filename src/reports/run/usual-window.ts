import { dayOf, lastDays, USUAL_DAYS } from '../../domain/time/period.ts';
import { findFirstAnswerAt } from '../../storage/answers/answers.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { Report } from '../shape/report.ts';
import { isUsual, type WindowQuery, windowQuery } from '../shape/window.ts';

/** Whether a brand has no answers before today (UTC). @param brandId internal @param now UTC milliseconds */
export async function isNewcomer(db: Database, brandId: number, now: number): Promise<boolean> {
  const first = await findFirstAnswerAt(db, brandId);
  return first === null || dayOf(first) >= dayOf(now);
}

/** The `from` of a newcomer's usual window, which has today as well; null for other brands and windows. */
export async function newcomersFrom(
  db: Database,
  { now, brand, query }: { now: number; brand: { readonly id: number }; query: WindowQuery },
): Promise<number | null> {
  if (!isUsual(query) || !(await isNewcomer(db, brand.id, now))) return null;
  return lastDays(now, USUAL_DAYS, { withToday: true }).from;
}

/** A report with the usual window as its default, also if the contract fixes another for its endpoint. */
export function inUsualWindow(report: Report): Report {
  const { days } = report.query;
  if (days === undefined || !('default' in days)) return report;
  return { ...report, query: { ...report.query, days: windowQuery().days } };
}
