import { engineOf } from '../../domain/answers/engine.ts';
import { monthBudget, monthOf } from '../../domain/figures/month-budget.ts';
import { DAY_MS, dayOf } from '../../domain/time/period.ts';
import { findFirstAnswerAt } from '../../storage/answers/answers.ts';
import { countOutcomesSince, type OutcomeCount } from '../../storage/answers/collections.ts';
import { countDue } from '../../storage/answers/due-readings.ts';
import { listBreakers } from '../../storage/collect/breakers.ts';
import { countOpenJobs } from '../../storage/collect/jobs.ts';
import { findCollectLimits, sumSpending } from '../../storage/collect/spending.ts';
import { findWorkspace, listAskedEngines } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import { currentReading } from '../intake/brand-reader.ts';

type KeyedEngines = { readonly disabled: readonly { readonly engine: string; readonly missing: string }[] };

/** Problems with a brand's data, as far as the store knows. */
export interface BrandHealth {
  /** Last 24 hours, including failed ones. */
  readonly collections: number;
  /** Last 24 hours, by engine. */
  readonly failures: readonly EngineFailures[];
  /** The brand's engines that Sightline does not ask until somebody acts. */
  readonly stopped: readonly { readonly engine: string; readonly detail: string; readonly since: number }[];
  /** The brand's engines without a key on this server, with the missing variable. */
  readonly missingKeys: readonly { readonly engine: string; readonly variable: string }[];
  /** Answers due for a rescan, because names or the extractor changed. */
  readonly rescanDue: number;
  /** When the oldest stored answer was collected. */
  readonly firstAnswerAt: number | null;
  /** On the day of that answer, its questions without an answer yet; 0 afterwards. */
  readonly openToday: number;
}

export interface EngineFailures {
  readonly engine: string;
  readonly failed: number;
  readonly collections: number;
  /** Failure codes, most frequent first. */
  readonly codes: readonly { readonly code: string; readonly count: number }[];
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
  const breakers = await listBreakers(db);
  const firstAnswerAt = await findFirstAnswerAt(db, brandId);
  const today = dayOf(now);
  const isFirstDay = firstAnswerAt !== null && dayOf(firstAnswerAt) === today;
  const open = isFirstDay ? await countOpenJobs(db, today, brandId) : [];
  const outcomes = await countOutcomesSince(db, brandId, now - DAY_MS);
  return {
    collections: total(outcomes),
    failures: failuresIn(outcomes),
    stopped: breakers
      .filter(({ engine }) => asked.includes(engine))
      .map(({ engine, detail, openedAt }) => ({ engine: engineOf(engine).name, detail, since: openedAt })),
    missingKeys: engines.disabled
      .filter(({ engine }) => asked.includes(engine))
      .map(({ engine, missing }) => ({ engine: engineOf(engine).name, variable: missing })),
    rescanDue: await countDue(db, brandId, await currentReading(db, brandId)),
    firstAnswerAt,
    openToday: open.reduce((sum, { questions }) => sum + questions, 0),
  };
}

function failuresIn(counts: readonly OutcomeCount[]): EngineFailures[] {
  return [...Map.groupBy(counts, ({ engine }) => engine)].flatMap(([slug, rows]) => {
    const failures = rows.filter(({ outcome }) => outcome === 'error' || outcome === 'timeout');
    if (failures.length === 0) return [];
    const codes = failures
      .map(({ outcome, detail, count }) => ({ code: detail ?? outcome, count }))
      .sort((a, b) => b.count - a.count);
    return [{ engine: engineOf(slug).name, failed: total(failures), collections: total(rows), codes }];
  });
}

function total(counts: readonly OutcomeCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
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
