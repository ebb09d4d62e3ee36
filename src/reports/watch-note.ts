import { formatInstant } from '../domain/instant.ts';
import { findAlertSettings } from '../storage/directory/organizations.ts';
import { findLastEvaluation } from '../storage/watch/evaluations.ts';
import type { ReportContext } from './report.ts';

/** What nobody should read as "nothing changed": that nothing is compared, or was yet. Else when it last was. */
export async function comparedNote({ db, caller, brand }: ReportContext): Promise<string> {
  const { enabled } = await findAlertSettings(db, caller.organizationId);
  if (!enabled) return 'Alerts are switched off for this organization: nothing is compared.';
  const last = await findLastEvaluation(db, brand.id);
  if (last === null) return 'No comparison has been made yet.';
  return `Last compared as of ${formatInstant(last.evaluatedAt)}.`;
}
