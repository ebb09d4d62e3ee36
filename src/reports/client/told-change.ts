import type { StoredAlert } from '../../domain/alerts/alert-record.ts';
import type { ToldChange } from '../../domain/alerts/change.ts';
import { changeSentence } from '../../domain/alerts/change-words.ts';
import { SightlineError } from '../../domain/errors.ts';
import { KIND_RULES } from '../../stats/alerts/gates.ts';
import type { Database } from '../../storage/driver/database.ts';
import { changes } from '../alerts/changes.ts';
import { operatorCaller } from '../run/operator.ts';
import { runReport } from '../run/run-report.ts';

interface AlertOfBrand extends StoredAlert {
  readonly brand: { readonly id: string; readonly name: string };
}

/** The change of /changes behind an alert, as messages tell it now; null if the report has none, or is refused. */
export async function toldChange(
  { db, now }: { readonly db: Database; readonly now: () => number },
  { publicId, kind, facts, brand }: AlertOfBrand,
): Promise<ToldChange | null> {
  const at = now();
  const { engine, market } = facts as { readonly engine?: string; readonly market?: string };
  const of = { brand: brand.id, measure: KIND_RULES[kind].measure, limit: '200' };
  try {
    const caller = await operatorCaller(db, { brand: brand.id }, at);
    const query = { ...of, ...(engine !== undefined && { engine }), ...(market !== undefined && { market }) };
    const { data } = await runReport(db, at, caller, changes, query);
    const change = data.find(({ alerts }) => alerts.includes(publicId));
    if (change === undefined) return null;
    const sentence = changeSentence(change, { brand: brand.name, now: at, isDated: true });
    return { change: change.id, state: change.state, sentence };
  } catch (error) {
    // The alert's own words go out without it.
    if (error instanceof SightlineError) return null;
    throw error;
  }
}
