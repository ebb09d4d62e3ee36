import type { Database } from '../storage/driver/database.ts';
import { reportNamed } from './index.ts';
import type { RawQuery } from './run/query.ts';
import { type Envelope, runReport } from './run/run-report.ts';
import { type Caller, NO_PRICES, type Prices } from './shape/report.ts';

/**
 * Runs a report by name, here or on another server.
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
    const report = reportNamed(name);
    const at = now();
    return await runReport(db, at, await callerAt(at), report, query, prices);
  };
}
