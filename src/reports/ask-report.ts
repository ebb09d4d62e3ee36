import type { ReportName, ReportNamed } from './index.ts';
import type { ReportRunner } from './report-runner.ts';
import type { QueryText } from './run/query.ts';
import type { EnvelopeOf } from './run/run-report.ts';

/** A report's parameters for a runner, which serves many brands. */
type AskedOf<Name extends ReportName> = QueryText<ReportNamed<Name>['query']> & { readonly brand?: string };

/**
 * Asks a runner for a report. A runner knows reports by name only, because it may ask another server and trusts its reply. Only here does a
 * result get its report's types. Loads no report.
 */
export async function askReport<Name extends ReportName>(
  run: ReportRunner,
  name: Name,
  query: AskedOf<Name> = {},
): Promise<EnvelopeOf<ReportNamed<Name>>> {
  return (await run(name, query)) as EnvelopeOf<ReportNamed<Name>>;
}
