import type { StoredAlert } from '../../domain/alerts/alert-record.ts';
import type { ToldChange } from '../../domain/alerts/change.ts';
import { changeSentence } from '../../domain/alerts/change-words.ts';
import { SightlineError } from '../../domain/errors.ts';
import type { Database } from '../../storage/driver/database.ts';
import { changes } from '../alerts/changes.ts';
import { operatorCaller } from '../run/operator.ts';
import { runReport } from '../run/run-report.ts';

interface AlertOfBrand extends Pick<StoredAlert, 'facts'> {
  readonly changeId: string;
  readonly brand: { readonly id: string; readonly name: string };
}

/** The change of /changes behind an alert, as messages tell it now; null if the report has none, or is refused. */
export async function toldChange(
  { db, now }: { readonly db: Database; readonly now: () => number },
  { changeId, facts, brand }: AlertOfBrand,
): Promise<ToldChange | null> {
  const at = now();
  const { market } = facts as { readonly market?: string };
  try {
    const caller = await operatorCaller(db, { brand: brand.id }, at);
    const query = { brand: brand.id, id: changeId, ...(market !== undefined && { market }) };
    const [change] = (await runReport(db, at, caller, changes, query)).data;
    if (change === undefined) return null;
    const sentence = changeSentence(change, { brand: brand.name, now: at, isDated: true });
    return { change: change.id, state: change.state, sentence };
  } catch (error) {
    // The alert's own words go out without it.
    if (error instanceof SightlineError) return null;
    throw error;
  }
}
