import { SightlineError } from '../domain/errors.ts';
import { brandIdOf, brandRequired } from '../pipeline/declare/find-brand.ts';
import { REPORTS } from '../reports/index.ts';
import type { ReportRunner } from '../reports/report-runner.ts';
import { type Database, operatorCaller } from '../reports/run/operator.ts';
import { runReport } from '../reports/run/run-report.ts';

/** Whose reports are read. */
export interface Choice {
  readonly organization?: string | undefined;
  /** Id or name. */
  readonly brand?: string | undefined;
}

/** Runs reports on the store for the operator. */
export function storeReports(
  db: Database,
  now: () => number,
  { organization, brand: chosen }: Choice,
): ReportRunner {
  return async (name, query) => {
    const report = REPORTS.find((each) => each.name === name);
    if (!report) throw new SightlineError('not_found', `There is no report ${name}.`);
    const at = now();
    const brand = chosen && (await brandIdOf(db, chosen, organization));
    const caller = await operatorCaller(db, { organization, brand }, at);
    const asked = brand === undefined ? query : { ...query, brand };
    return await runReport(db, at, caller, report, asked).catch(async (error: unknown) => {
      const isUndecided = error instanceof SightlineError && error.code === 'brand_required';
      throw isUndecided ? await brandRequired(db, caller.organizationId) : error;
    });
  };
}
