import type { ReportRunner } from '../../reports/report-runner.ts';
import type { Prices } from '../../reports/shape/report.ts';
import type { CliDeps, Invocation, SettingFlags } from '../shared/deps.ts';
import type { Choice } from './store-reports.ts';

/** Opens the store, passes its report runner to `work`, and closes it. */
export async function withReports<Result>(
  deps: CliDeps,
  { flags }: Invocation,
  choice: Choice,
  work: (run: ReportRunner) => Promise<Result>,
): Promise<Result> {
  return await deps.withStore(flags, async (db) => {
    const { storeReports } = await import('./store-reports.ts');
    return await work(storeReports(db, deps.now, pricesIn(deps, flags), choice));
  });
}

/** The cost per answer from the settings, which are read only if a report asks. */
export function pricesIn(deps: CliDeps, flags: SettingFlags): Prices {
  return async (db) => {
    const { pricesOf } = await import('../../pipeline/collect/cost.ts');
    return pricesOf(await deps.engines(flags, db));
  };
}
