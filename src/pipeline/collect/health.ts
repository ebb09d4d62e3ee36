import { monthBudget, monthOf } from '../../domain/figures/month-budget.ts';
import { DAY_MS, dayOf } from '../../domain/time/period.ts';
import { findFirstAnswerAt } from '../../storage/answers/answers.ts';
import { countOutcomesSince } from '../../storage/answers/collections.ts';
import { countDue } from '../../storage/answers/due-readings.ts';
import { countOpenJobs } from '../../storage/collect/jobs.ts';
import { findCollectLimits, sumSpending } from '../../storage/collect/spending.ts';
import { findWorkspace, listAskedEngines } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import { currentReading } from '../intake/brand-reader.ts';

type KeyedEngines = { readonly disabled: readonly { readonly engine: string }[] };

/** What a brand's answers wait for, as far as the store knows. */
export interface BrandHealth {
  /** Until the first answer: collections that failed in the last 24 hours; 0 afterwards. */
  readonly failed: number;
  /** The brand's engines without a key on this server. */
  readonly missingKeys: number;
  /** Answers due for a rescan, because names or the extractor changed. */
  readonly rescanDue: number;
  /** When the oldest stored answer was collected. */
  readonly firstAnswerAt: number | null;
  /** On the day of that answer, its questions without an answer yet; 0 afterwards. */
  readonly openToday: number;
}

/** @param brand public id */
export async function healthOf(
  db: Database,
  brand: string,
  { now, engines }: { readonly now: number; readonly engines: KeyedEngines },
): Promise<BrandHealth> {
  const brandId = await findWorkspace(db, brand);
  if (brandId === null) throw new Error(`There is no brand ${brand}.`);
  const asked = await listAskedEngines(db, brandId);
  const firstAnswerAt = await findFirstAnswerAt(db, brandId);
  const today = dayOf(now);
  const isFirstDay = firstAnswerAt !== null && dayOf(firstAnswerAt) === today;
  const open = isFirstDay ? await countOpenJobs(db, today, brandId) : [];
  const outcomes = firstAnswerAt === null ? await countOutcomesSince(db, brandId, now - DAY_MS) : [];
  return {
    failed: outcomes
      .filter(({ outcome }) => outcome === 'error' || outcome === 'timeout')
      .reduce((sum, { count }) => sum + count, 0),
    missingKeys: engines.disabled.filter(({ engine }) => asked.includes(engine)).length,
    rescanDue: await countDue(db, brandId, await currentReading(db, brandId)),
    firstAnswerAt,
    openToday: open.reduce((sum, { questions }) => sum + questions, 0),
  };
}

/** An organization's spending on engines. Its brands share the limits, so brands have no figure of their own. */
export interface Spend {
  /** Millionths of a US dollar, like the limits. */
  readonly monthMicros: number;
  /** The ceiling for the whole month; null for no limit. */
  readonly monthBudget: number | null;
  readonly todayMicros: number;
  readonly todayCalls: number;
  /** Null for no limit. */
  readonly microsPerDay: number | null;
  readonly callsPerDay: number | null;
}

/** Months and days are UTC. */
export async function spendOf(db: Database, organizationId: number, now: number): Promise<Spend> {
  const today = dayOf(now);
  const month = await sumSpending(db, organizationId, monthOf(now));
  const spentToday = await sumSpending(db, organizationId, { first: today, last: today });
  const limits = await findCollectLimits(db, organizationId);
  return {
    monthMicros: month.micros,
    monthBudget: monthBudget(limits.microsPerDay, monthOf(now)),
    todayMicros: spentToday.micros,
    todayCalls: spentToday.calls,
    ...limits,
  };
}
