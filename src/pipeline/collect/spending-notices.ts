import { isNearlySpent, monthBudget, monthOf, spentOfMonth } from '../../domain/month-budget.ts';
import { listOrganizationSpending, noteNotice } from '../../storage/collect/spending.ts';
import type { Database } from '../../storage/driver/database.ts';

/** An organization that has spent most of what its ceiling allows in this month. */
export interface SpendingNotice {
  readonly organizationId: number;
  /** Public id. */
  readonly organization: string;
  /** In words, without a full stop. */
  readonly notice: string;
}

/** Every organization that has spent so much that people are warned. */
export async function spendingNotices(db: Database, now: number): Promise<SpendingNotice[]> {
  const month = monthOf(now);
  const spending = await listOrganizationSpending(db, month);
  return spending.flatMap(({ organizationId, organization, name, micros, microsPerDay }) => {
    const budget = monthBudget(microsPerDay, month);
    if (budget === null || !isNearlySpent(micros, budget)) return [];
    return [{ organizationId, organization, notice: `${name} has spent ${spentOfMonth(micros, budget)}` }];
  });
}

/** Those that were not warned this month, each once, whichever process asks. Every way to warn people starts here. */
export async function newSpendingNotices(db: Database, now: number): Promise<SpendingNotice[]> {
  const month = monthOf(now).first;
  const fresh: SpendingNotice[] = [];
  for (const each of await spendingNotices(db, now)) {
    if (await noteNotice(db, { organizationId: each.organizationId, month, now })) fresh.push(each);
  }
  return fresh;
}
