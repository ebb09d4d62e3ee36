import { dayOf } from '../time/period.ts';
import { dollars, usdOf } from './usd.ts';

/** The share of a limit from which on Sightline warns. */
export const NEARLY_SPENT = 0.8;

/** Costs per month assume this many days. */
export const DAYS_PER_MONTH = 30;

/** A UTC month, in days since 1970. */
export interface Month {
  readonly first: number;
  readonly last: number;
}

export function monthOf(now: number): Month {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { first: dayOf(Date.UTC(year, month, 1)), last: dayOf(Date.UTC(year, month + 1, 1)) - 1 };
}

/** An organization's budget for a month: its daily ceiling on every day. Null for no ceiling. */
export function monthBudget(microsPerDay: number | null, { first, last }: Month): number | null {
  return microsPerDay === null ? null : microsPerDay * (last - first + 1);
}

export function isNearlySpent(micros: number, budget: number | null): boolean {
  return budget !== null && micros > 0 && micros >= NEARLY_SPENT * budget;
}

/** `$24.10 of the $30.00 that the ceiling allows in a month` */
export function spentOfMonth(micros: number, budget: number): string {
  return `${dollars(usdOf(micros))} of the ${dollars(usdOf(budget))} that the ceiling allows in this month`;
}
