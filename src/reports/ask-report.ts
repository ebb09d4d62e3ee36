import type { ReportName, ReportNamed } from './index.ts';
import type { ReportRunner } from './report-runner.ts';
import type { QueryText } from './run/query.ts';
import type { EnvelopeOf } from './run/run-report.ts';

/** The parameters of a report for a runner, which is not of one brand. */
type AskedOf<Name extends ReportName> = QueryText<ReportNamed<Name>['query']> & { readonly brand?: string };

/**
 * Asks a runner for a report. A runner knows reports by their names alone, because it may ask another server, which is taken at its
 * word: only here, what comes back for a name gets the types of that report. It loads no report.
 */
export async function askReport<Name extends ReportName>(
  run: ReportRunner,
  name: Name,
  query: AskedOf<Name> = {},
): Promise<EnvelopeOf<ReportNamed<Name>>> {
  return (await run(name, query)) as EnvelopeOf<ReportNamed<Name>>;
}
