import { REPORTS } from '../../src/reports/index.ts';
import { operatorCaller } from '../../src/reports/run/operator.ts';
import { runReport } from '../../src/reports/run/run-report.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { NOW } from './world.ts';

/** Every report on Acme, as text without ids that are random, over windows of these many days. */
export async function reportsOf(
  { main }: Store,
  { days, without = [] }: { readonly days: readonly string[]; readonly without?: readonly string[] },
): Promise<string[]> {
  const said: string[] = [];
  const caller = await operatorCaller(main, { organization: 'Acme Inc' }, NOW);
  for (const report of REPORTS.filter(({ name }) => !without.includes(name))) {
    for (const each of 'days' in report.query ? days : [undefined]) {
      const query = { brand: 'acme', ...(each && { days: each }) };
      const envelope = JSON.stringify(await runReport(main, NOW, caller, report, query));
      // Answers get new ids, and cursors change with them.
      said.push(`${report.name} ${each} ${envelope.replace(/"(?:ans_\w+|next_cursor":"[^"]+)"/g, '""')}`);
    }
  }
  return said;
}
