import { SightlineError } from '../../domain/errors.ts';
import { brandIdOf, brandRequired } from '../../pipeline/declare/find-brand.ts';
import { type ReportRunner, reportRunner } from '../../reports/report-runner.ts';
import { type Database, operatorCaller } from '../../reports/run/operator.ts';
import type { Prices } from '../../reports/shape/report.ts';

export interface Choice {
  readonly organization?: string | undefined;
  /** Id or name. */
  readonly brand?: string | undefined;
}

export function storeReports(
  db: Database,
  now: () => number,
  prices: Prices,
  { organization, brand: chosen }: Choice,
): ReportRunner {
  return async (name, query) => {
    const brand = chosen && (await brandIdOf(db, chosen, organization));
    const callerAt = (at: number) => operatorCaller(db, { organization, brand }, at);
    const asked = brand === undefined ? query : { ...query, brand };
    return await reportRunner(
      db,
      now,
      callerAt,
      prices,
    )(name, asked).catch(async (error: unknown) => {
      const isUndecided = error instanceof SightlineError && error.code === 'brand_required';
      throw isUndecided ? await brandRequired(db, (await callerAt(now())).organizationId) : error;
    });
  };
}
