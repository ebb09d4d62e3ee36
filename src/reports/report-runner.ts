import type { Database } from '../storage/driver/database.ts';
import { type ReportName, type ReportNamed, reportNamed } from './index.ts';
import type { QueryText, RawQuery } from './run/query.ts';
import { type Envelope, type EnvelopeOf, runReport } from './run/run-report.ts';
import { inUsualWindow } from './run/usual-window.ts';
import { type Caller, NO_PRICES, type Prices } from './shape/report.ts';

/**
 * Runs a report by name, by default in the usual window.
 * @throws SightlineError with the API's code
 */
export type ReportRunner = (name: string, query: RawQuery) => Promise<Envelope>;

/** Runs reports on a store for a caller, who may be looked up again for every report. */
export function reportRunner(
  db: Database,
  now: () => number,
  callerAt: (now: number) => Promise<Caller>,
  prices: Prices = NO_PRICES,
): ReportRunner {
  return async (name, query) => {
    const report = inUsualWindow(reportNamed(name));
    const at = now();
    return await runReport(db, at, await callerAt(at), report, query, prices);
  };
}

/** A report's parameters for a runner, which serves many brands. */
type AskedOf<Name extends ReportName> = QueryText<ReportNamed<Name>['query']> & { readonly brand?: string };

/** Asks a runner, which knows reports by name only. Only here does a result get its report's types. */
export async function askReport<Name extends ReportName>(
  run: ReportRunner,
  name: Name,
  query: AskedOf<Name> = {},
): Promise<EnvelopeOf<ReportNamed<Name>>> {
  return (await run(name, query)) as EnvelopeOf<ReportNamed<Name>>;
}
